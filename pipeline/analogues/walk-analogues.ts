import { presence, refitOf } from '../risk/fit.ts'
import { drawdownsAfter, expandingRate, HORIZONS, type Outcomes, returnsAfter, whether } from '../risk/outcomes.ts'
import { type Reliability, reliabilityOf, type Statement } from '../risk/reliability.ts'
import { type Spaces, spacesOf } from '../risk/spaces.ts'
import type { StateHistory } from '../risk/state-history.ts'
import { ANALOGUES_MIN, meanDistance, nearestBefore, type Points, pointsOf } from './nearest.ts'

/** One statement a week, since neighbouring sessions find the same analogues. */
export const EVERY_SESSIONS = 5

/** An outcome that can be stated for the sessions after one. */
export interface Claim {
  key: string
  sessions: number
  outcomes: Outcomes
}

export interface AnalogueWalk {
  calibration: readonly { claim: Claim; reliability: Reliability }[]
  /** The mean distance of each statement's analogues, ascending, to rank a distance. */
  distances: Float64Array
  /** Sessions of the first and the last statement. */
  first: number | null
  last: number | null
}

/** The stated outcomes: a drawdown within 20 sessions, and a higher close after each horizon. */
export function claimsOf({ closes }: StateHistory, fall: number): Claim[] {
  const longest = HORIZONS.at(-1)!
  const falls = whether(drawdownsAfter(closes, longest), (drawdown) => drawdown >= fall)
  const rises = HORIZONS.map((sessions) => ({
    key: `up_${sessions}`,
    sessions,
    outcomes: whether(returnsAfter(closes, sessions), (change) => change > 0),
  }))
  return [{ key: `drawdown_${longest}`, sessions: longest, outcomes: falls }, ...rises]
}

/** Compares, for every fifth session, what its analogues would have stated with the outcome. */
export function walkAnalogues(
  state: StateHistory,
  claims: readonly Claim[],
  spaces: Spaces = spacesOf(state, HORIZONS.at(-1)!),
): AnalogueWalk {
  const refits = refitOf(state)
  const points = new Map<object, Points>()
  const bases = claims.map(({ outcomes, sessions }) => expandingRate(outcomes, sessions))
  const statements = claims.map((): Statement[] => [])
  const distances: number[] = []
  const stated: number[] = []
  for (let at = 0; at < state.days.length; at += EVERY_SESSIONS) {
    const space = spaces(refits[at]!, presence(state, at))
    if (!space) continue
    const placed = points.get(space) ?? pointsOf(state, space)
    points.set(space, placed)
    const analogues = nearestBefore(placed, at)
    if (analogues.length < ANALOGUES_MIN) continue
    stated.push(at)
    distances.push(meanDistance(analogues))
    claims.forEach(({ outcomes }, index) => {
      const came = outcomes[at]!
      if (Number.isNaN(came)) return
      const known = analogues.filter((each) => !Number.isNaN(outcomes[each.at]!))
      if (known.length < ANALOGUES_MIN) return
      const rate = known.reduce((sum, each) => sum + outcomes[each.at]!, 0) / known.length
      statements[index]!.push({ at, stated: rate, base: bases[index]![at]!, came })
    })
  }
  return {
    calibration: claims.map((claim, index) => ({
      claim,
      reliability: reliabilityOf(statements[index]!, claim.sessions, EVERY_SESSIONS),
    })),
    distances: Float64Array.from(distances).sort(),
    first: stated[0] ?? null,
    last: stated.at(-1) ?? null,
  }
}
