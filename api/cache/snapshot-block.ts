import { z } from 'zod'
import { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'

/** Whose block it is: a route that serves a part of the snapshot says which snapshot. */
export const blockFields = {
  as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff of its inputs, Eastern offset'),
  cycle_id: z.string().nullable().describe('the report cycle it belongs to'),
  trade_date: z.iso.date().nullable().describe('the session of the cycle'),
  rules_version: z.string().nullable().describe('version of the score and regime rules of the cycle'),
  status: z.enum(['ready', 'not_ready']).describe('not_ready: there is no reading, `reason` says why'),
  reason: z.string().nullable().describe('why there is no reading; null while there is one'),
}

const NotReadyBlock = z.object({ status: z.literal('not_ready'), reason: z.string() })
const Whose = SignalsSnapshot.pick({ as_of: true, cycle_id: true, trade_date: true, rules_version: true })

const NOBODY = { as_of: null, cycle_id: null, trade_date: null, rules_version: null }

/** Takes a block out of a stored snapshot; `nothing` are the fields of the block while it is not ready. */
export function blockOf<B extends z.ZodObject, N extends object>(
  key: 'correlations' | 'sector_breadth',
  schema: B,
  nothing: N,
) {
  const Stored = z.object({ [key]: z.unknown() })
  const notReady = (whose: z.infer<typeof Whose> | typeof NOBODY, reason: string) => ({
    ...whose,
    status: 'not_ready' as const,
    reason,
    ...nothing,
  })
  return {
    empty: (reason: string) => notReady(NOBODY, reason),
    derive(stored: unknown) {
      const whose = Whose.parse(stored)
      const block = Stored.parse(stored)[key]
      const ready = schema.safeParse(block)
      if (ready.success) return { ...whose, reason: null, ...ready.data }
      const absent = NotReadyBlock.safeParse(block)
      return notReady(whose, absent.success ? absent.data.reason : 'it was stored in a shape this version cannot read')
    },
  }
}
