import { signed } from '../../shared/domain/number-words.ts'
import { dailyView, isAbsent } from '../inputs/daily-view.ts'
import { PERCENTILE_SESSIONS, percentileOrNull } from '../inputs/own-percentile.ts'
import { mean } from '../maths/statistics.ts'
import { defineComponent, ready } from './component.ts'
import { defineCurve } from './curve.ts'

/**
 * Scored by level, because zero is the boundary that matters. Yearly medians of 2s10s in 2013-2019 run from 0.2 to 2.2.
 */
const curve = defineCurve({
  measure: '2s10s and 3m10y in percentage points, the mean of both',
  best: 'steeper',
  anchors: [
    [-1, 0],
    [0, 0.3],
    [0.5, 0.45],
    [1, 0.55],
    [2, 0.75],
    [3, 0.9],
  ],
})

/** Spreads of less than this many percentage points, by their mean, are called flat. */
const FLAT_POINTS = 0.5

/** Both spreads have equal weight: 3m10y reflects policy, 2s10s what markets expect of it. */
export const yieldCurve = defineComponent({
  key: 'yield_curve',
  name: 'Yield Curve',
  max: 2,
  weightNote:
    'In 2003 to 2011 a steep curve came before falls more often than a flat one (area under the curve 0.44, where 0.5 is chance), since curves steepen in recessions.',
  series: ['t10y2y', 't10y3m'],
  sessionsMax: PERCENTILE_SESSIONS,
  curve,
  read(inputs) {
    const view = dailyView(inputs, 't10y2y')
    if (isAbsent(view)) return view
    const bills = dailyView(inputs, 't10y3m')
    const views = isAbsent(bills) ? [view] : [view, bills]
    const { value } = view.latest
    return ready({
      view,
      value,
      display: views
        .map((each, index) => `${index === 0 ? '2s10s' : '3m10y'} ${signed(each.latest.value, 2)}`)
        .join(', '),
      percentile: percentileOrNull(view.points),
      fractionIf: (shift) => mean(views.map((each) => curve.at(each.latest.value + shift))) ?? 0,
      inputs: views.map(({ input }) => input),
      label: {
        favorable: 'Steep curve',
        leaning: 'Positive curve',
        neutral:
          (mean(views.map(({ latest }) => latest.value)) ?? 0) < FLAT_POINTS ? 'Flat but positive' : 'Positive curve',
        caution: 'Flat to inverted',
        adverse: 'Inverted curve',
      },
    })
  },
})
