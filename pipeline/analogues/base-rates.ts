import type { BaseRates, Calibration } from '../../shared/domain/contract/base-rates.ts'
import { shown } from '../maths/shown.ts'
import { type EveningInputs, eveningHead, inputsOf, notReady, READY } from '../risk/evening.ts'
import { presence, refitOf } from '../risk/fit.ts'
import { DRAWDOWN_SESSIONS, DRAWDOWN_SHARE, HORIZONS } from '../risk/outcomes.ts'
import type { Reliability } from '../risk/reliability.ts'
import { reliabilityDocument, verdictInWords } from '../risk/reliability-document.ts'
import { countBelow } from '../risk/scaled-table.ts'
import { type Spaces, spacesOf } from '../risk/spaces.ts'
import { stateDimensions, tenth } from '../risk/state-dimensions.ts'
import type { StateHistory } from '../risk/state-history.ts'
import { type Aftermath, aftermath, followed } from './followed.ts'
import { type Analogue, meanDistance, pastSessions, unlikeInWords } from './nearest.ts'
import { type AnalogueWalk, EVERY_SESSIONS } from './walk-analogues.ts'

const DRAWDOWN_PCT = 100 * DRAWDOWN_SHARE

/** The past sessions nearest to the newest one, with their outcomes, compared with those of all sessions. */
export function baseRates(
  inputs: EveningInputs,
  state: StateHistory,
  walk: AnalogueWalk,
  spaces: Spaces = spacesOf(state, DRAWDOWN_SESSIONS),
): BaseRates {
  const at = state.days.length - 1
  const head = { ...eveningHead(inputs, state), drawdown_pct: DRAWDOWN_PCT, inputs: inputsOf(inputs, state) }
  const space = at < 0 ? null : spaces(refitOf(state)[at]!, presence(state, at))
  const past = pastSessions(state, space, at)
  const dimensions = stateDimensions(state, space, at)
  if (past === null) return { ...head, ...notReady(state), ...NOTHING, dimensions }
  const after = HORIZONS.map((sessions) => aftermath(state.closes, sessions))
  const { analogues, near, every } = past
  const horizons = after.map((each) => ({
    sessions: each.sessions,
    analogues: followed(each, near, DRAWDOWN_SHARE),
    unconditional: followed(each, every, DRAWDOWN_SHARE),
  }))
  const reliability = walk.calibration[0]?.reliability
  return {
    ...head,
    ...READY,
    statement:
      likelihood(horizons.at(-1)!, { state, near, every, verdicts: verdictsOf(walk) }) + unlikeInWords(analogues),
    dimensions,
    distance: distanceOf(analogues, walk),
    analogues: analogues.map((each) => analogueDocument(each, state, after)),
    horizons,
    claims: walk.calibration.map(({ claim, reliability: judged }) => ({
      claim: claim.key,
      verdict: judged.verdict,
      is_evidence: judged.verdict !== 'worse',
      reason: verdictInWords(judged),
    })),
    calibration: reliability
      ? {
          verdict: reliability.verdict,
          skill: reliability.skill === null ? null : shown(reliability.skill),
          effective_n: reliability.effectiveN,
        }
      : null,
  }
}

const NOTHING = { statement: null, distance: null, analogues: [], horizons: [], claims: [], calibration: null }

/**
 * The base rate of the analogues in words, with the sample sizes. A claim that was worse out of sample is called no
 * evidence; one that was not better is said not to have been better.
 */
function likelihood(
  { sessions, analogues, unconditional }: BaseRates['horizons'][number],
  {
    state: { days },
    near,
    every: all,
    verdicts,
  }: { state: StateHistory; near: readonly number[]; every: readonly number[]; verdicts: Verdicts },
): string {
  const shareOf = (rate: number | null) => (rate === null ? 'none' : `${Math.round(100 * rate)} %`)
  const claims = [
    {
      key: `drawdown_${sessions}`,
      what: `by a drawdown of ${DRAWDOWN_PCT} % or more within ${sessions} sessions`,
      rates: [analogues.drawdown.rate, unconditional.drawdown.rate],
    },
    {
      key: `up_${sessions}`,
      what: `by a higher close after ${sessions} sessions`,
      rates: [analogues.up.rate, unconditional.up.rate],
    },
  ].map(({ key, what, rates: [near, every] }) =>
    verdicts.get(key) === 'worse'
      ? `the share followed ${what} is no evidence, because such claims were worse than the base rate (${shareOf(every!)})`
      : `${shareOf(near!)} were followed ${what}, against ${shareOf(every!)}${verdicts.get(key) === 'better' ? '' : ' (such claims have not been better than the base rate)'}`,
  )
  return (
    `Of the ${analogues.n} most similar past sessions (${days[near[0]!]} to ${days[near.at(-1)!]}; ` +
    `${analogues.effective_n} without overlap), compared with all ${unconditional.n} sessions since ${days[all[0]!]}: ${claims.join('; ')}.`
  )
}

type Verdicts = ReadonlyMap<string, Reliability['verdict']>

/** Returns how each kind of claim did against the base rate, out of sample. */
const verdictsOf = ({ calibration: claims }: AnalogueWalk): Verdicts =>
  new Map(claims.map(({ claim, reliability }) => [claim.key, reliability.verdict]))

function distanceOf(analogues: readonly Analogue[], { distances }: AnalogueWalk): BaseRates['distance'] {
  const mean = meanDistance(analogues)
  const usual = distances.length === 0 ? null : tenth((100 * countBelow(distances, mean)) / distances.length)
  return { mean: shown(mean), usual_percentile: usual }
}

function analogueDocument({ at, distance }: Analogue, { days }: StateHistory, after: readonly Aftermath[]) {
  const percent = (share: number | undefined) =>
    share === undefined || Number.isNaN(share) ? null : shown(100 * share)
  const [five, ten, twenty] = after
  return {
    trade_date: days[at]!,
    distance: shown(distance),
    max_drawdown_pct: percent(twenty?.drawdowns[at]),
    returns_pct: {
      '5': percent(five?.returns[at]),
      '10': percent(ten?.returns[at]),
      '20': percent(twenty?.returns[at]),
    },
  }
}

/** Returns how well statements from analogues have done, each kind on its own. */
export function calibration(inputs: EveningInputs, state: StateHistory, walk: AnalogueWalk): Calibration {
  const { first, last } = walk
  return {
    ...eveningHead(inputs, state),
    ...(first === null ? notReady(state) : READY),
    every_sessions: EVERY_SESSIONS,
    claims: walk.calibration.map(({ claim: { key, sessions }, reliability }) => ({
      claim: key,
      sessions,
      reliability: reliabilityDocument(reliability, state, { first, last }),
    })),
  }
}
