import { z } from 'zod'
import { TradingDay } from '../../time/trading-day.ts'

/** A record holds what vendors say about a company; `key` names it within its kind. */
const RECORD_KINDS = [
  'profile',
  'filing',
  'ownership',
  'estimates',
  'earnings',
  'options',
  'gamma',
  'headline',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

export const ProfileRow = z.object({
  cik: z.int().positive(),
  name: z.string(),
  industry: z.string().nullable(),
  exchange: z.string().nullable(),
  /** Month and day, as `12-31`. */
  fiscal_year_end: z.string().nullable(),
  category: z.string().nullable(),
})
export type ProfileRow = z.infer<typeof ProfileRow>

/** Tag, unit, first day (null for a balance), last day, value. */
export const FilingFact = z.tuple([z.string(), z.string(), TradingDay.nullable(), TradingDay, z.number()])
export type FilingFact = z.infer<typeof FilingFact>

export const FilingRow = z.object({
  form: z.string(),
  filed: TradingDay,
  accepted_at: z.iso.datetime().nullable(),
  report_day: TradingDay.nullable(),
  /** The items of an 8-K: 2.02 are results. */
  items: z.string(),
  facts: z.array(FilingFact).nullable(),
})
export type FilingRow = z.infer<typeof FilingRow>

/** A filing as the submissions list it. */
export interface ListedFiling extends FilingRow {
  accession: string
  knownAt: Date
  document: string
}

const consensus = z.object({
  fiscal_end: z.string(),
  eps: z.number().nullable(),
  high: z.number().nullable(),
  low: z.number().nullable(),
  analysts: z.int().nullable(),
  up: z.int().nullable(),
  down: z.int().nullable(),
})
export type Consensus = z.infer<typeof consensus>
export const EstimatesRow = z.object({
  quarters: z.array(consensus),
  years: z.array(consensus),
  target: z
    .object({
      mean: z.number().nullable(),
      low: z.number().nullable(),
      high: z.number().nullable(),
      buy: z.int().nullable(),
      hold: z.int().nullable(),
      sell: z.int().nullable(),
    })
    .nullable(),
})
export type EstimatesRow = z.infer<typeof EstimatesRow>

export const EarningsRow = z.object({
  /** The month in which the fiscal quarter ends, `2026-09`. */
  fiscal_month: z.string(),
  report_day: TradingDay,
  time: z.enum(['before_open', 'after_close']).nullable(),
  eps_forecast: z.number().nullable(),
  analysts: z.int().nullable(),
  eps: z.number().nullable(),
  surprise_pct: z.number().nullable(),
})
export type EarningsRow = z.infer<typeof EarningsRow>

export const HeadlineRow = z.object({
  headline: z.string(),
  link: z.string(),
  publisher: z.string(),
  published_at: z.iso.datetime().nullable(),
})
export type HeadlineRow = z.infer<typeof HeadlineRow>

/** A record as a vendor's document gives it. */
export interface CompanyRecord {
  ticker: string
  kind: RecordKind
  key: string
  /** The day that it is for. */
  day: TradingDay
  /** When the world could know it; null: when it was fetched. */
  knownAt: Date | null
  row: unknown
}

/** One name and day of FINRA's file. */
export interface NameShortVolume {
  symbol: string
  day: TradingDay
  short: number
  total: number
}

/** A company as an ingest run needs to know it. */
export interface CompanyToFetch {
  ticker: string
  name: string | null
  cik: number | null
  /** Filings whose facts are stored, and ownership forms, by accession number. */
  stored: ReadonlySet<string>
  /** The next day on which the calendar expects a report; null if it names none. */
  nextReport: TradingDay | null
}
