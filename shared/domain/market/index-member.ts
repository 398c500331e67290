import { z } from 'zod'
import { TradingDay } from '../../time/trading-day.ts'

/** The eleven GICS sectors since real estate became one in 2016 and communications were widened in 2018. */
export const SECTORS = [
  'Communication Services',
  'Consumer Discretionary',
  'Consumer Staples',
  'Energy',
  'Financials',
  'Health Care',
  'Industrials',
  'Information Technology',
  'Materials',
  'Real Estate',
  'Utilities',
] as const
export const Sector = z.enum(SECTORS)
export type Sector = z.infer<typeof Sector>

/** A member of the S&P 500 by the list of the day; class shares are written with a dot (BRK.B). */
export const IndexMember = z.object({
  symbol: z.string().regex(/^[A-Z]{1,5}(\.[A-Z])?$/),
  sector: Sector,
  /** Name of the company; absent if the list lacks it. */
  name: z.string().min(1).max(100).optional(),
  /** Its number at the SEC; absent if the list lacks it. */
  cik: z.int().positive().optional(),
  /** When it joined; null if the list lacks it. */
  since: TradingDay.nullable(),
})
export type IndexMember = z.infer<typeof IndexMember>

export interface BarRange {
  open: number
  high: number
  low: number
  volume: number
}

/** A member's closes, oldest first, adjusted for splits and not for dividends. */
export interface MemberBars {
  symbol: string
  days: readonly TradingDay[]
  closes: readonly number[]
  /** The rest of each bar, in the order of `days`; null where the vendor sent a close alone. */
  ranges?: readonly (BarRange | null)[]
  /** True if a split within the response changed every earlier close. */
  rebased: boolean
}
