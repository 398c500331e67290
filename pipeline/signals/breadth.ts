import { dailyView, isAbsent } from '../inputs/daily-view.ts'
import { PERCENTILE_SESSIONS, percentileOrNull } from '../inputs/own-percentile.ts'
import { absentWith, defineComponent, ready } from './component.ts'
import { defineCurve } from './curve.ts'

/**
 * Scored by level: a share of members does not drift, and half of them above their average is neutral. The regime's
 * strained band begins at 40, the upper edge of caution.
 */
const curve = defineCurve({
  measure: 'percent of S&P 500 members above their 50-day average',
  best: 'higher',
  anchors: [
    [10, 0],
    [25, 0.15],
    [40, 0.35],
    [55, 0.5],
    [70, 0.66],
    [90, 1],
  ],
})

export const breadth = defineComponent({
  key: 'breadth',
  name: 'Breadth',
  max: 13,
  pillar: 'breadth',
  series: ['pct_above_50dma'],
  sessionsMax: PERCENTILE_SESSIONS,
  curve,
  read(inputs) {
    const view = dailyView(inputs, 'pct_above_50dma')
    if (isAbsent(view)) return absentWith('members above their 50-day average', view)
    const { value } = view.latest
    return ready({
      view,
      value,
      display: `${value.toFixed(1)} % above the 50-day average`,
      percentile: percentileOrNull(view.points),
      fractionIf: (shift) => curve.at(value + shift),
      inputs: [view.input],
      label: {
        favorable: 'Broad advance',
        leaning: 'Broad participation',
        neutral: 'Mixed participation',
        caution: 'Narrow market',
        adverse: 'Broad selling',
      },
    })
  },
})
