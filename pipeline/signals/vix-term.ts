import { combineDays } from '../inputs/combine-days.ts'
import { dailyView, isAbsent } from '../inputs/daily-view.ts'
import { PERCENTILE_SESSIONS, percentileOrNull } from '../inputs/own-percentile.ts'
import { defineComponent, ready } from './component.ts'
import { defineCurve } from './curve.ts'

/** The ratio has no drift. Its median is about 0.88; above 1 near-term fear costs more than three-month fear. */
const curve = defineCurve({
  measure: 'VIX / VIX3M',
  best: 'lower',
  anchors: [
    [0.78, 1],
    [0.88, 0.55],
    [0.93, 0.35],
    [1, 0.1],
    [1.06, 0],
  ],
})

export const vixTerm = defineComponent({
  key: 'vix_term',
  name: 'VIX Term',
  max: 8,
  series: ['vix_close', 'vix3m_close'],
  sessionsMax: PERCENTILE_SESSIONS,
  curve,
  read(inputs) {
    const near = dailyView(inputs, 'vix_close')
    if (isAbsent(near)) return near
    const far = dailyView(inputs, 'vix3m_close')
    if (isAbsent(far)) return far
    const points = combineDays(near.points, far.points, (a, b) => a / b)
    const last = points.at(-1)
    // A ratio of today's VIX and yesterday's VIX3M would show a shock as an inversion that never existed.
    if (!last || near.latest.day !== far.latest.day) {
      return {
        status: 'not_ready',
        reason: `VIX is for ${near.latest.day}, VIX3M for ${far.latest.day}: no common day`,
      }
    }
    return ready({
      view: { points },
      value: last.value,
      display: `${last.value.toFixed(3)} (VIX / VIX3M)`,
      percentile: percentileOrNull(points),
      fractionIf: (shift) => curve.at(last.value + shift),
      inputs: [near.input, far.input],
      label: {
        favorable: 'Steep contango',
        leaning: 'Contango',
        neutral: 'Mild contango',
        caution: 'Flat term structure',
        // The lowest fifth of the points begins below 1, where the nearer month still costs less.
        adverse: last.value >= 1 ? 'Backwardation' : 'Nearly inverted',
      },
    })
  },
})
