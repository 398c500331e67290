import { z } from 'zod'
import type { QuoteProviderId } from '../market/market-quote.ts'

export const AccountSnapshotKind = z.enum(['hourly', 'close'])
export type AccountSnapshotKind = z.infer<typeof AccountSnapshotKind>

/** Kept with a snapshot: of more positions only the largest. */
export const SNAPSHOT_MARKS_MAX = 500

/** One position of a snapshot; what it is worth is null where there was no mark. */
export interface AccountSnapshotMark {
  instrument: string
  quantity: number
  /** Of one unit: a contract's includes its multiplier. */
  mark_e4: number | null
  value_e4: number | null
  quoted_at: string | null
  source: QuoteProviderId | null
  reason: string | null
}
