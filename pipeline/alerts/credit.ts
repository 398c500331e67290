import { signed } from '../../shared/domain/number-words.ts'
import { differenceOver } from '../inputs/change-over.ts'
import { BOUNDARIES } from '../regime/pillar-bands.ts'
import { atOrAbove, defineAlert, missing } from './alert.ts'
import { decisive, isMissing, observedOf } from './decisive-input.ts'

const SESSIONS = 20
/** Fires where the credit pillar calls the widening strained; a fifth of a point a month is the ordinary drift. */
const POINTS = { fire: BOUNDARIES.widening.strained, clear: 0.2 }

export const hyOasWidening = defineAlert({
  id: 'HY_OAS_WIDENING',
  severity: 'warning',
  series: ['hy_oas'],
  sessionsMax: SESSIONS + 1,
  intradayOnly: null,
  fires: `HY OAS has widened by ${POINTS.fire} points or more in ${SESSIONS} sessions`,
  clears: `it has widened by ${POINTS.clear} points or less`,
  read(inputs) {
    const view = decisive(inputs, 'hy_oas')
    if (isMissing(view)) return view
    const change = differenceOver(view.points, SESSIONS)
    if (change === null)
      return missing(`a ${SESSIONS}-session change of hy_oas needs a value of ${SESSIONS} sessions ago`)
    return {
      status: 'observed',
      observedAt: observedOf([view]),
      ...atOrAbove(change, POINTS, 'points'),
      unit: 'points',
      statement: `HY OAS ${view.latest.value.toFixed(2)} % after ${signed(change, 2)} points in ${SESSIONS} sessions`,
      firesWhen: `wider by ${POINTS.fire} points or more`,
      clearsWhen: `wider by ${POINTS.clear} points or less`,
      change: { value: change, sessions: SESSIONS },
      inputs: [view.input],
    }
  },
})
