import { signed } from '../../shared/domain/number-words.ts'
import { difference } from '../inputs/change-over.ts'
import { combineDays } from '../inputs/combine-days.ts'
import { dailyView, isAbsent } from '../inputs/daily-view.ts'
import { LAST_THREE_YEARS, ownPercentile, PERCENTILE_WEEKS, rankIf, spanOf } from '../inputs/own-percentile.ts'
import { standingValues } from '../inputs/standing-values.ts'
import { absentWith, defineComponent, ready } from './component.ts'
import { defineCurve } from './curve.ts'

/**
 * Ranked, because moods drift over a decade. Both ends score low: euphoria leaves no buyers, and the deepest gloom is
 * the stress itself. Moderate gloom is the wall of worry that markets climb, so the best rank lies below the middle.
 */
const curve = defineCurve({
  measure: 'own 156-week percentile of bulls minus bears',
  best: 'short of euphoria and despair',
  anchors: [
    [0, 0.25],
    [15, 0.6],
    [40, 0.75],
    [75, 0.55],
    [100, 0.15],
  ],
})

const points = (value: number): string => `${signed(100 * value, 1)} points`

export const aaii = defineComponent({
  key: 'aaii',
  name: 'AAII',
  max: 2,
  weightNote:
    'It never distinguished falls from calm periods (area under the curve 0.51 and 0.52, where 0.5 is chance), and outside 2012 to 2019 it pointed the wrong way.',
  series: ['aaii_bullish', 'aaii_bearish'],
  sessionsMax: 0,
  weeksMax: PERCENTILE_WEEKS,
  curve,
  read(inputs) {
    const bulls = dailyView(inputs, 'aaii_bullish')
    if (isAbsent(bulls)) return absentWith('weekly survey of investors', bulls)
    const bears = dailyView(inputs, 'aaii_bearish')
    if (isAbsent(bears)) return absentWith('weekly survey of investors', bears)
    const spread = combineDays(bulls.points, bears.points, (up, down) => difference(down, up))
    const last = spread.at(-1)
    if (!last || last.day !== bulls.latest.day || last.day !== bears.latest.day) {
      const reason = `bulls are for ${bulls.latest.day}, bears for ${bears.latest.day}: no common week`
      return { status: 'not_ready', reason }
    }
    const percentile = ownPercentile(spread, LAST_THREE_YEARS)
    if (typeof percentile !== 'number') return absentWith('bulls minus bears', percentile)
    const isHigh = percentile > 50
    return ready({
      view: { points: spread },
      bySession: standingValues(spread, 'aaii_bullish', inputs),
      value: last.value,
      display: `${points(last.value)} (bulls minus bears)`,
      percentile,
      percentileSpan: spanOf(spread, LAST_THREE_YEARS),
      fractionIf: (shift) => curve.at(rankIf(spread, shift, LAST_THREE_YEARS)),
      inputs: [bulls.input, bears.input],
      label: {
        favorable: 'Healthy scepticism',
        leaning: 'Healthy scepticism',
        neutral: isHigh ? 'Optimism' : 'Gloom',
        caution: isHigh ? 'Crowded optimism' : 'Despair',
        adverse: isHigh ? 'Euphoria' : 'Despair',
      },
    })
  },
})
