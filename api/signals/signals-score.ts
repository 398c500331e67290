import { z } from 'zod'
import { SCORE_BASIS, ScoreComponent, SignalsSnapshot } from '../../shared/domain/contract/signals.ts'

export const Score = z.object({
  health_score: z.int().min(0).max(100).nullable().describe('0 to 100, higher is healthier; null with a reason'),
  components: z.array(ScoreComponent).describe('the 13 parts of the score'),
  timestamp: z.iso.date().nullable().describe('the session the score belongs to'),
  as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff of its inputs, Eastern offset'),
  rules_version: z.string().nullable().describe('version of the score and regime rules; null without a score'),
  score_low: z.int().nullable().describe('0 to 100: stale and missing inputs at their worst'),
  score_high: z.int().nullable().describe('0 to 100: stale and missing inputs at their best'),
  live_points: z.int().describe('points of the 100 that have a reading'),
  reason: z.string().nullable().describe('why there is no score; null otherwise'),
  ...SCORE_BASIS,
})
export type Score = z.infer<typeof Score>

export const emptyScore = (reason: string): Score => ({
  health_score: null,
  components: [],
  timestamp: null,
  as_of: null,
  rules_version: null,
  score_low: null,
  score_high: null,
  live_points: 0,
  reason,
})

/** Only the members for the score: the rest of an old snapshot may have another shape than today's. */
const Scored = SignalsSnapshot.pick({
  health_score: true,
  health_score_reason: true,
  score_components: true,
  trade_date: true,
  as_of: true,
  rules_version: true,
  score_low: true,
  score_high: true,
  live_points: true,
})

export function scoreOf(stored: unknown): Score {
  const snapshot = Scored.parse(stored)
  const { health_score, score_components, trade_date, as_of, rules_version, score_low, score_high, live_points } =
    snapshot
  const reason = snapshot.health_score_reason ?? (health_score === null ? 'the score could not be computed' : null)
  return {
    health_score,
    components: score_components,
    timestamp: trade_date,
    as_of,
    rules_version,
    score_low,
    score_high,
    live_points,
    reason,
  }
}
