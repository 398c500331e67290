import { z } from 'zod'
import { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'

/** Identifies the snapshot of which a route serves a part. */
export const blockFields = {
  as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff of its inputs, Eastern offset'),
  cycle_id: z.string().nullable().describe('the report cycle it belongs to'),
  trade_date: z.iso.date().nullable().describe('the session of the cycle'),
  rules_version: z.string().nullable().describe('version of the score and regime rules of the cycle'),
  status: z.enum(['ready', 'not_ready']).describe('not_ready: there is no reading, `reason` says why'),
  reason: z.string().nullable().describe('why there is no reading; null while there is one'),
}

const NotReadyBlock = z.object({ status: z.literal('not_ready'), reason: z.string() })
const SnapshotId = SignalsSnapshot.pick({ as_of: true, cycle_id: true, trade_date: true, rules_version: true })

const NO_SNAPSHOT = { as_of: null, cycle_id: null, trade_date: null, rules_version: null }

/** Takes a block out of a stored snapshot; `nothing` has the fields of the block while it is not ready. */
export function blockOf<B extends z.ZodObject, N extends object>(
  key: 'correlations' | 'sector_breadth',
  schema: B,
  nothing: N,
) {
  const Stored = z.object({ [key]: z.unknown() })
  const notReady = (snapshot: z.infer<typeof SnapshotId> | typeof NO_SNAPSHOT, reason: string) => ({
    ...snapshot,
    status: 'not_ready' as const,
    reason,
    ...nothing,
  })
  return {
    empty: (reason: string) => notReady(NO_SNAPSHOT, reason),
    derive(stored: unknown) {
      const snapshot = SnapshotId.parse(stored)
      const block = Stored.parse(stored)[key]
      const ready = schema.safeParse(block)
      if (ready.success) return { ...snapshot, reason: null, ...ready.data }
      const absent = NotReadyBlock.safeParse(block)
      return notReady(
        snapshot,
        absent.success ? absent.data.reason : 'it was stored in a shape this version cannot read',
      )
    },
  }
}
