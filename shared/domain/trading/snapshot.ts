import { z } from 'zod'
import type { QuoteProviderId } from '../market/market-quote.ts'

export const SnapshotKind = z.enum(['hourly', 'close'])
export type SnapshotKind = z.infer<typeof SnapshotKind>

/** Kept with a snapshot: of more positions only the largest. */
export const MARKS_MAX = 500

/** One position of a snapshot; what it is worth is null where there was no mark. */
export interface SnapshotMark {
  instrument: string
  quantity: number
  /** Of one unit: a contract's includes its multiplier. */
  mark_e4: number | null
  value_e4: number | null
  quoted_at: string | null
  source: QuoteProviderId | null
  reason: string | null
}
