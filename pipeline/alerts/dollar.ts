import { signed } from '../../shared/domain/number-words.ts'
import { changeOver } from '../inputs/change-over.ts'
import { atOrAbove, defineAlert, missing } from './alert.ts'
import { decisive, isMissing, observedOf } from './decisive-input.ts'

const SESSIONS = 20
/** The dollar component's curve calls such a monthly rise adverse; it is neutral at 1 %. */
const PERCENT = { fire: 2.5, clear: 1 }

export const dollarSurge = defineAlert({
  id: 'DOLLAR_SURGE',
  severity: 'warning',
  series: ['dtwexbgs'],
  sessionsMax: SESSIONS + 1,
  intradayOnly: null,
  fires: `the broad dollar has risen by ${PERCENT.fire} % or more in ${SESSIONS} sessions`,
  clears: `it has risen by ${PERCENT.clear} % or less`,
  read(inputs) {
    const view = decisive(inputs, 'dtwexbgs')
    if (isMissing(view)) return view
    const change = changeOver(view.points, SESSIONS)
    if (change === null)
      return missing(`a ${SESSIONS}-session change of dtwexbgs needs a value of ${SESSIONS} sessions ago`)
    return {
      status: 'observed',
      observedAt: observedOf([view]),
      ...atOrAbove(change, PERCENT, '%'),
      unit: '%',
      statement: `Broad dollar ${view.latest.value.toFixed(2)}, a ${SESSIONS}-session change of ${signed(change, 1)} %`,
      change: { value: change, sessions: SESSIONS },
      inputs: [view.input],
    }
  },
})
