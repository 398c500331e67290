import { signed } from '../../shared/domain/number-words.ts'
import { PERCENTILE_SESSIONS_MIN } from '../inputs/own-percentile.ts'
import { atOrAbove, defineAlert, missing } from './alert.ts'
import { changeInUsualMoves, usualMoveSessions } from './change-in-usual-moves.ts'
import { decisive, isMissing, observedOf } from './decisive-input.ts'

const SESSIONS = 20
/** Two usual monthly moves of its own trailing year: expectations drift, they seldom jump. */
const MOVES = { fire: 2, clear: 1 }
/** After a year without movement every step is unusual; a smaller one does not change the outlook. */
const POINTS_MIN = 0.15

export const breakevenSpike = defineAlert({
  id: 'BREAKEVEN_SPIKE',
  severity: 'warning',
  series: ['t10yie'],
  sessionsMax: usualMoveSessions(SESSIONS),
  intradayOnly: null,
  fires: `10-year breakeven inflation has risen by ${MOVES.fire} or more usual ${SESSIONS}-session moves, and by ${POINTS_MIN} points or more`,
  clears: `it has risen by ${MOVES.clear} usual ${SESSIONS}-session move or less`,
  read(inputs) {
    const view = decisive(inputs, 't10yie')
    if (isMissing(view)) return view
    const found = changeInUsualMoves(view.points, SESSIONS)
    if (!found) return missing(`a usual move of t10yie needs more than ${PERCENTILE_SESSIONS_MIN} values`)
    const crossing = atOrAbove(found.moves, MOVES, 'usual moves')
    return {
      status: 'observed',
      observedAt: observedOf([view]),
      ...crossing,
      fires: crossing.fires && found.change >= POINTS_MIN,
      unit: 'usual moves',
      statement: `10-year breakeven ${view.latest.value.toFixed(2)} % after ${signed(found.change, 2)} points in ${SESSIONS} sessions, ${found.moves.toFixed(1)} usual moves`,
      change: { value: found.moves, sessions: SESSIONS },
      inputs: [view.input],
    }
  },
})
