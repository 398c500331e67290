import { dailyView, isAbsent } from '../inputs/daily-view.ts'
import { ownPercentile, PERCENTILE_SESSIONS, rankIf } from '../inputs/own-percentile.ts'
import { defineComponent, ready } from './component.ts'
import { defineCurve } from './curve.ts'

/**
 * Ranked, because the level drifts by tens of points, and best a little above the middle: SKEW collapses in the crash
 * itself, when all options are dear, and is extreme when tail hedges are dear. In 2013-2019 declines of 4 % followed 21
 * % of the sessions in the lowest fifth, 11 % in the fourth and 16 % in the highest.
 */
const curve = defineCurve({
  measure: 'own 252-session percentile',
  best: 'neither extreme',
  anchors: [
    [0, 0.2],
    [25, 0.55],
    [65, 0.8],
    [85, 0.6],
    [100, 0.25],
  ],
})

export const skew = defineComponent({
  key: 'skew',
  name: 'Skew',
  max: 5,
  series: ['skew_close'],
  sessionsMax: PERCENTILE_SESSIONS,
  curve,
  read(inputs) {
    const view = dailyView(inputs, 'skew_close')
    if (isAbsent(view)) return view
    const percentile = ownPercentile(view.points)
    if (typeof percentile !== 'number') return percentile
    const { value } = view.latest
    return ready({
      view,
      value,
      display: value.toFixed(1),
      percentile,
      fractionIf: (shift) => curve.at(rankIf(view.points, shift)),
      inputs: [view.input],
      label: {
        favorable: 'Tails fairly priced',
        leaning: 'Tails fairly priced',
        neutral: percentile > 65 ? 'Tail hedges bid' : 'Tail demand low',
        caution: percentile > 65 ? 'Tail hedges dear' : 'Skew collapsing',
        adverse: 'Skew collapsed',
      },
    })
  },
})
