import { composite, fitSpace, presence, refitOf, type Space } from './fit.ts'
import type { Outcomes } from './outcomes.ts'
import { type Reliability, reliabilityOf, type Statement } from './reliability.ts'
import { type Band, bandOfTercile, fitRiskMap, type RiskMap, type RiskState, stateAt } from './risk-map.ts'
import type { StateHistory } from './state-history.ts'

/** The statement of a session's evening. */
export interface RiskReading {
  at: number
  composite: number
  map: RiskMap
  state: RiskState
  band: Band
  bandFrom: 'rates' | 'terciles'
}

export interface RiskWalk {
  /** One per session; null where too little was known. */
  readings: readonly (RiskReading | null)[]
  /** Judges every statement whose outcome is known. */
  reliability: Reliability
  /** The reliability known at the newest refit, which decides where bands come from until the next. */
  reliabilityAtRefit: Reliability
  statements: readonly Statement[]
}

/**
 * Judges each session by the fit of the first session of its year, which used only sessions whose outcome was known by
 * then. The base rate to beat uses all outcomes known that evening, so it is never the staler of the two.
 */
export function walkRisk(
  state: StateHistory,
  outcomes: Outcomes,
  { horizon, spaces = spacesOf(state, horizon) }: { horizon: number; spaces?: Spaces },
): RiskWalk {
  const refits = refitOf(state)
  const maps = new Map<Space, RiskMap>()
  const base = expandingRate(outcomes, horizon)
  const readings: (RiskReading | null)[] = []
  const statements: Statement[] = []
  let judged = reliabilityOf([], horizon)
  for (let at = 0; at < state.days.length; at++) {
    const refit = refits[at]!
    if (refit === at)
      judged = reliabilityOf(
        statements.filter((each) => each.at + horizon <= at),
        horizon,
      )
    const space = spaces(refit, presence(state, at))
    if (!space) {
      readings.push(null)
      continue
    }
    const map = maps.get(space) ?? fitRiskMap(space, outcomes, horizon)
    maps.set(space, map)
    const value = composite(space, at)
    const risk = stateAt(map, value)
    const bandFrom = judged.verdict === 'better' ? 'rates' : 'terciles'
    const band = bandFrom === 'rates' ? risk.band : bandOfTercile(map, value)
    readings.push({ at, composite: value, map, state: risk, band, bandFrom })
    const came = outcomes[at]!
    if (!Number.isNaN(came)) statements.push({ at, stated: risk.shrunkRate, base: base[at]!, came })
  }
  return { readings, statements, reliability: reliabilityOf(statements, horizon), reliabilityAtRefit: judged }
}

/** The space of a refit for the dimensions a session has. */
export type Spaces = (refit: number, mask: number) => Space | null

/** Fits each space once; walks over the same history share them. */
export function spacesOf(state: StateHistory, embargo: number): Spaces {
  const learned = new Map<string, Space | null>()
  return (refit, mask) => {
    const key = `${refit} ${mask}`
    const before = learned.get(key)
    if (before !== undefined) return before
    const space = fitSpace(state, refit, mask, embargo)
    learned.set(key, space)
    return space
  }
}

/** The rate of all outcomes that were known on each evening; NaN before the first. */
export function expandingRate(outcomes: Outcomes, horizon: number): Float64Array {
  let sum = 0
  let count = 0
  return Float64Array.from(outcomes, (_outcome, at) => {
    const known = outcomes[at - horizon]
    if (known !== undefined && !Number.isNaN(known)) {
      sum += known
      count++
    }
    return count === 0 ? Number.NaN : sum / count
  })
}
