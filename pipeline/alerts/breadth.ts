import { signed } from '../../shared/domain/number-words.ts'
import { PERCENTILE_SESSIONS, PERCENTILE_SESSIONS_MIN } from '../inputs/own-percentile.ts'
import { BOUNDARIES } from '../regime/pillar-bands.ts'
import { atOrBelow, changeOf, defineAlert, missing } from './alert.ts'
import { decisive, isMissing, observedOf } from './decisive-input.ts'

const CHANGE_SESSIONS = 20
/** The breadth pillar's lines: an ordinary pullback stays above 25, and 40 is where strain begins. */
const COLLAPSE_PERCENT = { fire: BOUNDARIES.breadth.stressed, clear: BOUNDARIES.breadth.strained }

export const breadthCollapse = defineAlert({
  id: 'BREADTH_COLLAPSE',
  severity: 'warning',
  series: ['pct_above_50dma'],
  sessionsMax: CHANGE_SESSIONS + 1,
  intradayOnly: null,
  fires: `${COLLAPSE_PERCENT.fire} % of members or fewer are above their 50-day average`,
  clears: `${COLLAPSE_PERCENT.clear} % of members or more are above it`,
  read(inputs) {
    const view = decisive(inputs, 'pct_above_50dma')
    if (isMissing(view)) return view
    return {
      status: 'observed',
      observedAt: observedOf([view]),
      ...atOrBelow(view.latest.value, COLLAPSE_PERCENT, '%'),
      unit: '%',
      statement: `${view.latest.value.toFixed(1)} % of members are above their 50-day average`,
      change: changeOf(view.points, CHANGE_SESSIONS),
      inputs: [view.input],
    }
  },
})

/** SPY counts as at its high when it is within this distance of its own year's highest close. */
const NEAR_HIGH_PERCENT = -1
/** So far below its high, SPY agrees with weak breadth again. */
const FROM_HIGH_PERCENT = -5
/** At a high usually two thirds of members are above their average; below half, a few members carry it. */
const DIVERGENCE_PERCENT = { fire: 50, clear: 60 }

export const breadthDivergence = defineAlert({
  id: 'BREADTH_DIVERGENCE',
  severity: 'info',
  series: ['pct_above_50dma', 'spy_close'],
  sessionsMax: PERCENTILE_SESSIONS,
  intradayOnly: null,
  fires: `SPY is within ${-NEAR_HIGH_PERCENT} % of its ${PERCENTILE_SESSIONS}-session high while ${DIVERGENCE_PERCENT.fire} % of members or fewer are above their 50-day average`,
  clears: `${DIVERGENCE_PERCENT.clear} % of members or more are above it, or SPY is ${-FROM_HIGH_PERCENT} % or more below its high`,
  read(inputs) {
    const breadth = decisive(inputs, 'pct_above_50dma')
    if (isMissing(breadth)) return breadth
    const spy = decisive(inputs, 'spy_close')
    if (isMissing(spy)) return spy
    const year = spy.points.slice(-PERCENTILE_SESSIONS)
    if (year.length < PERCENTILE_SESSIONS_MIN)
      return missing(`a high of spy_close needs ${PERCENTILE_SESSIONS_MIN} closes`)
    const high = Math.max(...year.map(({ value }) => value))
    const distance = 100 * (spy.latest.value / high - 1)
    const crossing = atOrBelow(breadth.latest.value, DIVERGENCE_PERCENT, '%')
    return {
      status: 'observed',
      observedAt: observedOf([breadth, spy]),
      ...crossing,
      fires: crossing.fires && distance >= NEAR_HIGH_PERCENT,
      clears: crossing.clears || distance <= FROM_HIGH_PERCENT,
      unit: '%',
      statement: `SPY ${spy.latest.value.toFixed(2)} is ${signed(distance, 1)} % from its ${PERCENTILE_SESSIONS}-session high, with ${breadth.latest.value.toFixed(1)} % of members above their 50-day average`,
      firesWhen: `${DIVERGENCE_PERCENT.fire} % or fewer within ${-NEAR_HIGH_PERCENT} % of the high`,
      clearsWhen: `${DIVERGENCE_PERCENT.clear} % or more, or SPY ${-FROM_HIGH_PERCENT} % or more below its high`,
      change: null,
      inputs: [breadth.input, spy.input],
    }
  },
})
