import type { Daily } from './daily-path.ts'
import type { Sector } from './members.ts'
import { randomWalk } from './random-walk.ts'
import { inSector, LOG_FIRST, market, SECTOR_BETA, SECTORS, sectorOwn } from './sectors.ts'
import type { Security } from './security.ts'
import { fundShares } from './short-volume.ts'

type Fund = Omit<Security, 'shares'>

const FUND_NOISE = 0.0008
const NONE = { yield: 0, perYear: 1 } as const

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

const sectorFunds: Fund[] = Object.entries(SECTOR_FUNDS).map(([symbol, [sector, price]]) => ({
  symbol,
  name: `${sector} Select Sector SPDR Fund`,
  kind: 'ETF',
  dividends: { yield: 0.018, perYear: 4 },
  log: (world, index) => Math.log(price) - LOG_FIRST + inSector(world, sector, SECTOR_BETA[sector], index),
  noise: FUND_NOISE,
  swing: 0,
}))

/** A fund of many shares: its price when a world begins, its beta, and its share of the sectors' own moves. */
type Basket = { price: number; beta: number; tilt?: Partial<Record<Sector, number>>; dollar?: number; noise: number }

const basket = (
  symbol: string,
  name: string,
  dividends: Security['dividends'],
  { price, beta, tilt = {}, dollar = 0, noise }: Basket,
): Fund => {
  const tilts = Object.entries(tilt) as [Sector, number][]
  return {
    symbol,
    name,
    kind: 'ETF',
    dividends,
    log(world, index) {
      const daily = world.daily(index)
      const own = tilts.reduce((sum, [sector, share]) => sum + share * sectorOwn(world, sector, index), 0)
      return Math.log(price) - LOG_FIRST + market(daily, beta) + own + dollar * inDollars(daily)
    },
    noise,
    swing: beta,
  }
}

const inDollars = ({ macro }: Daily): number => Math.log(macro.dollar / 117)

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
    { price: 15, beta: 0.8, dollar: -0.6, noise: 0.004 },
  ),
  basket(
    'EEM',
    'iShares MSCI Emerging Markets ETF',
    { yield: 0.024, perYear: 2 },
    { price: 8.6, beta: 0.85, dollar: -0.9, noise: 0.006 },
  ),
]

const fund = (
  symbol: string,
  name: string,
  dividends: Security['dividends'],
  log: (daily: Daily) => number,
  kind: Security['kind'] = 'ETF',
): Fund => ({
  symbol,
  name,
  kind,
  dividends,
  log: (world, index) => log(world.daily(index)),
  noise: FUND_NOISE,
  swing: 0,
})

const others: Fund[] = [
  fund('USO', 'United States Oil Fund, LP', NONE, ({ macro }) => Math.log(macro.oil * 1.05)),
  fund('UUP', 'Invesco DB US Dollar Index Bullish Fund', NONE, ({ macro }) => Math.log(0.24 * macro.dollar)),
  fund('DX-Y.NYB', 'US Dollar Index', NONE, (daily) => Math.log(99) + 1.1 * inDollars(daily), 'INDEX'),
  fund(
    'TLT',
    'iShares 20+ Year Treasury Bond ETF',
    { yield: 0.042, perYear: 12 },
    ({ rates }) => Math.log(95) - 0.16 * (rates.dgs10 - 4),
  ),
  fund(
    'IEF',
    'iShares 7-10 Year Treasury Bond ETF',
    { yield: 0.037, perYear: 12 },
    ({ rates }) => Math.log(97) - 0.071 * (rates.dgs10 - 4),
  ),
  fund(
    'LQD',
    'iShares iBoxx $ Investment Grade Corporate Bond ETF',
    { yield: 0.044, perYear: 12 },
    ({ credit, rates }) => Math.log(111) - 0.082 * (rates.dgs10 - 4 + credit.igOas - 1.05),
  ),
  fund(
    'HYG',
    'iShares iBoxx $ High Yield Corporate Bond ETF',
    { yield: 0.058, perYear: 12 },
    ({ credit, rates }) => Math.log(80) - 0.034 * (credit.hyOas - 3.85) - 0.03 * ((rates.dgs2 + rates.dgs10) / 2 - 4),
  ),
]

const GOLD_NOISE = 0.0085

/** A metal's price rises with other prices and pays nothing, so a weak dollar and low real rates lift it. */
const metal = (
  symbol: string,
  name: string,
  { price, gold, industry, noise }: { price: number; gold: number; industry: number; noise: number },
): Fund => ({
  symbol,
  name,
  kind: 'ETF',
  dividends: NONE,
  log(world, index) {
    const daily = world.daily(index)
    const { equity, rates } = daily
    return (
      Math.log(price) +
      (equity.logTrend - LOG_FIRST) +
      gold * randomWalk(world, 'metal gold', GOLD_NOISE, index) -
      0.8 * inDollars(daily) -
      0.05 * (rates.dgs10 - rates.t10yie - 1.8) +
      industry * (equity.logSpx - equity.logTrend)
    )
  },
  noise,
  swing: 0,
})

const metals: Fund[] = [
  metal('GLD', 'SPDR Gold Shares', { price: 65, gold: 1, industry: 0, noise: 0.0004 }),
  metal('SLV', 'iShares Silver Trust', { price: 8, gold: 1.3, industry: 0.3, noise: 0.01 }),
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
