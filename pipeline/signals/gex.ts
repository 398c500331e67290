import { dollarBillions } from '../../shared/domain/number-words.ts'
import { isAbsent } from '../inputs/daily-view.ts'
import { gammaView } from '../inputs/gamma-view.ts'
import { ownPercentile, PERCENTILE_SESSIONS, rankIf } from '../inputs/own-percentile.ts'
import { defineComponent, ready } from './component.ts'
import { defineCurve } from './curve.ts'

/** Ranked, because dollars of gamma grow with the options market. */
const curve = defineCurve({
  measure: 'own 252-session percentile; below zero dollars at most 5 % of the points',
  best: 'higher: dealers dampen moves',
  anchors: [
    [0, 0],
    [25, 0.3],
    [50, 0.55],
    [100, 1],
  ],
})
/** Below zero dealers sell into declines, so even a high rank scores near the bottom. */
const NEGATIVE_FRACTION_MAX = 0.05

export const gex = defineComponent({
  key: 'gex',
  name: 'GEX',
  max: 8,
  pillar: 'gamma',
  series: ['gex_own', 'gex_vendor'],
  sessionsMax: PERCENTILE_SESSIONS,
  curve,
  read(inputs) {
    const view = gammaView(inputs)
    if (isAbsent(view)) return view
    const percentile = ownPercentile(view.points)
    if (typeof percentile !== 'number') return percentile
    const { value } = view.latest
    const label = view.series === 'gex_own' ? 'own SPY chain without 0DTE' : "vendor's series"
    return ready({
      view,
      value,
      display: `${dollarBillions(value)} per 1 % (${label})`,
      percentile,
      fractionIf: (shift) => {
        const fraction = curve.at(rankIf(view.points, shift))
        return value + shift < 0 ? Math.min(NEGATIVE_FRACTION_MAX, fraction) : fraction
      },
      inputs: [view.input],
      label: {
        favorable: 'Strong dampening',
        leaning: 'Dampening',
        neutral: 'Ordinary dealer gamma',
        caution: 'Thin dealer gamma',
        adverse: value < 0 ? 'Negative gamma' : 'Very thin dealer gamma',
      },
    })
  },
})
