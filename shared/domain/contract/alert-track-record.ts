import { z } from 'zod'
import { AlertId, Severity } from './alert.ts'

/** Where the stage keeps it and the route finds it. */
export const TRACK_RECORD_KEY = 'alerts/track-record'

const rate = (words: string) =>
  z.number().min(0).max(1).nullable().describe(`${words}, a fraction; null below the floor`)
const percent = (words: string) => z.number().nullable().describe(`${words}, percent; null below the floor`)

const Outcome = z
  .object({
    sessions: z.int().describe('sessions from the close of the day it fired'),
    n: z.int().describe('episodes old enough to know'),
    median_return: percent('median change of SPY'),
    rate_up: rate('share of episodes after which SPY stood higher'),
    base_n: z.int().describe('sessions of the kind’s own period, whatever fired'),
    base_median_return: percent('median change of SPY from any of them'),
    base_rate_up: rate('share of them after which SPY stood higher'),
  })
  .meta({ id: 'AlertOutcome', description: 'What SPY did afterwards, beside what it did from any session' })
export type AlertOutcome = z.infer<typeof Outcome>

export const AlertRecord = z
  .object({
    alert_id: AlertId.describe('the kind'),
    severity: Severity.describe('of the kind; an episode may have another'),
    fires: z.string().describe('when it fires, in words'),
    clears: z.string().describe('when it clears, in words; another condition'),
    status: z
      .enum(['ready', 'insufficient_data'])
      .describe('insufficient_data: too few episodes, or past closes cannot tell'),
    reason: z.string().nullable().describe('why there is too little; null while ready'),
    from: z.iso.date().nullable().describe('first session on which it could be judged; null when there was none'),
    sessions: z.int().describe('sessions of its period: from there to the last one judged'),
    n: z.int().describe('episodes in the period, by the same rules over daily closes'),
    median_sessions: z.number().nullable().describe('median length of the finished episodes; null below the floor'),
    outcomes: z.array(Outcome).describe('after 5, 10 and 20 sessions'),
  })
  .meta({ id: 'AlertRecord', description: 'How one kind has done over daily history' })
export type AlertRecord = z.infer<typeof AlertRecord>

export const TrackRecord = z
  .object({
    rules_version: z.string().nullable().describe('version of the alert rules; null before it was computed'),
    as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff of its inputs, Eastern offset'),
    from: z.iso.date().nullable().describe('first session judged by any kind'),
    to: z.iso.date().nullable().describe('last session judged'),
    sessions: z.int().describe('sessions judged; a kind whose inputs began later has fewer'),
    episodes_min: z.int().describe('below so many episodes rates are null'),
    alerts: z.array(AlertRecord).describe('every kind, in the order of the catalogue'),
    reason: z.string().optional().describe('why there is nothing; absent while there is'),
  })
  .meta({ id: 'AlertTrackRecord', description: 'Base rates of the past, no forecast' })
export type TrackRecord = z.infer<typeof TrackRecord>
