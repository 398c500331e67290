import { dailyView, isAbsent } from '../inputs/daily-view.ts'
import { LAST_THREE_YEARS, ownPercentile, PERCENTILE_WEEKS, rankIf, spanOf } from '../inputs/own-percentile.ts'
import { standingValues } from '../inputs/standing-values.ts'
import { absentWith, defineComponent, ready } from './component.ts'
import { defineCurve } from './curve.ts'

/**
 * Ranked, because contracts and their users change over the years. Both ends score low: speculators who are all long
 * can only sell, and the deepest net shorts occur in the middle of declines. Positions need not be divided by open
 * interest, which changes far less within three years.
 */
const curve = defineCurve({
  measure: 'own 156-week percentile of net speculative E-mini positions',
  best: 'crowded on neither side',
  anchors: [
    [0, 0.2],
    [20, 0.6],
    [50, 0.72],
    [80, 0.58],
    [100, 0.3],
  ],
})

export const cot = defineComponent({
  key: 'cot',
  name: 'COT',
  max: 3,
  weightNote:
    'In 2003 to 2011 it pointed the wrong way (area under the curve 0.44, where 0.5 is chance); in 2012 to 2019 it was 0.53.',
  series: ['cot_es_noncommercial_net'],
  sessionsMax: 0,
  weeksMax: PERCENTILE_WEEKS,
  curve,
  read(inputs) {
    const view = dailyView(inputs, 'cot_es_noncommercial_net')
    if (isAbsent(view)) return absentWith('weekly positioning report', view)
    const percentile = ownPercentile(view.points, LAST_THREE_YEARS)
    if (typeof percentile !== 'number') return absentWith('net speculative positions', percentile)
    const { value } = view.latest
    const isHigh = percentile > 50
    return ready({
      view,
      bySession: standingValues(view.points, 'cot_es_noncommercial_net', inputs),
      value,
      display: `${value >= 0 ? '+' : '-'}${(Math.abs(value) / 1_000).toFixed(1)}k contracts (net speculative)`,
      percentile,
      percentileSpan: spanOf(view.points, LAST_THREE_YEARS),
      fractionIf: (shift) => curve.at(rankIf(view.points, shift, LAST_THREE_YEARS)),
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
