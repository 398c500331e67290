import type { SeriesId } from '../../shared/domain/market/series.ts'
import { decisive, isMissing, observedOf } from '../alerts/decisive-input.ts'
import { withoutRemainder } from '../inputs/change-over.ts'
import type { DailyView } from '../inputs/daily-view.ts'
import { defineWire, noData, type Wire } from './wire.ts'

type Lines = { level: number; rearm: number } | string

/** A wire on a series with one value a day; `linesOf` returns its current lines, or why there are none. */
function dailyWire(
  words: Pick<Wire, 'key' | 'label' | 'levelKind' | 'side' | 'risk'>,
  series: SeriesId,
  linesOf: (points: DailyView['points']) => Lines,
): Wire {
  return defineWire({
    ...words,
    feed: 'daily',
    distanceIn: 'points',
    series: [series],
    read(inputs) {
      const view = decisive({ ...inputs, quotes: {}, chain: null, missing: [], degraded: [] }, series)
      if (isMissing(view)) return noData(view.reason)
      const lines = linesOf(view.points)
      if (typeof lines === 'string') return noData(lines)
      const { value } = view.latest
      return { status: 'observed', value, ...lines, observedAt: observedOf([view]), inputs: [view.input] }
    },
  })
}

/** A step is measured against the value of a week before, whatever lay in between. */
const STEP_OBSERVATIONS = 5

const stepUp =
  (step: number) =>
  (points: DailyView['points']): Lines => {
    const base = points.at(-1 - STEP_OBSERVATIONS)
    if (!base) return `${points.length} of ${STEP_OBSERVATIONS + 1} observations are known`
    // A value that has risen by exactly the step is at the level.
    return { level: withoutRemainder(base.value + step), rearm: withoutRemainder(base.value + step / 2) }
  }

const HY_OAS_STEP = 0.3
export const hyOasStep = dailyWire(
  {
    key: 'hy_oas_step',
    label: `HY OAS ${HY_OAS_STEP} points wider than ${STEP_OBSERVATIONS} observations earlier`,
    levelKind: 'hy_oas_percent',
    side: 'above',
    risk: 'risk-up',
  },
  'hy_oas',
  stepUp(HY_OAS_STEP),
)

const YIELD_STEP = 0.25
export const dgs10Step = dailyWire(
  {
    key: 'dgs10_step',
    label: `10-year yield ${YIELD_STEP} points higher than ${STEP_OBSERVATIONS} observations earlier`,
    levelKind: 'yield_percent',
    side: 'above',
    risk: 'risk-up',
  },
  'dgs10',
  stepUp(YIELD_STEP),
)

export const breadth40 = dailyWire(
  {
    key: 'breadth_40',
    label: 'fewer than 40 % of members above their 50-day average',
    levelKind: 'breadth_percent',
    side: 'below',
    risk: 'risk-up',
  },
  'pct_above_50dma',
  () => ({ level: 40, rearm: 45 }),
)

export const breadth60 = dailyWire(
  {
    key: 'breadth_60',
    label: '60 % of members or more above their 50-day average',
    levelKind: 'breadth_percent',
    side: 'above',
    risk: 'risk-down',
  },
  'pct_above_50dma',
  () => ({ level: 60, rearm: 55 }),
)
