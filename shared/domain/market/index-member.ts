import { z } from 'zod'
import { TradingDay } from '../../time/trading-day.ts'

/** GICS has these eleven since real estate left the financials in 2016, and communications were widened in 2018. */
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

/** A member of the S&P 500 as the list of its day has it; class shares with a dot (BRK.B). */
export const IndexMember = z.object({
  symbol: z.string().regex(/^[A-Z]{1,5}(\.[A-Z])?$/),
  sector: Sector,
  /** Of the company; absent where the list does not say. */
  name: z.string().min(1).max(100).optional(),
  /** When it joined; null where the list does not say. */
  since: TradingDay.nullable(),
})
export type IndexMember = z.infer<typeof IndexMember>

/** A member's closes, oldest first, adjusted for splits and not for dividends. */
export interface MemberBars {
  symbol: string
  days: readonly TradingDay[]
  closes: readonly number[]
  /** A split within the answer: every earlier close is another number than it was. */
  rebased: boolean
}
