import { z } from 'zod'
import { HistoryLoading } from './history-loading.ts'
import { Regime } from './signals.ts'

const Score = z.int().min(0).max(100).nullable()

const RegimeSpell = z
  .object({
    regime: Regime.describe('the regime as closes confirmed it'),
    from: z.iso.date().describe('first session of the spell'),
    to: z.iso.date().describe('last session of the spell; the newest session for the current spell'),
    sessions: z.int().describe('sessions whose close confirmed it'),
    sessions_without_reading: z.int().describe('sessions in between without a regime, at most five in a row'),
    score_begin: Score.describe('health score of its first session; null without one'),
    score_end: Score.describe('health score of its last session; null without one'),
    reason: z.string().describe('the readings that caused it, as stated on its first session'),
    rules_version: z.string().describe('version of the rules of its first session'),
    complete: z
      .boolean()
      .describe('true if both its beginning and its end were observed; only such spells count in medians'),
    ended_by: z
      .enum(['change', 'no_reading'])
      .nullable()
      .describe(
        'change: another regime followed; no_reading: more than five sessions without one; null while it continues',
      ),
  })
  .meta({ id: 'RegimeSpell', description: 'An unbroken stretch of sessions in one regime' })
export type RegimeSpell = z.infer<typeof RegimeSpell>

const RegimeTally = z
  .object({
    regime: Regime.describe('the regime'),
    spells: z.int().describe('spells in the window'),
    sessions: z.int().describe('sessions in those spells'),
    n: z.int().describe('complete spells, from which the median is computed'),
    median_sessions: z.number().nullable().describe('median length of its complete spells, sessions; null without one'),
    longest_sessions: z.int().nullable().describe('longest of its complete spells; null without one'),
  })
  .meta({ id: 'RegimeTally', description: 'How often and how long one regime lasted' })

export const RegimeLog = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    days: z.int().describe('Eastern calendar days requested, today included'),
    from: z.iso.date().nullable().describe('first session with a row that was read; null without one'),
    to: z.iso.date().nullable().describe('newest session with a row; null without one'),
    rules_versions: z.array(z.string()).describe('rules versions the rows were computed by, oldest first'),
    current: RegimeSpell.nullable().describe('the spell that continues; null if the newest session has no regime'),
    spells: z.array(RegimeSpell).describe('spells that overlap the window, newest first'),
    n: z.int().describe('spells listed'),
    by_regime: z.array(RegimeTally).describe('counts by regime, best first, including regimes that never occurred'),
    history_loading: HistoryLoading.nullish().describe(
      'daily rows that are still being filled: until this is null, spells are missing and begin too late',
    ),
    reason: z.string().nullable().describe('why there is no spell; null while there is one'),
  })
  .meta({ id: 'RegimeLog', description: 'The spells of the regime' })
export type RegimeLog = z.infer<typeof RegimeLog>
