import { z } from 'zod'
import { Origin } from '../market/observation.ts'
import { Severity } from './alert.ts'

const TransitionEntry = z
  .object({
    at: z.iso.datetime({ offset: true }).describe('cutoff of the cycle that detected it, Eastern offset'),
    what: z
      .enum(['regime', 'regime_now', 'fragility', 'level', 'tripwire'])
      .describe(
        'regime: as confirmed by closes; regime_now: its intraday reading; fragility: its rating; level: the level of a signal; tripwire: its state',
      ),
    subject: z.string().describe('regime, regime_now, fragility, a signal key or a tripwire key'),
    from: z.string().nullable().describe('previous state'),
    to: z.string().nullable().describe('new state'),
    since: z.string().nullable().describe('when the previous state began; null if that is not known'),
    direction: z.enum(['better', 'worse']).nullable().describe('direction of the change; null for a tripwire'),
    severity: Severity.describe('critical, warning or info'),
    title: z.string().describe('the transition in one sentence'),
    cause: z.string().nullable().describe('the dated readings that caused it'),
    rules_version: z.string().nullable().describe('version of the rules that detected it; null for a tripwire'),
    cycle_id: z.string().nullable().describe('cycle that detected it; null if none did'),
    event_id: z.int().nullable().describe('its id in events/feed; null if read from daily rows'),
    basis: z
      .enum(['event_log', 'daily_rows'])
      .describe('event_log: logged when it happened; daily_rows: from before the log existed, regimes only'),
    origin: Origin.describe('scheduled: detected live; backfill: a past session computed later'),
  })
  .meta({ id: 'TransitionEntry', description: 'One change of a state' })
export type TransitionEntry = z.infer<typeof TransitionEntry>

export const TransitionLog = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    days: z.int().describe('Eastern calendar days requested, today included'),
    signals: z.array(z.string()).describe('subjects requested; empty means all'),
    logged_since: z.iso
      .datetime({ offset: true })
      .nullable()
      .describe(
        'from this instant every change is logged; before it only regimes from daily rows are known; null without a log',
      ),
    transitions: z.array(TransitionEntry).describe('changes, newest first'),
    n: z.int().describe('changes listed'),
    has_more: z.boolean().describe('true if `limit` left out older changes of these days'),
    by_subject: z.record(z.string(), z.int()).describe('changes listed by subject'),
    reason: z.string().nullable().describe('why there is none; null while there is one'),
  })
  .meta({ id: 'TransitionLog', description: 'Every change of a level, a regime or a tripwire, with time and cause' })
export type TransitionLog = z.infer<typeof TransitionLog>
