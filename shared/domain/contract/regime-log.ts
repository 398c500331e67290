import { z } from 'zod'
import { Regime } from './signals.ts'

const Score = z.int().min(0).max(100).nullable()

const RegimeSpell = z
  .object({
    regime: Regime.describe('the regime as closes confirmed it'),
    from: z.iso.date().describe('first session of the spell'),
    to: z.iso.date().describe('last session of the spell; of the current one the newest session'),
    sessions: z.int().describe('sessions whose close told it'),
    sessions_without_reading: z.int().describe('sessions in between that told no regime, at most five in a row'),
    score_begin: Score.describe('health score of its first session; null without one'),
    score_end: Score.describe('health score of its last session; null without one'),
    reason: z.string().describe('the readings that brought it, as its first session stated them'),
    rules_version: z.string().describe('version of the rules of its first session'),
    complete: z.boolean().describe('its beginning and its end were both seen; only such spells count in medians'),
    ended_by: z
      .enum(['change', 'no_reading'])
      .nullable()
      .describe('another regime, or more than five sessions without any; null while it goes on'),
  })
  .meta({ id: 'RegimeSpell', description: 'An unbroken stretch of sessions in one regime' })
export type RegimeSpell = z.infer<typeof RegimeSpell>

const RegimeTally = z
  .object({
    regime: Regime.describe('the regime'),
    spells: z.int().describe('its spells in the window'),
    sessions: z.int().describe('sessions of those spells'),
    n: z.int().describe('complete spells, which the median is of'),
    median_sessions: z.number().nullable().describe('median length of its complete spells, sessions; null without one'),
    longest_sessions: z.int().nullable().describe('longest of its complete spells; null without one'),
  })
  .meta({ id: 'RegimeTally', description: 'How often and how long one regime stood' })

export const RegimeLog = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    days: z.int().describe('Eastern calendar days asked for, today included'),
    from: z.iso.date().nullable().describe('first session a row was looked at of; null without one'),
    to: z.iso.date().nullable().describe('newest session with a row; null without one'),
    rules_versions: z.array(z.string()).describe('versions of the rules the rows were computed by, oldest first'),
    current: RegimeSpell.nullable().describe('the spell that goes on; null when the newest session tells no regime'),
    spells: z.array(RegimeSpell).describe('spells that reach into the window, newest first'),
    n: z.int().describe('spells listed'),
    by_regime: z.array(RegimeTally).describe('counts by regime, best first; every regime, also one that never stood'),
    reason: z.string().nullable().describe('why there is no spell; null while there is one'),
  })
  .meta({ id: 'RegimeLog', description: 'The spells of the regime' })
export type RegimeLog = z.infer<typeof RegimeLog>
