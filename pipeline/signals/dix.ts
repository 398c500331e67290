import { piecewiseLinear } from '../maths/piecewise-linear.ts'
import { dailyView, isAbsent } from '../readings/daily-view.ts'
import { ownPercentile, PERCENTILE_SESSIONS } from '../readings/own-percentile.ts'
import { defineComponent, ready } from './component.ts'

/** By rank: the level drifts, with yearly medians from 0.39 (2014) to 0.44 (2016). */
const curve = piecewiseLinear([
  [0, 0.15],
  [50, 0.58],
  [100, 1],
])

export const dix = defineComponent({
  key: 'dix',
  name: 'DIX',
  max: 8,
  series: ['dix'],
  sessionsMax: PERCENTILE_SESSIONS,
  curve:
    'own 252-session percentile, higher is better (short volume off exchange is investors buying): 0 15 %, 50 58 %, 100 100 %',
  read(inputs) {
    const view = dailyView(inputs, 'dix')
    if (isAbsent(view)) return view
    const percentile = ownPercentile(view.points)
    if (typeof percentile !== 'number') return percentile
    const { value } = view.latest
    return ready({
      view,
      value,
      display: `${(100 * value).toFixed(1)} %`,
      percentile,
      pointsFraction: curve(percentile),
      inputs: [view.input],
      label: {
        favorable: 'Strong accumulation',
        leaning: 'Accumulation',
        neutral: 'Balanced off-exchange flow',
        caution: 'Thin buying',
        adverse: 'Distribution',
      },
    })
  },
})
