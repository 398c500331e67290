import { SPREAD_NOISE } from './credit.ts'
import { dailyFactor, type Exposure, walkFactor } from './factor.ts'
import { DOLLAR_BETA, DOLLAR_NOISE, DOLLAR_PER_OIL, OIL_BETA } from './macro.ts'
import type { Sector } from './members.ts'
import { YIELD_BETA, YIELD_NOISE } from './rates.ts'
import { inSector, oilFactor, SECTOR_BETA, SECTORS, sectorFactor } from './sectors.ts'
import type { Security } from './security.ts'
import { fundShares } from './short-volume.ts'

type Fund = Omit<Security, 'shares'>
type Moves = { beta: number; exposures: Exposure[] }

const FUND_NOISE = 0.0008
const NONE = { yield: 0, perYear: 1 } as const

/** A fund of given moves and of its own tracking noise. */
const fundOf = (
  symbol: string,
  name: string,
  dividends: Security['dividends'],
  { price, noise = FUND_NOISE, kind = 'ETF' }: { price: number; noise?: number; kind?: Security['kind'] },
  { beta, exposures }: Moves,
): Fund => {
  const own = { factor: walkFactor(symbol, noise), weight: 1 }
  return { symbol, name, kind, dividends, price, beta, exposures: [...exposures, own] }
}

/**
 * The sum of moves by their weights. No walk may occur twice in it; otherwise its variance would be counted wrongly.
 */
const together = (...parts: readonly [weight: number, moves: Moves][]): Moves => ({
  beta: parts.reduce((sum, [weight, { beta }]) => sum + weight * beta, 0),
  exposures: parts.flatMap(([share, { exposures }]) =>
    exposures.map(({ factor, weight }) => ({ factor, weight: share * weight })),
  ),
})

const ofMarket = (beta: number): Moves => ({ beta, exposures: [] })

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

const sectorFunds: Fund[] = Object.entries(SECTOR_FUNDS).map(([symbol, [sector, price]]) =>
  fundOf(
    symbol,
    `${sector} Select Sector SPDR Fund`,
    { yield: 0.018, perYear: 4 },
    { price },
    inSector(sector, SECTOR_BETA[sector]),
  ),
)

const oil: Moves = { beta: OIL_BETA, exposures: [{ factor: oilFactor, weight: 1 }] }

const dollarFactor = dailyFactor('dollar', ({ macro }) => macro.dollarOwn, DOLLAR_NOISE)
const dollar = together(
  [1, { beta: DOLLAR_BETA, exposures: [{ factor: dollarFactor, weight: 1 }] }],
  [DOLLAR_PER_OIL, oil],
)

/** Moves of one percent point of a yield, and of one log unit of a spread, that nothing foretold. */
const yieldOf = (name: 'dgs2' | 'dgs10', pick: 'own2' | 'own10'): Moves => ({
  beta: YIELD_BETA,
  exposures: [{ factor: dailyFactor(name, ({ rates }) => rates[pick], YIELD_NOISE[name]), weight: 1 }],
})
const twoYear = yieldOf('dgs2', 'own2')
const tenYear = yieldOf('dgs10', 'own10')
const spreadOf = (name: 'hy' | 'ig', pick: 'hyOwn' | 'igOwn', beta: number): Moves => ({
  beta,
  exposures: [{ factor: dailyFactor(`${name} spread`, ({ credit }) => credit[pick], SPREAD_NOISE[name]), weight: 1 }],
})
const highYield = spreadOf('hy', 'hyOwn', -2.6)
const investmentGrade = spreadOf('ig', 'igOwn', -2.1)

/** A fund of many shares: its price when a world begins, its beta, and its share of the sectors' own moves. */
type Basket = { price: number; beta: number; tilt?: Partial<Record<Sector, number>>; inDollars?: number; noise: number }

const basket = (
  symbol: string,
  name: string,
  dividends: Security['dividends'],
  { price, beta, tilt = {}, inDollars = 0, noise }: Basket,
): Fund => {
  const tilts = Object.entries(tilt) as [Sector, number][]
  const sectors = tilts.map(([sector, weight]) => ({ factor: sectorFactor(sector), weight }))
  const shares = { beta, exposures: sectors }
  return fundOf(
    symbol,
    name,
    dividends,
    { price, noise },
    inDollars === 0 ? shares : together([1, shares], [inDollars, dollar]),
  )
}

const EQUAL_WEIGHTS = Object.fromEntries(SECTORS.map((sector) => [sector, 1 / SECTORS.length]))
const GROWTH = { 'Information Technology': 0.55, 'Communication Services': 0.2, 'Consumer Discretionary': 0.2 }
const DOW = { Financials: 0.25, 'Information Technology': 0.2, Industrials: 0.15, 'Health Care': 0.15 }
const SMALL = { Financials: 0.2, Industrials: 0.2, 'Health Care': 0.15, 'Information Technology': 0.15 }

const QUARTERLY = { yield: 0.012, perYear: 4 } as const

const baskets: Fund[] = [
  basket('IVV', 'iShares Core S&P 500 ETF', QUARTERLY, { price: 111.2, beta: 1, noise: 0.0001 }),
  basket('VOO', 'Vanguard S&P 500 ETF', QUARTERLY, { price: 101.8, beta: 1, noise: 0.0001 }),
  basket('VTI', 'Vanguard Total Stock Market ETF', QUARTERLY, { price: 54.3, beta: 1.02, noise: 0.0006 }),
  basket(
    'RSP',
    'Invesco S&P 500 Equal Weight ETF',
    { yield: 0.016, perYear: 4 },
    { price: 29.5, beta: 0.97, tilt: EQUAL_WEIGHTS, noise: 0.002 },
  ),
  basket(
    'DIA',
    'SPDR Dow Jones Industrial Average ETF Trust',
    { yield: 0.016, perYear: 12 },
    { price: 73, beta: 0.9, tilt: DOW, noise: 0.002 },
  ),
  basket(
    'IWM',
    'iShares Russell 2000 ETF',
    { yield: 0.011, perYear: 4 },
    { price: 38, beta: 1.15, tilt: SMALL, noise: 0.005 },
  ),
  basket(
    'QQQ',
    'Invesco QQQ Trust',
    { yield: 0.005, perYear: 4 },
    { price: 95, beta: 1.15, tilt: GROWTH, noise: 0.0015 },
  ),
  basket(
    'SMH',
    'VanEck Semiconductor ETF',
    { yield: 0.004, perYear: 1 },
    { price: 54, beta: 1.6, tilt: { 'Information Technology': 1 }, noise: 0.009 },
  ),
  basket(
    'EFA',
    'iShares MSCI EAFE ETF',
    { yield: 0.028, perYear: 2 },
    { price: 15, beta: 0.8, inDollars: -0.6, noise: 0.004 },
  ),
  basket(
    'EEM',
    'iShares MSCI Emerging Markets ETF',
    { yield: 0.024, perYear: 2 },
    { price: 8.6, beta: 0.85, inDollars: -0.9, noise: 0.006 },
  ),
]

const monthly = (yearly: number): Security['dividends'] => ({ yield: yearly, perYear: 12 })

/** A bond fund moves by its duration for a move of yields, and by its spread where it has one. */
const others: Fund[] = [
  fundOf('USO', 'United States Oil Fund, LP', NONE, { price: 60 }, oil),
  fundOf('UUP', 'Invesco DB US Dollar Index Bullish Fund', NONE, { price: 25 }, dollar),
  fundOf('DX-Y.NYB', 'US Dollar Index', NONE, { price: 87, kind: 'INDEX' }, together([1.1, dollar])),
  fundOf('TLT', 'iShares 20+ Year Treasury Bond ETF', monthly(0.042), { price: 95 }, together([-0.16, tenYear])),
  fundOf('IEF', 'iShares 7-10 Year Treasury Bond ETF', monthly(0.037), { price: 97 }, together([-0.071, tenYear])),
  fundOf(
    'LQD',
    'iShares iBoxx $ Investment Grade Corporate Bond ETF',
    monthly(0.044),
    { price: 111 },
    together([-0.082, tenYear], [-0.086, investmentGrade]),
  ),
  fundOf(
    'HYG',
    'iShares iBoxx $ High Yield Corporate Bond ETF',
    monthly(0.058),
    { price: 80 },
    together([-0.131, highYield], [-0.015, twoYear], [-0.015, tenYear]),
  ),
]

const gold: Moves = {
  beta: 0,
  exposures: [{ factor: walkFactor('metal gold', 0.0085, { isShared: true }), weight: 1 }],
}

/** A weak dollar and low yields lift a metal, which pays nothing and has no drift. */
const metals: Fund[] = [
  fundOf(
    'GLD',
    'SPDR Gold Shares',
    NONE,
    { price: 120, noise: 0.0004 },
    together([1, gold], [-0.8, dollar], [-0.05, tenYear]),
  ),
  fundOf(
    'SLV',
    'iShares Silver Trust',
    NONE,
    { price: 24, noise: 0.01 },
    together([1.3, gold], [-0.8, dollar], [-0.05, tenYear], [0.3, ofMarket(1)]),
  ),
]

/** Millions of shares in a usual session; indices have none. */
const MILLIONS: Record<string, number> = {
  IVV: 6,
  VOO: 7,
  VTI: 4,
  RSP: 12,
  DIA: 4,
  IWM: 35,
  QQQ: 50,
  SMH: 8,
  EFA: 16,
  EEM: 28,
  XLB: 7,
  XLC: 6,
  XLE: 17,
  XLF: 45,
  XLI: 10,
  XLK: 12,
  XLP: 14,
  XLRE: 6,
  XLU: 18,
  XLV: 11,
  XLY: 8,
  USO: 4,
  UUP: 1,
  TLT: 38,
  IEF: 7,
  LQD: 28,
  HYG: 40,
  GLD: 11,
  SLV: 24,
}

export const FUNDS: readonly Security[] = [...sectorFunds, ...baskets, ...others, ...metals].map((each) => ({
  ...each,
  shares: (world, index) => fundShares(world.seed, world.daily(index), each.symbol, 1e6 * (MILLIONS[each.symbol] ?? 0)),
}))
