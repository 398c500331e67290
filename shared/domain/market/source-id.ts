import { z } from 'zod'

/** What ops start, stop and watch: one ingest stage per source. */
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
] as const
export const SourceId = z.enum(SOURCES)
export type SourceId = z.infer<typeof SourceId>

/** Whose servers a request goes to: the owner of a base URL and of one shared request budget. */
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
] as const
export const VendorId = z.enum(VENDORS)
export type VendorId = z.infer<typeof VendorId>

/** Whose budgets a source draws on. */
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
}
