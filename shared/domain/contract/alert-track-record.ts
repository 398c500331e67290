import { z } from 'zod'
import { AlertId, Severity } from './alert.ts'

/** Key of the stored document. */
export const TRACK_RECORD_KEY = 'alerts/track-record'

const rate = (words: string) =>
  z.number().min(0).max(1).nullable().describe(`${words}, a fraction; null with fewer than episodes_min episodes`)
const percent = (words: string) =>
  z.number().nullable().describe(`${words}, percent; null with fewer than episodes_min episodes`)

const Outcome = z
  .object({
    sessions: z.int().describe('sessions after the close of the day the alert fired'),
    n: z.int().describe('episodes that are old enough to have an outcome'),
    median_return: percent('median change of SPY'),
    rate_up: rate('share of episodes after which SPY was higher'),
    effective_n: z.int().optional().describe('episodes whose sessions do not overlap, on which the interval rests'),
    rate_up_low: rate('lower end of the 95 % interval of rate_up').optional(),
    rate_up_high: rate('upper end of it; an interval that holds base_rate_up shows no difference').optional(),
    base_n: z.int().describe('all sessions of the period of this kind, with or without an alert'),
    base_median_return: percent('median change of SPY from any of those sessions'),
    base_rate_up: rate('share of those sessions after which SPY was higher'),
  })
  .meta({
    id: 'AlertOutcome',
    description: 'What SPY did after the alert, compared with what it did after any session',
  })
export type AlertOutcome = z.infer<typeof Outcome>

export const AlertRecord = z
  .object({
    alert_id: AlertId.describe('the kind'),
    severity: Severity.describe('severity of the kind; an episode may differ'),
    fires: z.string().describe('when it fires, in words'),
    clears: z.string().describe('when it clears, in words; a different condition'),
    status: z
      .enum(['ready', 'insufficient_data'])
      .describe('insufficient_data: too few episodes, or the kind cannot be evaluated from past closes'),
    reason: z.string().nullable().describe('why the data are insufficient; null while ready'),
    from: z.iso.date().nullable().describe('first session on which it could be evaluated; null if there was none'),
    sessions: z.int().describe('sessions from `from` to the last one evaluated'),
    n: z.int().describe('episodes in the period, found by the same rules over daily closes'),
    median_sessions: z
      .number()
      .nullable()
      .describe('median length of finished episodes; null with fewer than episodes_min episodes'),
    outcomes: z.array(Outcome).describe('outcomes after 5, 10 and 20 sessions'),
  })
  .meta({ id: 'AlertRecord', description: 'What followed the episodes of one alert kind over daily history' })
export type AlertRecord = z.infer<typeof AlertRecord>

export const TrackRecord = z
  .object({
    rules_version: z.string().nullable().describe('version of the alert rules; null before the first computation'),
    as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff of its inputs, Eastern offset'),
    from: z.iso.date().nullable().describe('first session on which any kind was evaluated'),
    to: z.iso.date().nullable().describe('last session evaluated'),
    sessions: z.int().describe('sessions evaluated; a kind whose inputs began later has fewer'),
    episodes_min: z.int().describe('rates are null with fewer episodes than this'),
    alerts: z.array(AlertRecord).describe('every kind, in the order of the catalogue'),
    reason: z.string().optional().describe('why there is no track record; absent if there is one'),
  })
  .meta({ id: 'AlertTrackRecord', description: 'Base rates of past alerts; not a forecast' })
export type TrackRecord = z.infer<typeof TrackRecord>
