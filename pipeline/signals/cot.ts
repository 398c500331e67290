import { piecewiseLinear } from '../maths/piecewise-linear.ts'
import { dailyView, isAbsent } from '../readings/daily-view.ts'
import { LAST_THREE_YEARS, ownPercentile, PERCENTILE_WEEKS, spanOf } from '../readings/own-percentile.ts'
import { defineComponent, ready, without } from './component.ts'

/**
 * By rank, since contracts and their users change over the years, and a tent: speculators who are all long have only
 * selling left to do, and the deepest net shorts are found in the middle of declines. The rank needs no open interest,
 * which changes by far less within three years than positions do.
 */
const curve = piecewiseLinear([
  [0, 0.2],
  [20, 0.6],
  [50, 0.72],
  [80, 0.58],
  [100, 0.3],
])

export const cot = defineComponent({
  key: 'cot',
  name: 'COT',
  max: 6,
  series: ['cot_es_noncommercial_net'],
  sessionsMax: 0,
  weeksMax: PERCENTILE_WEEKS,
  curve:
    'own 156-week percentile of net speculative E-mini positions, crowding on either side is bad: 0 20 %, 20 60 %, 50 72 %, 80 58 %, 100 30 %',
  read(inputs) {
    const view = dailyView(inputs, 'cot_es_noncommercial_net')
    if (isAbsent(view)) return without('weekly positioning report', view)
    const percentile = ownPercentile(view.points, LAST_THREE_YEARS)
    if (typeof percentile !== 'number') return without('net speculative positions', percentile)
    const { value } = view.latest
    const isHigh = percentile > 50
    return ready({
      view,
      value,
      display: `${value >= 0 ? '+' : '-'}${(Math.abs(value) / 1_000).toFixed(1)}k contracts (net speculative)`,
      percentile,
      percentileSpan: spanOf(view.points, LAST_THREE_YEARS),
      pointsFraction: curve(percentile),
      inputs: [view.input],
      label: {
        favorable: 'Balanced speculators',
        leaning: 'Balanced speculators',
        neutral: isHigh ? 'Speculators long' : 'Speculators short',
        caution: isHigh ? 'Crowded longs' : 'Crowded shorts',
        adverse: isHigh ? 'Crowded longs' : 'Crowded shorts',
      },
    })
  },
})
