import { dailyView, isAbsent } from '../inputs/daily-view.ts'
import { PERCENTILE_SESSIONS, percentileOrNull } from '../inputs/own-percentile.ts'
import { defineComponent, ready } from './component.ts'
import { defineCurve } from './curve.ts'

/**
 * Scored by level: spreads stay wide for years in a bad cycle, and a trailing rank would call the second year normal.
 * Yearly medians of 2013 to 2019 run from 3.5 to 5.9; half of the points lie at their upper middle, none beyond 10.
 */
const curve = defineCurve({
  measure: 'percent over Treasuries',
  best: 'lower',
  anchors: [
    [2.8, 1],
    [3.6, 0.75],
    [4.6, 0.5],
    [6, 0.22],
    [8, 0.05],
    [10, 0],
  ],
})

export const hyOas = defineComponent({
  key: 'hy_oas',
  name: 'HY OAS',
  max: 18,
  pillar: 'credit',
  series: ['hy_oas'],
  sessionsMax: PERCENTILE_SESSIONS,
  curve,
  read(inputs) {
    const view = dailyView(inputs, 'hy_oas')
    if (isAbsent(view)) return view
    const { value } = view.latest
    return ready({
      view,
      value,
      display: `${value.toFixed(2)} %`,
      percentile: percentileOrNull(view.points),
      fractionIf: (shift) => curve.at(value + shift),
      inputs: [view.input],
      label: {
        favorable: 'Tight spreads',
        leaning: 'Easy credit',
        neutral: 'Ordinary spreads',
        caution: 'Wide spreads',
        adverse: 'Distressed spreads',
      },
    })
  },
})
