import type { TrustBoard } from '../../../shared/domain/contract/screener/evidence.ts'
import type { ArchetypeId } from '../../../shared/domain/contract/screener-ids.ts'
import { counted } from '../../../shared/domain/number-words.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { shown, shownOrNull } from '../../maths/shown.ts'
import { mean } from '../../maths/statistics.ts'
import { archetypes } from '../archetypes/index.ts'
import { AUTOCORRELATION_COHORTS, autocorrelation, everBettable, falseBettable } from '../false-bettable.ts'
import { tierOutlook } from '../tier-outlook.ts'
import type { Standing } from '../trust.ts'
import type { MaturedPick } from './track-record.ts'

export interface Judged {
  month: string
  reason: string
  /** Absent in judgements from before contracts had placebos. */
  contracts?: { placebos: number; placebo_hit_rate: number | null; placebo_mean_excess: number | null }
}

export interface TrustBoardInput {
  day: TradingDay
  standings: ReadonlyMap<ArchetypeId, Standing>
  gauntlets: ReadonlyMap<ArchetypeId, Judged>
  picks: readonly MaturedPick[]
  /** Complete cohorts a block, in blocks of weeks that are over, for the pace. */
  cohortsPerBlock: ReadonlyMap<ArchetypeId, number>
  /** Whether each complete cohort hit, oldest first. */
  hits: ReadonlyMap<ArchetypeId, readonly boolean[]>
}

/** Four years of fortnights: the span over which luck under autocorrelation is stated. */
const LUCK_COHORTS = 104

/** How far each archetype may be trusted, and how easily luck would look like that. */
export function trustBoard(input: TrustBoardInput): Pick<TrustBoard, 'archetypes' | 'false_bettable'> {
  const rows = archetypes.map(({ id, label, side, horizon }) => {
    const standing = input.standings.get(id)!
    const judged = input.gauntlets.get(id)
    const own = input.picks.filter(({ tracked }) => tracked.archetype === id)
    const ended = own.flatMap(({ tracked, outcome }) => (tracked.contract ? (outcome.excess ?? []) : []))
    return {
      archetype: id,
      label,
      side,
      horizon,
      tier: standing.tier,
      p_edge: shownOrNull(standing.pEdge),
      p_edge_all: shownOrNull(standing.pEdgeAll),
      cohorts_total: standing.cohortsTotal,
      cohorts_post_lock: standing.cohortsPostLock,
      hits_total: standing.hitsTotal,
      hits_post_lock: standing.hitsPostLock,
      proven: standing.isProven,
      drift: standing.drift,
      gauntlet: standing.gauntlet,
      gauntlet_reason: judged?.reason ?? null,
      gauntlet_month: judged?.month ?? null,
      n_matured: own.filter(({ tracked }) => tracked.isEvidence).length,
      contract: {
        n: ended.length,
        hit_rate: shownOrNull(mean(ended.map((excess) => (excess > 0 ? 1 : 0)))),
        mean_excess: shownOrNull(mean(ended)),
        placebos: judged?.contracts?.placebos ?? 0,
        placebo_hit_rate: judged?.contracts?.placebo_hit_rate ?? null,
        placebo_mean_excess: judged?.contracts?.placebo_mean_excess ?? null,
      },
      luck: luckOf(input.hits.get(id) ?? []),
      to_next_tier: tierOutlook({
        standing,
        horizon,
        on: input.day,
        cohortsPerBlock: input.cohortsPerBlock.get(id) ?? null,
      }).reason,
    }
  })
  const cohorts = rows.map(({ cohorts_post_lock }) => cohorts_post_lock)
  const probability = falseBettable(cohorts)
  const most = Math.max(0, ...cohorts)
  return {
    archetypes: rows,
    false_bettable: {
      cohorts: most,
      probability: shown(probability),
      sentence: luckSentence(most, probability),
    },
  }
}

function luckSentence(most: number, probability: number): string {
  if (most === 0) return 'No cohort has matured since the locks began, so luck has made no archetype BETTABLE yet.'
  const words = probability > 0 && probability < 0.005 ? 'below 0.01' : `of ${probability.toFixed(2)}`
  return (
    `If all ${archetypes.length} archetypes were worthless, at least one would have been BETTABLE by now, after ` +
    `at most ${counted(most, 'cohort')} each, with a probability ${words}.`
  )
}

function likeness(hits: readonly boolean[], correlation: number | null): string {
  if (correlation !== null) return `neighbouring cohorts correlate by ${correlation.toFixed(2)}`
  if (hits.length >= AUTOCORRELATION_COHORTS)
    return `all ${hits.length} cohorts came out alike, so none differs from its neighbour`
  return `${hits.length} ${hits.length === 1 ? 'cohort is' : 'cohorts are'} too few to tell whether neighbouring cohorts are correlated`
}

/**
 * The chance of ever being BETTABLE for a coin whose hits are correlated like this archetype's, over four years of
 * fortnights.
 */
function luckOf(hits: readonly boolean[]): NonNullable<TrustBoard['archetypes'][number]['luck']> {
  const correlation = autocorrelation(hits)
  const isPositive = correlation !== null && correlation > 0
  // Streaks of luck need similar neighbours, so a negative correlation counts as none.
  const ever = everBettable(LUCK_COHORTS, isPositive ? Math.min(0.9, correlation) : 0)
  const coin = isPositive ? 'a coin like that' : 'a fair coin'
  return {
    autocorrelation: shownOrNull(correlation),
    n: hits.length,
    cohorts: LUCK_COHORTS,
    coin_bettable: shown(ever),
    sentence: `${likeness(hits, correlation)}; ${coin} would be BETTABLE within ${LUCK_COHORTS} cohorts with probability ${ever.toFixed(3)}`,
  }
}
