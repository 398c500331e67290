import { dollarPrice, signed } from '../../shared/domain/number-words.ts'
import { changeOver } from '../inputs/change-over.ts'
import type { DailyView } from '../inputs/daily-view.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { PERCENTILE_SESSIONS_MIN } from '../inputs/own-percentile.ts'
import { atOrAbove, defineAlert, type Missing, missing } from './alert.ts'
import { changeInUsualMoves, usualMoveSessions } from './change-in-usual-moves.ts'
import { decisive, isMissing, observedOf } from './decisive-input.ts'

const SHOCK_SESSIONS = 5
/** Three usual weekly moves, up or down: with oil's fat tails, about one week in a hundred. */
const SHOCK_MOVES = { fire: 3, clear: 1.5 }
/** After a year without movement every step is unusual; this much also matters to fuel buyers. */
const SHOCK_PERCENT_MIN = 6

/** WTI is published with a lag of days, while the fund that holds its futures closes each session. */
const OIL_SERIES = ['wti', 'uso_close'] as const

/** The series whose newest value is for the later day; WTI if both are for the same day. */
function newestOil(inputs: MarketInputs): DailyView | Missing {
  const [wti, fund] = [decisive(inputs, 'wti'), decisive(inputs, 'uso_close')]
  if (isMissing(fund)) return wti
  return isMissing(wti) || fund.latest.day > wti.latest.day ? fund : wti
}

const nameOf = ({ series }: DailyView): string => (series === 'wti' ? 'WTI' : 'USO')

export const wtiShock = defineAlert({
  id: 'WTI_SHOCK',
  severity: 'warning',
  series: OIL_SERIES,
  sessionsMax: usualMoveSessions(SHOCK_SESSIONS),
  intradayOnly: null,
  fires: `oil has moved ${SHOCK_MOVES.fire} or more usual ${SHOCK_SESSIONS}-session moves, up or down, and ${SHOCK_PERCENT_MIN} % of its price or more`,
  clears: `its ${SHOCK_SESSIONS}-session move is ${SHOCK_MOVES.clear} usual moves or less`,
  read(inputs) {
    const view = newestOil(inputs)
    if (isMissing(view)) return view
    const found = changeInUsualMoves(view.points, SHOCK_SESSIONS)
    if (!found) return missing(`a usual move of ${view.series} needs more than ${PERCENTILE_SESSIONS_MIN} values`)
    const crossing = atOrAbove(Math.abs(found.moves), SHOCK_MOVES, 'usual moves')
    const then = view.latest.value - found.change
    return {
      status: 'observed',
      observedAt: observedOf([view]),
      ...crossing,
      fires: crossing.fires && Math.abs(found.change) >= (SHOCK_PERCENT_MIN / 100) * Math.abs(then),
      unit: 'usual moves',
      statement: `${nameOf(view)} ${dollarPrice(view.latest.value)} after ${signed(found.change, 2)} dollars in ${SHOCK_SESSIONS} sessions, ${Math.abs(found.moves).toFixed(1)} usual moves`,
      change: { value: found.moves, sessions: SHOCK_SESSIONS },
      inputs: [view.input],
    }
  },
})

const SPIKE_SESSIONS = 20
/** The oil component's curve calls such a rise adverse; half of it is an ordinary month. */
const SPIKE_PERCENT = { fire: 20, clear: 10 }

export const oilSpike = defineAlert({
  id: 'OIL_SPIKE',
  severity: 'warning',
  series: OIL_SERIES,
  sessionsMax: SPIKE_SESSIONS + 1,
  intradayOnly: null,
  fires: `oil has risen by ${SPIKE_PERCENT.fire} % or more in ${SPIKE_SESSIONS} sessions`,
  clears: `it has risen by ${SPIKE_PERCENT.clear} % or less`,
  read(inputs) {
    const view = newestOil(inputs)
    if (isMissing(view)) return view
    const change = changeOver(view.points, SPIKE_SESSIONS)
    if (change === null) {
      return missing(
        `a ${SPIKE_SESSIONS}-session change of ${view.series} needs a positive price ${SPIKE_SESSIONS} sessions ago`,
      )
    }
    return {
      status: 'observed',
      observedAt: observedOf([view]),
      ...atOrAbove(change, SPIKE_PERCENT, '%'),
      unit: '%',
      statement: `${nameOf(view)} ${dollarPrice(view.latest.value)}, a ${SPIKE_SESSIONS}-session change of ${signed(change, 1)} %`,
      change: { value: change, sessions: SPIKE_SESSIONS },
      inputs: [view.input],
    }
  },
})
