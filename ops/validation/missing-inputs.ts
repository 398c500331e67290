import { knownHistory } from '../../pipeline/history/known-history.ts'
import { type HistoryDay, replay } from '../../pipeline/history/replay.ts'
import { mean } from '../../pipeline/maths/statistics.ts'
import { components } from '../../pipeline/signals/index.ts'
import type { Observation } from '../../shared/domain/market/observation.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'

export interface Experiment {
  without: string
  /** Sessions with a score (or regime) from all inputs and none without these. */
  scoresLost: number
  regimesLost: number
  /** Percentage of the remaining sessions whose regime differs. */
  regimesChanged: number
  /** Mean change of the score, and mean size of the change. */
  meanChange: number | null
  meanSize: number | null
  /** Sessions on which the full score lies outside the bounds of the poorer one. */
  outsideBounds: number
}

/** Replays the whole history without the series of each component in turn. */
export function dropEach(
  values: readonly Observation[],
  whole: readonly HistoryDay[],
  from: string,
  say: (what: string) => void,
): Experiment[] {
  return components.map(({ name, series }) => {
    say(name)
    return compare(`${name} (${series.join(', ')})`, values, series, whole, from)
  })
}

function compare(
  without: string,
  values: readonly Observation[],
  dropped: readonly SeriesId[],
  whole: readonly HistoryDay[],
  from: string,
): Experiment {
  const poorer = [...replay(knownHistory(values.filter(({ series }) => !dropped.includes(series))))]
  const byDate = new Map(poorer.map(({ row }) => [row.tradeDate, row]))
  const pairs = whole.flatMap(({ row }) => {
    const other = byDate.get(row.tradeDate)
    return row.tradeDate >= from && other ? [{ row, other }] : []
  })
  const scored = pairs.flatMap(({ row, other }) =>
    row.healthScore === null || other.healthScore === null
      ? []
      : [{ change: other.healthScore - row.healthScore, full: row.healthScore, other }],
  )
  const withRegimes = pairs.filter(({ row, other }) => row.regime !== null && other.regime !== null)
  const changed = withRegimes.filter(({ row, other }) => row.regime !== other.regime).length
  return {
    without,
    scoresLost: pairs.filter(({ row, other }) => row.healthScore !== null && other.healthScore === null).length,
    regimesLost: pairs.filter(({ row, other }) => row.regime !== null && other.regime === null).length,
    regimesChanged: (100 * changed) / Math.max(1, withRegimes.length),
    meanChange: mean(scored.map(({ change }) => change)),
    meanSize: mean(scored.map(({ change }) => Math.abs(change))),
    outsideBounds: scored.filter(({ full, other }) => full < (other.scoreLow ?? 0) || full > (other.scoreHigh ?? 100))
      .length,
  }
}
