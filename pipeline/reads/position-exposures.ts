import type { Category } from '../../shared/domain/contract/position-read.ts'
import type { Sector } from '../../shared/domain/market/index-member.ts'

/** The effect of a rise of the category on the price of the symbol: 1 lifts it, -1 weighs on it. */
export type Exposures = Partial<Record<Category, 1 | -1>>

const STOCKS: Exposures = { index: 1, volatility: -1, credit: -1 }
/** The whole market: a higher rate also lowers what later earnings are worth today. */
const MARKET: Exposures = { ...STOCKS, rates: -1 }
const YIELDING: Exposures = { index: 1, volatility: -1, rates: -1 }

/** The written rule of each sector: what moves its earnings or its discount rate more than it moves those of others. */
const BY_SECTOR: Readonly<Record<Sector, Exposures>> = {
  'Communication Services': MARKET,
  'Consumer Discretionary': { ...MARKET, oil: -1 },
  'Consumer Staples': { index: 1, volatility: -1, dollar: -1 },
  Energy: { ...STOCKS, oil: 1, dollar: -1 },
  Financials: { ...STOCKS, rates: 1 },
  'Health Care': { index: 1, volatility: -1, dollar: -1 },
  Industrials: { ...STOCKS, oil: -1, dollar: -1 },
  'Information Technology': { ...MARKET, dollar: -1 },
  Materials: { ...STOCKS, dollar: -1 },
  'Real Estate': { ...YIELDING, credit: -1 },
  Utilities: YIELDING,
}

const SECTOR_FUNDS: Readonly<Record<string, Sector>> = {
  XLB: 'Materials',
  XLC: 'Communication Services',
  XLE: 'Energy',
  XLF: 'Financials',
  XLI: 'Industrials',
  XLK: 'Information Technology',
  SMH: 'Information Technology',
  XLP: 'Consumer Staples',
  XLRE: 'Real Estate',
  XLU: 'Utilities',
  XLV: 'Health Care',
  XLY: 'Consumer Discretionary',
}

/** Funds and indices that follow no single sector. */
const OTHERS: Readonly<Record<string, Exposures>> = {
  QQQ: { ...MARKET, dollar: -1 },
  EFA: { ...STOCKS, dollar: -1 },
  EEM: { ...STOCKS, dollar: -1 },
  TLT: { rates: -1 },
  IEF: { rates: -1 },
  LQD: { rates: -1, credit: -1 },
  HYG: STOCKS,
  GLD: { rates: -1, dollar: -1 },
  SLV: { rates: -1, dollar: -1 },
  USO: { oil: 1, dollar: -1 },
  UUP: { dollar: 1, rates: 1 },
  VIX: { volatility: 1, index: -1, credit: 1 },
}

export const sectorOf = (symbol: string, listed: string | null): string | null => listed ?? SECTOR_FUNDS[symbol] ?? null

/** A symbol without a rule of its own, such as SPY, is exposed like the whole of US stocks. */
export function exposuresOf(symbol: string, sector: string | null): Exposures {
  const own = OTHERS[symbol]
  if (own) return own
  const rule = sector === null ? undefined : BY_SECTOR[sector as Sector]
  return rule ? { ...rule, sector: 1 } : MARKET
}
