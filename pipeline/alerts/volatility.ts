import type { DayValue } from '../inputs/daily-view.ts'
import { PERCENTILE_SESSIONS } from '../inputs/own-percentile.ts'
import { shown } from '../maths/shown.ts'
import { median } from '../maths/statistics.ts'
import { BOUNDARIES, lineAt } from '../regime/pillar-bands.ts'
import { usualSize } from '../regime/pillar-rows.ts'
import { atOrAbove, changeOf, defineAlert, missing } from './alert.ts'
import { decisive, isMissing, observedOf } from './decisive-input.ts'

const CHANGE_SESSIONS = 5

const MEDIAN_SESSIONS = 20
/** Relative to its own month, so that a shock in a quiet year counts; an ordinary month stays within a fifth. */
const SPIKE_RATIO = { fire: 1.5, clear: 1.2 }
/** VIX at 15 after 10 is still a quiet market. */
const SPIKE_VIX_MIN = 18

export const vixSpike = defineAlert({
  id: 'VIX_SPIKE',
  severity: 'warning',
  series: ['vix_close'],
  sessionsMax: MEDIAN_SESSIONS + 1,
  intradayOnly: null,
  fires: `VIX is ${SPIKE_RATIO.fire} times its ${MEDIAN_SESSIONS}-session median or more, and ${SPIKE_VIX_MIN} or more`,
  clears: `it is ${SPIKE_RATIO.clear} times the median or less`,
  read(inputs) {
    const view = decisive(inputs, 'vix_close')
    if (isMissing(view)) return view
    const before = view.points.slice(-1 - MEDIAN_SESSIONS, -1).map(({ value }) => value)
    const usual = median(before)
    if (usual === null || before.length < MEDIAN_SESSIONS) {
      return missing(`a ${MEDIAN_SESSIONS}-session median of vix_close needs ${MEDIAN_SESSIONS} earlier values`)
    }
    const { value } = view.latest
    const crossing = atOrAbove(value / usual, SPIKE_RATIO, `times its ${MEDIAN_SESSIONS}-session median`)
    return {
      status: 'observed',
      observedAt: observedOf([view]),
      ...crossing,
      fires: crossing.fires && value >= SPIKE_VIX_MIN,
      unit: 'times the median',
      statement: `VIX ${value.toFixed(2)}, ${(value / usual).toFixed(2)} times its ${MEDIAN_SESSIONS}-session median of ${usual.toFixed(2)}`,
      change: null,
      inputs: [view.input],
    }
  },
})

/** The regime's own lines, which follow the usual level of VIX, so that alert and pillar define panic alike. */
function panicLines(points: readonly DayValue[]): { fire: number; clear: number } {
  const usual = usualSize(points, points.length - 1)
  return {
    fire: shown(lineAt(BOUNDARIES.vix, 'panic', usual)),
    clear: shown(lineAt(BOUNDARIES.vix, 'stressed', usual)),
  }
}
const VIX_LINES = BOUNDARIES.vix.moving

export const vixPanic = defineAlert({
  id: 'VIX_PANIC',
  severity: 'critical',
  series: ['vix_close'],
  sessionsMax: PERCENTILE_SESSIONS + 1,
  intradayOnly: null,
  fires: `VIX is at the regime's panic line or above: ${VIX_LINES.panic[0]} times its mean of a year, from ${BOUNDARIES.vix.panic} to ${VIX_LINES.panic[1]}`,
  clears: `VIX is at the regime's stress line or below: ${VIX_LINES.stressed[0]} times that mean, from ${BOUNDARIES.vix.stressed} to ${VIX_LINES.stressed[1]}`,
  read(inputs) {
    const view = decisive(inputs, 'vix_close')
    if (isMissing(view)) return view
    return {
      status: 'observed',
      observedAt: observedOf([view]),
      ...atOrAbove(view.latest.value, panicLines(view.points)),
      unit: '',
      statement: `VIX ${view.latest.value.toFixed(2)}`,
      change: changeOf(view.points, CHANGE_SESSIONS),
      inputs: [view.input],
    }
  },
})

/** Above 1 the near month costs more than the third; 0.95 is clearly contango again. */
const BACKWARDATION_RATIO = { fire: 1, clear: 0.95 }

export const vixBackwardation = defineAlert({
  id: 'VIX_BACKWARDATION',
  severity: 'warning',
  series: ['vix_close', 'vix3m_close'],
  sessionsMax: 1,
  intradayOnly: null,
  fires: `VIX / VIX3M is ${BACKWARDATION_RATIO.fire} or more`,
  clears: `the ratio is ${BACKWARDATION_RATIO.clear} or less`,
  read(inputs) {
    const near = decisive(inputs, 'vix_close')
    if (isMissing(near)) return near
    const far = decisive(inputs, 'vix3m_close')
    if (isMissing(far)) return far
    if (near.latest.day !== far.latest.day) {
      return missing(`VIX is for ${near.latest.day}, VIX3M for ${far.latest.day}: no common day`)
    }
    const ratio = near.latest.value / far.latest.value
    return {
      status: 'observed',
      observedAt: observedOf([near, far]),
      ...atOrAbove(ratio, BACKWARDATION_RATIO),
      unit: '',
      statement: `VIX / VIX3M ${ratio.toFixed(3)} (VIX ${near.latest.value.toFixed(2)})`,
      change: null,
      inputs: [near.input, far.input],
    }
  },
})
