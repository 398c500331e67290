import { dailyView, isAbsent } from '../inputs/daily-view.ts'
import { PERCENTILE_SESSIONS, percentileOrNull } from '../inputs/own-percentile.ts'
import { mean } from '../maths/statistics.ts'
import { defineComponent, ready } from './component.ts'
import { defineCurve } from './curve.ts'

/**
 * Scored by distance from the inflation target (2 % PCE is about 2.3 % CPI): below it markets price a slump; above it
 * they price a central bank that reacts too late.
 */
const curve = defineCurve({
  measure: '10-year and 5-year breakeven inflation in percent, the mean of both',
  best: 'near the target',
  anchors: [
    [0.5, 0],
    [1.2, 0.3],
    [1.7, 0.58],
    [2.2, 0.8],
    [2.5, 0.65],
    [3, 0.25],
    [3.5, 0],
  ],
})
const TARGET = 2.2

export const breakevens = defineComponent({
  key: 'breakevens',
  name: 'Breakevens',
  max: 8,
  series: ['t10yie', 't5yie'],
  sessionsMax: PERCENTILE_SESSIONS,
  curve,
  read(inputs) {
    const view = dailyView(inputs, 't10yie')
    if (isAbsent(view)) return view
    const five = dailyView(inputs, 't5yie')
    const views = isAbsent(five) ? [view] : [view, five]
    const { value } = view.latest
    const above = (mean(views.map(({ latest }) => latest.value)) ?? value) > TARGET
    return ready({
      view,
      value,
      display: views
        .map(({ latest }, index) => `${index === 0 ? '10y' : '5y'} ${latest.value.toFixed(2)} %`)
        .join(', '),
      percentile: percentileOrNull(view.points),
      fractionIf: (shift) => mean(views.map(({ latest }) => curve.at(latest.value + shift))) ?? 0,
      inputs: views.map(({ input }) => input),
      label: {
        favorable: 'Inflation at target',
        leaning: 'Inflation near target',
        neutral: above ? 'Inflation priced high' : 'Inflation priced low',
        caution: above ? 'Inflation pressure' : 'Disinflation',
        adverse: above ? 'Inflation scare' : 'Deflation scare',
      },
    })
  },
})
