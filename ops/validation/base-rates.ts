import { claimsOf, walkAnalogues } from '../../pipeline/analogues/walk-analogues.ts'
import { knownHistory } from '../../pipeline/history/known-history.ts'
import { mean } from '../../pipeline/maths/statistics.ts'
import { type RateInterval, wilson } from '../../pipeline/maths/wilson.ts'
import { drawdownOutcomes } from '../../pipeline/risk/drawdown-risk.ts'
import { DRAWDOWN_SESSIONS, DRAWDOWN_SHARE, effectiveCount, type Outcomes } from '../../pipeline/risk/outcomes.ts'
import type { Reliability } from '../../pipeline/risk/reliability.ts'
import { BANDS } from '../../pipeline/risk/risk-map.ts'
import { shuffledOutcomes } from '../../pipeline/risk/shuffled.ts'
import { type StateHistory, stateHistory } from '../../pipeline/risk/state-history.ts'
import { type RiskReading, spacesOf, walkRisk } from '../../pipeline/risk/walk-forward.ts'
import type { Observation } from '../../shared/domain/market/observation.ts'
import { seeded } from './seeded.ts'

/** The realised rate of some sessions. */
export interface Realised extends Partial<RateInterval> {
  name: string
  n: number
  effectiveN: number
  stated: number | null
  realised: number | null
}

export interface Control {
  shuffles: number
  meanSkill: number
  lowestSkill: number
  highestSkill: number
  /** Shuffles with at least the skill of the real outcomes. */
  asGood: number
  /** Shuffles whose verdict was "better". */
  better: number
}

export interface BaseRateJudgement {
  days: StateHistory['days']
  outcomes: Outcomes
  readings: readonly (RiskReading | null)[]
  risk: Reliability
  byBin: readonly Realised[]
  byBand: readonly Realised[]
  byYear: readonly (Realised & { brier: number | null; baseBrier: number | null })[]
  control: Control
  analogues: readonly { key: string; sessions: number; reliability: Reliability }[]
  analogueControl: Control
}

const BIN_POINTS = 20
const SHUFFLES = 100
const ANALOGUE_SHUFFLES = 20

/** Walks forward over the whole file and compares each session's statement with its outcome and with chance. */
export function judgeBaseRates(values: readonly Observation[]): BaseRateJudgement {
  const state = stateHistory({ series: Object.fromEntries(knownHistory(values)) })
  const spaces = spacesOf(state, DRAWDOWN_SESSIONS)
  const outcomes = drawdownOutcomes(state)
  const walk = walkRisk(state, outcomes, { horizon: DRAWDOWN_SESSIONS, spaces })
  const over = walk.readings.flatMap((each) => (each && !Number.isNaN(outcomes[each.at]!) ? [each] : []))
  const realised = (name: string, some: readonly RiskReading[]) => realisedOf(name, some, outcomes)
  const years = Map.groupBy(walk.statements, ({ at }) => state.days[at]!.slice(0, 4))
  const claims = claimsOf(state, DRAWDOWN_SHARE)
  const falls = claims[0]!
  const analogues = walkAnalogues(state, claims, spaces).calibration.map(
    ({ claim: { key, sessions }, reliability }) => ({
      key,
      sessions,
      reliability,
    }),
  )
  return {
    days: state.days,
    outcomes,
    readings: walk.readings,
    risk: walk.reliability,
    byBin: Array.from({ length: 100 / BIN_POINTS }, (_, bin) =>
      realised(
        `${bin * BIN_POINTS} to ${(bin + 1) * BIN_POINTS}`,
        over.filter(({ composite }) => Math.min(100 / BIN_POINTS - 1, Math.floor(composite / BIN_POINTS)) === bin),
      ),
    ),
    byBand: BANDS.map((band) =>
      realised(
        band,
        over.filter((each) => each.band === band),
      ),
    ),
    byYear: [...years].map(([year, statements]) => ({
      ...realised(
        year,
        over.filter(({ at }) => state.days[at]!.startsWith(year)),
      ),
      brier: mean(statements.map(({ stated, came }) => (stated - came) ** 2)),
      baseBrier: mean(statements.map(({ base, came }) => (base - came) ** 2)),
    })),
    control: control({ shuffles: SHUFFLES, real: walk.reliability }, (random) => {
      const shuffled = shuffledOutcomes(outcomes, random)
      return walkRisk(state, shuffled, { horizon: DRAWDOWN_SESSIONS, spaces }).reliability
    }),
    analogues,
    analogueControl: control({ shuffles: ANALOGUE_SHUFFLES, real: analogues[0]!.reliability }, (random) => {
      const shuffled = { ...falls, outcomes: shuffledOutcomes(falls.outcomes, random) }
      return walkAnalogues(state, [shuffled], spaces).calibration[0]!.reliability
    }),
  }
}

function control(
  { shuffles, real }: { shuffles: number; real: Reliability },
  judge: (random: () => number) => Reliability,
): Control {
  const all = Array.from({ length: shuffles }, (_, seed) => judge(seeded(seed + 1)))
  const skills = all.map(({ skill }) => skill ?? Number.NaN)
  return {
    shuffles,
    meanSkill: mean(skills) ?? Number.NaN,
    lowestSkill: Math.min(...skills),
    highestSkill: Math.max(...skills),
    asGood: skills.filter((skill) => skill >= (real.skill ?? Number.POSITIVE_INFINITY)).length,
    better: all.filter(({ verdict }) => verdict === 'better').length,
  }
}

function realisedOf(name: string, some: readonly RiskReading[], outcomes: Outcomes): Realised {
  const rate = mean(some.map(({ at }) => outcomes[at]!))
  const effectiveN = effectiveCount(
    some.map(({ at }) => at),
    DRAWDOWN_SESSIONS,
  )
  const interval = rate === null ? null : wilson(rate, effectiveN)
  const stated = mean(some.map(({ state }) => state.shrunkRate))
  return { name, n: some.length, effectiveN, stated, realised: rate, ...(interval ?? {}) }
}
