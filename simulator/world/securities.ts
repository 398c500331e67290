import type { Daily } from './daily-path.ts'
import { varianceClock } from './intraday.ts'
import { MEMBERS, type Sector } from './members.ts'
import { perWorld } from './per-world.ts'
import { hashText, type Random, randomOf, uniformOf } from './random.ts'
import type { Moment, World } from './world.ts'

/** Something with a price of its own beside the indices: a fund, a member of the index, the dollar. */
export type Security = {
  /** As Yahoo writes it: class shares with a dash. */
  symbol: string
  name: string
  kind: 'EQUITY' | 'ETF' | 'INDEX'
  /** Dividends of a year as a fraction of the price, and how often they are paid. */
  dividends: { yield: number; perYear: number }
  /** Log price but for what is its own. */
  log(world: World, index: number): number
  /** Daily standard deviation of what is its own. */
  noise: number
}

const STREAM = { path: 51, beta: 52, level: 53 } as const
/** What is a security's own strays for some months and comes back, so that no price runs away in sixty years. */
const PULL = 0.012
const SECTOR_NOISE = 0.004
const MEMBER_NOISE = 0.016
const FUND_NOISE = 0.0008

type Path = { random: Random; values: number[] }

const paths = perWorld(() => new Map<string, Path>())

/** A path per name, drawn in order of its days however it is asked. */
const strayed = (world: World, name: string, noise: number, index: number): number => {
  const known = paths(world)
  let path = known.get(name)
  if (!path) {
    path = { random: randomOf(world.seed, STREAM.path, hashText(name)), values: [0] }
    known.set(name, path)
  }
  const { random, values } = path
  while (values.length <= index) values.push((1 - PULL) * values.at(-1)! + noise * random.normal())
  return values[index]!
}

/** How much of the market's swings around its trend a sector takes; in a fall those above one fall further. */
const SECTOR_BETA: Record<Sector, number> = {
  'Information Technology': 1.2,
  'Health Care': 0.78,
  Financials: 1.1,
  'Consumer Discretionary': 1.15,
  'Communication Services': 1.05,
  Industrials: 1.05,
  'Consumer Staples': 0.6,
  Energy: 1,
  Utilities: 0.6,
  Materials: 1.05,
  'Real Estate': 0.9,
}

const market = ({ equity }: Daily, beta: number): number =>
  equity.logSpx + (beta - 1) * (equity.logSpx - equity.logTrend)

const oilShare = (sector: Sector, { macro }: Daily): number =>
  sector === 'Energy' ? 0.3 * Math.log(macro.oil / 72) : 0

const inSector = (world: World, sector: Sector, beta: number, index: number): number =>
  market(world.daily(index), beta) +
  oilShare(sector, world.daily(index)) +
  strayed(world, `sector ${sector}`, SECTOR_NOISE, index)

/** The index stands near 1,108 when a world begins. */
const LOG_FIRST = Math.log(1108)

const members = (world: World): Security[] =>
  MEMBERS.map(({ symbol, sector }) => {
    const name = hashText(symbol)
    const beta = SECTOR_BETA[sector] * (0.8 + 0.4 * uniformOf(world.seed, STREAM.beta, name))
    const level = Math.log(12 + 60 * uniformOf(world.seed, STREAM.level, name)) - LOG_FIRST
    return {
      symbol: symbol.replace('/', '-'),
      name: symbol,
      kind: 'EQUITY',
      dividends: { yield: 0.015, perYear: 4 },
      log: (of, index) => level + inSector(of, sector, beta, index),
      noise: MEMBER_NOISE,
    }
  })

const SECTOR_FUNDS: Record<string, readonly [sector: Sector, price: number]> = {
  XLB: ['Materials', 14],
  XLC: ['Communication Services', 18],
  XLE: ['Energy', 15],
  XLF: ['Financials', 8],
  XLI: ['Industrials', 22],
  XLK: ['Information Technology', 34],
  XLP: ['Consumer Staples', 14],
  XLRE: ['Real Estate', 7],
  XLU: ['Utilities', 13],
  XLV: ['Health Care', 24],
  XLY: ['Consumer Discretionary', 31],
}

const sectorFunds: Security[] = Object.entries(SECTOR_FUNDS).map(([symbol, [sector, price]]) => ({
  symbol,
  name: `${sector} Select Sector SPDR Fund`,
  kind: 'ETF',
  dividends: { yield: 0.018, perYear: 4 },
  log: (world, index) => Math.log(price) - LOG_FIRST + inSector(world, sector, SECTOR_BETA[sector], index),
  noise: FUND_NOISE,
}))

const fund = (
  symbol: string,
  name: string,
  dividends: Security['dividends'],
  log: (daily: Daily) => number,
  kind: Security['kind'] = 'ETF',
): Security => ({ symbol, name, kind, dividends, log: (world, index) => log(world.daily(index)), noise: FUND_NOISE })

const NONE = { yield: 0, perYear: 1 } as const

const others: Security[] = [
  fund('USO', 'United States Oil Fund, LP', NONE, ({ macro }) => Math.log(macro.oil * 1.05)),
  fund('UUP', 'Invesco DB US Dollar Index Bullish Fund', NONE, ({ macro }) => Math.log(0.24 * macro.dollar)),
  fund('DX-Y.NYB', 'US Dollar Index', NONE, ({ macro }) => Math.log(99) + 1.1 * Math.log(macro.dollar / 117), 'INDEX'),
  fund(
    'TLT',
    'iShares 20+ Year Treasury Bond ETF',
    { yield: 0.042, perYear: 12 },
    ({ rates }) => Math.log(95) - 0.16 * (rates.dgs10 - 4),
  ),
  fund(
    'HYG',
    'iShares iBoxx $ High Yield Corporate Bond ETF',
    { yield: 0.058, perYear: 12 },
    ({ credit, rates }) => Math.log(80) - 0.034 * (credit.hyOas - 3.85) - 0.03 * ((rates.dgs2 + rates.dgs10) / 2 - 4),
  ),
]

const listed = perWorld(
  (world) => new Map([...members(world), ...sectorFunds, ...others].map((security) => [security.symbol, security])),
)

export const securityOf = (world: World, symbol: string): Security | undefined => listed(world).get(symbol)

const logClose = (world: World, security: Security, index: number): number =>
  security.log(world, index) + strayed(world, security.symbol, security.noise, index)

export const securityClose = (world: World, security: Security, index: number): number =>
  Math.exp(logClose(world, security, index))

/** Within a session it walks from close to close by the day's own clock. */
export const securityPrice = (world: World, security: Security, { index, minute, minutes }: Moment): number => {
  const close = logClose(world, security, index)
  const before = logClose(world, security, Math.max(0, index - 1))
  return Math.exp(before + (close - before) * varianceClock(minutes)[minute]!)
}

const months = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** What dividends paid after a day, up to another, leave of that day's close in the adjusted column. */
export const adjustment = ({ dividends }: Security, day: string, through: string): number => {
  const every = 12 / dividends.perYear
  const payments = Math.floor(months(through) / every) - Math.floor(months(day) / every)
  return (1 - dividends.yield / dividends.perYear) ** payments
}
