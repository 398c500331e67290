import { dollarPrice, signed } from '../../shared/domain/number-words.ts'
import { changeOfShift, priceChangeOver } from '../inputs/change-over.ts'
import { dailyView, isAbsent } from '../inputs/daily-view.ts'
import { PERCENTILE_SESSIONS, percentileOrNull } from '../inputs/own-percentile.ts'
import { defineComponent, ready } from './component.ts'
import { defineCurve } from './curve.ts'

const CHANGE_SESSIONS = 20
/** Scored by change, best when steady: a spike acts as a tax, a collapse shows failing demand. */
const curve = defineCurve({
  measure: '20-session change of WTI in percent',
  best: 'steady',
  anchors: [
    [-35, 0],
    [-20, 0.2],
    [-8, 0.55],
    [0, 0.75],
    [4, 0.7],
    [10, 0.5],
    [20, 0.2],
    [35, 0],
  ],
})

/** A larger change within a month is not called steady, whatever its points. */
const STEADY_PERCENT = 3

export const oil = defineComponent({
  key: 'oil',
  name: 'Oil',
  max: 9,
  series: ['wti'],
  sessionsMax: PERCENTILE_SESSIONS,
  curve,
  read(inputs) {
    const view = dailyView(inputs, 'wti')
    if (isAbsent(view)) return view
    const moved = priceChangeOver(view.points, CHANGE_SESSIONS)
    if (moved === null) {
      const reason = 'a 20-session change needs a positive price of 20 sessions ago'
      return { status: 'not_ready', reason, have: view.points.length, need: 21 }
    }
    const { change, sessions } = moved
    const { value } = view.latest
    return ready({
      view,
      value,
      display: `${dollarPrice(value)} (${signed(change, 1)} % in ${sessions} sessions)`,
      percentile: percentileOrNull(view.points),
      fractionIf: (shift) => curve.at(change + changeOfShift(view.points, CHANGE_SESSIONS, shift)),
      inputs: [view.input],
      label: {
        favorable: 'Steady oil',
        leaning: Math.abs(change) < STEADY_PERCENT ? 'Steady oil' : change > 0 ? 'Oil edging up' : 'Oil edging down',
        neutral: change > 0 ? 'Oil climbing' : 'Oil slipping',
        caution: change > 0 ? 'Oil rising fast' : 'Oil falling fast',
        adverse: change > 0 ? 'Oil shock' : 'Oil collapse',
      },
    })
  },
})
