import { z } from 'zod'

/** Sources that operators start, stop and watch; each has its own ingest stage. */
export const SOURCES = [
  'fred',
  'market',
  'options',
  'darkpool',
  'bars',
  'breadth',
  'cot',
  'aaii',
  'fedfunds',
  'minute',
  'news',
  'companies',
  'filings',
  'earnings',
  'estimates',
  'chains',
  'headlines',
  'prints',
] as const
export const SourceId = z.enum(SOURCES)
export type SourceId = z.infer<typeof SourceId>

/** Vendors whose servers answer requests. Each has one base URL and one shared request budget. */
export const VENDORS = [
  'fred',
  'fred_api',
  'cboe',
  'finra',
  'dix',
  'yahoo',
  'constituents',
  'cftc',
  'aaii',
  'fed',
  'bls',
  'google_news',
  'sec',
  'sec_data',
  'nasdaq',
  'prints',
] as const
export const VendorId = z.enum(VENDORS)
export type VendorId = z.infer<typeof VendorId>

/** Vendors whose budgets a source uses. */
export const VENDORS_OF: Record<SourceId, readonly VendorId[]> = {
  fred: ['fred', 'fred_api'],
  market: ['cboe'],
  options: ['cboe'],
  darkpool: ['dix', 'finra'],
  bars: ['yahoo'],
  breadth: ['constituents', 'yahoo'],
  cot: ['cftc'],
  aaii: ['aaii'],
  fedfunds: ['yahoo'],
  minute: ['cboe'],
  news: ['fed', 'bls', 'google_news'],
  companies: ['constituents'],
  filings: ['sec', 'sec_data'],
  earnings: ['nasdaq'],
  estimates: ['nasdaq'],
  chains: ['cboe'],
  headlines: ['google_news'],
  prints: ['prints'],
}
