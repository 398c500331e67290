import { signed } from '../../shared/domain/number-words.ts'
import { changeOfShift, changeOver } from '../inputs/change-over.ts'
import { dailyView, isAbsent } from '../inputs/daily-view.ts'
import { PERCENTILE_SESSIONS, percentileOrNull } from '../inputs/own-percentile.ts'
import { defineComponent, ready } from './component.ts'
import { defineCurve } from './curve.ts'

const CHANGE_SESSIONS = 20
/** Scored by change: the level drifts for years, but a rise within a month tightens conditions everywhere. */
const curve = defineCurve({
  measure: '20-session change of the broad dollar in percent',
  best: 'falling',
  anchors: [
    [-3, 1],
    [-1, 0.72],
    [0, 0.6],
    [1, 0.45],
    [2.5, 0.2],
    [5, 0],
  ],
})

export const dollar = defineComponent({
  key: 'dollar',
  name: 'Dollar',
  max: 9,
  series: ['dtwexbgs'],
  sessionsMax: PERCENTILE_SESSIONS,
  curve,
  read(inputs) {
    const view = dailyView(inputs, 'dtwexbgs')
    if (isAbsent(view)) return view
    const change = changeOver(view.points, CHANGE_SESSIONS)
    if (change === null) {
      const reason = 'a 20-session change needs a value of 20 sessions ago'
      return { status: 'not_ready', reason, have: view.points.length, need: 21 }
    }
    const { value } = view.latest
    return ready({
      view,
      value,
      display: `${value.toFixed(2)} (${signed(change, 1)} % in 20 sessions)`,
      percentile: percentileOrNull(view.points),
      fractionIf: (shift) => curve.at(change + changeOfShift(view.points, CHANGE_SESSIONS, shift)),
      inputs: [view.input],
      label: {
        favorable: 'Dollar falling fast',
        leaning: 'Dollar easing',
        neutral: 'Steady dollar',
        caution: 'Dollar rising',
        adverse: 'Dollar surge',
      },
    })
  },
})
