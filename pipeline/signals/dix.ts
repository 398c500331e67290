import { dailyView, isAbsent } from '../inputs/daily-view.ts'
import { ownPercentile, PERCENTILE_SESSIONS, rankIf } from '../inputs/own-percentile.ts'
import { defineComponent, ready } from './component.ts'
import { defineCurve } from './curve.ts'

/** Ranked, because the level drifts: yearly medians run from 0.39 (2014) to 0.44 (2016). */
const curve = defineCurve({
  measure: 'own 252-session percentile',
  best: 'higher: short volume off exchange is investors buying',
  anchors: [
    [0, 0.15],
    [50, 0.58],
    [100, 1],
  ],
})

export const dix = defineComponent({
  key: 'dix',
  name: 'DIX',
  max: 3,
  weightNote: 'Outside 2012 to 2019 it pointed the wrong way: falls followed high readings more often than low ones.',
  series: ['dix'],
  sessionsMax: PERCENTILE_SESSIONS,
  curve,
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
      fractionIf: (shift) => curve.at(rankIf(view.points, shift)),
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
