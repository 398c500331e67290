import type { TrustBoard } from '../../../shared/domain/contract/screener/evidence.ts'
import type { ArchetypeId } from '../../../shared/domain/contract/screener-ids.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { shown, shownOrNull } from '../../maths/shown.ts'
import { mean } from '../../maths/statistics.ts'
import { archetypes } from '../archetypes/index.ts'
import { falseBettable } from '../false-bettable.ts'
import { tierOutlook } from '../tier-outlook.ts'
import type { Standing } from '../trust.ts'
import type { MaturedPick } from './track-record.ts'

export interface Judged {
  month: string
  reason: string
}

export interface TrustBoardInput {
  day: TradingDay
  standings: ReadonlyMap<ArchetypeId, Standing>
  gauntlets: ReadonlyMap<ArchetypeId, Judged>
  picks: readonly MaturedPick[]
  /** Cohorts that completed in each block of weeks so far, for the pace. */
  cohortsPerBlock: ReadonlyMap<ArchetypeId, number>
}

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
      },
      to_next_tier: tierOutlook({
        standing,
        horizon,
        on: input.day,
        cohortsPerBlock: input.cohortsPerBlock.get(id) ?? null,
      }).reason,
    }
  })
  const cohorts = Math.max(0, ...rows.map(({ cohorts_post_lock }) => cohorts_post_lock))
  const probability = falseBettable(cohorts)
  return {
    archetypes: rows,
    false_bettable: {
      cohorts,
      probability: shown(probability),
      sentence:
        `If all ${archetypes.length} archetypes were worthless, at least one would have been BETTABLE by now, after ` +
        `${cohorts} cohorts each, with probability ${probability.toFixed(2)}.`,
    },
  }
}
