import { z } from 'zod'
import { Origin } from '../market/observation.ts'
import { Severity } from './alert.ts'

const TransitionEntry = z
  .object({
    at: z.iso.datetime({ offset: true }).describe('cutoff that brought it, Eastern offset'),
    what: z
      .enum(['regime', 'regime_now', 'fragility', 'level', 'tripwire'])
      .describe('regime as closes confirm it, its intraday reading, the fragility rating, a level of a signal, a wire'),
    subject: z.string().describe('regime, regime_now, fragility, a signal key or a wire'),
    from: z.string().nullable().describe('the state before'),
    to: z.string().nullable().describe('the state from then on'),
    since: z.string().nullable().describe('since when the state before had stood; null where nobody kept it'),
    direction: z.enum(['better', 'worse']).nullable().describe('which way it went; null for a wire'),
    severity: Severity.describe('critical, warning or info'),
    title: z.string().describe('the transition in a sentence'),
    cause: z.string().nullable().describe('the dated readings that brought it'),
    rules_version: z.string().nullable().describe('version of the rules that told it; null for a wire'),
    cycle_id: z.string().nullable().describe('the cycle that brought it; null where none did'),
    event_id: z.int().nullable().describe('its id in events/feed; null for one read from daily rows'),
    basis: z.enum(['event_log', 'daily_rows']).describe('daily_rows: from before the log was kept, regimes only'),
    origin: Origin.describe('scheduled: told live; backfill: of a past session computed later'),
  })
  .meta({ id: 'TransitionEntry', description: 'One change of a state' })
export type TransitionEntry = z.infer<typeof TransitionEntry>

export const TransitionLog = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    days: z.int().describe('Eastern calendar days asked for, today included'),
    signals: z.array(z.string()).describe('subjects asked for; empty: all'),
    logged_since: z.iso
      .datetime({ offset: true })
      .nullable()
      .describe(
        'from here on every change is logged; before it there are regimes of daily rows; null before the first',
      ),
    transitions: z.array(TransitionEntry).describe('changes, newest first'),
    n: z.int().describe('changes listed'),
    has_more: z.boolean().describe('older ones of these days were left out by `limit`'),
    by_subject: z.record(z.string(), z.int()).describe('changes listed by subject'),
    reason: z.string().nullable().describe('why there is none; null while there is one'),
  })
  .meta({ id: 'TransitionLog', description: 'Every change of level, regime and wire, with time and cause' })
export type TransitionLog = z.infer<typeof TransitionLog>
