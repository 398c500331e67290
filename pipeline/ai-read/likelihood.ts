import { aftermath, followed } from '../analogues/followed.ts'
import { ANALOGUES_MIN, pastSessions, unlikeInWords } from '../analogues/nearest.ts'
import { presence, refitOf } from '../risk/fit.ts'
import { DRAWDOWN_SESSIONS, DRAWDOWN_SHARE } from '../risk/outcomes.ts'
import type { Reliability } from '../risk/reliability.ts'
import { spacesOf } from '../risk/spaces.ts'
import type { StateHistory } from '../risk/state-history.ts'

export interface Likelihood {
  sessions: number
  n: number
  effective_n: number
  /** Share of the nearest past sessions that were followed by a fall of 4 % or more. */
  rate: number | null
  base_rate: number | null
  base_n: number
  median_return_pct: number | null
  sentence: string
}

const NONE: Omit<Likelihood, 'sentence'> = {
  sessions: DRAWDOWN_SESSIONS,
  n: 0,
  effective_n: 0,
  rate: null,
  base_rate: null,
  base_n: 0,
  median_return_pct: null,
}
const percent = (rate: number | null): string => (rate === null ? 'an unknown share' : `${(100 * rate).toFixed(0)} %`)

/** How well such claims have done out of sample, as the route of base rates states it; null where it was not judged. */
export type ClaimVerdict = Reliability['verdict'] | null

const JUDGED: Readonly<Record<Reliability['verdict'], string>> = {
  better: '',
  same: ' Such claims have not been better than the base rate.',
  worse: ' Such claims have been worse than the base rate, so this one is no evidence.',
  insufficient_data: ' Too few such claims have come out to tell whether they are better than the base rate.',
}

/** Outcomes of the past sessions nearest to the newest one, compared with those of all sessions. */
export function likelihoodOf(state: StateHistory, judged: ClaimVerdict = null): Likelihood {
  const at = state.days.length - 1
  const space = at < 0 ? null : spacesOf(state, DRAWDOWN_SESSIONS)(refitOf(state)[at]!, presence(state, at))
  const past = pastSessions(state, space, at)
  if (past === null) {
    return { ...NONE, sentence: `Fewer than ${ANALOGUES_MIN} past sessions are known in a like state.` }
  }
  const after = aftermath(state.closes, DRAWDOWN_SESSIONS)
  const { analogues, near, every } = past
  const [own, base] = [followed(after, near, DRAWDOWN_SHARE), followed(after, every, DRAWDOWN_SHARE)]
  const sentence =
    `Of the ${own.n} past sessions nearest to this state (${own.effective_n} without overlap), ${percent(own.drawdown.rate)} were ` +
    `followed by a fall of ${100 * DRAWDOWN_SHARE} % or more within ${DRAWDOWN_SESSIONS} sessions; over all ${base.n} sessions ` +
    `since ${state.days[every[0]!]} the rate is ${percent(base.drawdown.rate)}. The 95 % interval of the first rate runs from ${percent(own.drawdown.low)} to ${percent(own.drawdown.high)}.` +
    unlikeInWords(analogues) +
    (judged === null ? '' : JUDGED[judged])
  return {
    sessions: DRAWDOWN_SESSIONS,
    n: own.n,
    effective_n: own.effective_n,
    rate: own.drawdown.rate,
    base_rate: base.drawdown.rate,
    base_n: base.n,
    median_return_pct: own.median_return_pct,
    sentence,
  }
}
