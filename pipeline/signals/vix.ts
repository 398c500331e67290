import { dailyView, isAbsent } from '../inputs/daily-view.ts'
import { PERCENTILE_SESSIONS, percentileOrNull } from '../inputs/own-percentile.ts'
import { defineComponent, ready } from './component.ts'
import { defineCurve } from './curve.ts'

/**
 * Scored by level: a VIX of 30 is stress whatever the year before was like. The anchor at 17 is a little above the
 * medians of the calm years (2013-2019: 10.9 to 15.5).
 */
const curve = defineCurve({
  measure: 'index points',
  best: 'lower',
  anchors: [
    [10, 1],
    [13, 0.75],
    [17, 0.5],
    [20, 0.33],
    [25, 0.13],
    [32, 0],
  ],
})

export const vix = defineComponent({
  key: 'vix',
  name: 'VIX',
  max: 12,
  pillar: 'volatility',
  series: ['vix_close'],
  sessionsMax: PERCENTILE_SESSIONS,
  curve,
  read(inputs) {
    const view = dailyView(inputs, 'vix_close')
    if (isAbsent(view)) return view
    const { value } = view.latest
    return ready({
      view,
      value,
      display: value.toFixed(2),
      percentile: percentileOrNull(view.points),
      fractionIf: (shift) => curve.at(value + shift),
      inputs: [view.input],
      label: {
        favorable: 'Calm',
        leaning: 'Quiet',
        neutral: 'Ordinary volatility',
        caution: 'Elevated volatility',
        adverse: 'Stressed volatility',
      },
    })
  },
})
