import { rankOf } from '../inputs/cite.ts'
import { ownPercentile, PERCENTILE_SESSIONS } from '../inputs/own-percentile.ts'
import { atOrAbove, defineAlert, missing } from './alert.ts'
import { decisive, isMissing, observedOf } from './decisive-input.ts'

/** One day's figure is mostly noise; a week's mean is not. */
const MEAN_SESSIONS = 5
/** In percentile points from the middle: fires at the 98th or 2nd, clears between the 90th and 10th. */
const MIDDLE = 50
const FROM_MIDDLE = { fire: 48, clear: 40 }

export const dixExtreme = defineAlert({
  id: 'DIX_EXTREME',
  severity: 'info',
  series: ['dix'],
  sessionsMax: PERCENTILE_SESSIONS + MEAN_SESSIONS,
  intradayOnly: null,
  fires: `the ${MEAN_SESSIONS}-session mean of DIX is at or above its ${MIDDLE + FROM_MIDDLE.fire}th or at or below its ${MIDDLE - FROM_MIDDLE.fire}nd percentile of its own year`,
  clears: `it is back between its ${MIDDLE - FROM_MIDDLE.clear}th and ${MIDDLE + FROM_MIDDLE.clear}th percentile`,
  read(inputs) {
    const view = decisive(inputs, 'dix')
    if (isMissing(view)) return view
    const means = view.points.slice(MEAN_SESSIONS - 1).map(({ day }, at) => {
      const week = view.points.slice(at, at + MEAN_SESSIONS)
      return { day, value: week.reduce((sum, { value }) => sum + value, 0) / MEAN_SESSIONS }
    })
    const percentile = ownPercentile(means)
    if (typeof percentile !== 'number') return missing(percentile.reason)
    return {
      status: 'observed',
      observedAt: observedOf([view]),
      ...atOrAbove(Math.abs(percentile - MIDDLE), FROM_MIDDLE),
      unit: 'percentile points from the middle',
      statement: `DIX ${(100 * means.at(-1)!.value).toFixed(1)} % (mean of ${MEAN_SESSIONS} sessions) in the ${rankOf(percentile)} percentile of its own year`,
      firesWhen:
        percentile < MIDDLE
          ? `at or below the ${MIDDLE - FROM_MIDDLE.fire}nd`
          : `at or above the ${MIDDLE + FROM_MIDDLE.fire}th`,
      clearsWhen: `between the ${MIDDLE - FROM_MIDDLE.clear}th and the ${MIDDLE + FROM_MIDDLE.clear}th percentile`,
      change: null,
      inputs: [view.input],
    }
  },
})
