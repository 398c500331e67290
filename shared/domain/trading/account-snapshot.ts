import { z } from 'zod'
import type { QuoteProviderId } from '../market/market-quote.ts'

export const AccountSnapshotKind = z.enum(['hourly', 'close'])
export type AccountSnapshotKind = z.infer<typeof AccountSnapshotKind>

/** A snapshot stores at most this many positions, the largest ones. */
export const SNAPSHOT_MARKS_MAX = 500

/** One position of an account snapshot; its worth is null if it had no mark. */
export interface AccountSnapshotMark {
  instrument: string
  quantity: number
  /** Mark of one unit; that of a contract includes its multiplier. */
  mark_e4: number | null
  value_e4: number | null
  quoted_at: string | null
  source: QuoteProviderId | null
  reason: string | null
}
