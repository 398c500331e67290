import { unsigned } from '../../shared/domain/number-words.ts'
import type { DayValue } from '../inputs/daily-view.ts'
import { PERCENTILE_SESSIONS, PERCENTILE_SESSIONS_MIN } from '../inputs/own-percentile.ts'
import { pearson } from '../maths/pearson.ts'
import { percentileRank } from '../maths/percentile-rank.ts'
import { changes } from '../maths/statistics.ts'
import { atOrAbove, defineAlert, missing } from './alert.ts'
import { decisive, isMissing, observedOf } from './decisive-input.ts'

const SESSIONS = 20
/** SPY and VIX usually correlate near -0.8; at -0.3 volatility barely hedges stocks. */
const CORRELATION = { fire: -0.3, clear: -0.5 }
/** It must also be unusual for its own year, since some quiet summers are loose throughout. */
const PERCENTILE_MIN = 99

export const correlationBreak = defineAlert({
  id: 'CORRELATION_BREAK',
  severity: 'info',
  series: ['spy_close', 'vix_close'],
  sessionsMax: PERCENTILE_SESSIONS + SESSIONS + 1,
  intradayOnly: null,
  fires: `the ${SESSIONS}-session correlation of SPY and VIX is ${CORRELATION.fire} or more, and in the top ${100 - PERCENTILE_MIN} % of its own year`,
  clears: `it is ${CORRELATION.clear} or less`,
  read(inputs) {
    const spy = decisive(inputs, 'spy_close')
    if (isMissing(spy)) return spy
    const vix = decisive(inputs, 'vix_close')
    if (isMissing(vix)) return vix
    if (spy.latest.day !== vix.latest.day) {
      return missing(`SPY is for ${spy.latest.day}, VIX for ${vix.latest.day}: no common day`)
    }
    const past = rollingCorrelation(spy.points, vix.points)
    const now = past.at(-1)
    if (now === undefined || past.length < PERCENTILE_SESSIONS_MIN) {
      return missing(`a usual correlation needs ${PERCENTILE_SESSIONS_MIN + SESSIONS} common sessions of SPY and VIX`)
    }
    const percentile = percentileRank(past, now) ?? 0
    const crossing = atOrAbove(now, CORRELATION)
    return {
      status: 'observed',
      observedAt: observedOf([spy, vix]),
      ...crossing,
      fires: crossing.fires && percentile >= PERCENTILE_MIN,
      unit: '',
      statement: `${SESSIONS}-session correlation of SPY and VIX ${unsigned(now, 2)}, higher than or equal to ${Math.floor(percentile)} % of its own year`,
      change: null,
      inputs: [spy.input, vix.input],
    }
  },
})

/** Correlations of daily log returns over the common sessions, one per session of the last year with a full window. */
function rollingCorrelation(left: readonly DayValue[], right: readonly DayValue[]): number[] {
  const others = new Map(right.map(({ day, value }) => [day, value]))
  const common = left.filter(({ day }) => others.has(day)).slice(-PERCENTILE_SESSIONS - SESSIONS)
  const xs = changes(common.map(({ value }) => Math.log(value)))
  const ys = changes(common.map(({ day }) => Math.log(others.get(day)!)))
  const found: number[] = []
  for (let end = SESSIONS; end <= xs.length; end++) {
    const correlation = pearson(xs.slice(end - SESSIONS, end), ys.slice(end - SESSIONS, end))
    if (correlation !== null) found.push(correlation)
  }
  return found
}
