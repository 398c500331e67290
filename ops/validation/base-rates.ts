import { type Claim, claimsOf, walkAnalogues } from '../../pipeline/analogues/walk-analogues.ts'
import { mean } from '../../pipeline/maths/statistics.ts'
import { type RateInterval, wilson } from '../../pipeline/maths/wilson.ts'
import { BANDS, type FallReading, type FallWalk, windows } from '../../pipeline/risk/falls.ts'
import { DRAWDOWN_SESSIONS, DRAWDOWN_SHARE, expandingRate, whether } from '../../pipeline/risk/outcomes.ts'
import { type Reliability, reliabilityOf, type Statement } from '../../pipeline/risk/reliability.ts'
import { shuffledOutcomes } from '../../pipeline/risk/shuffled.ts'
import { spacesOf } from '../../pipeline/risk/spaces.ts'
import type { StateHistory } from '../../pipeline/risk/state-history.ts'
import type { Observation } from '../../shared/domain/market/observation.ts'
import { seeded } from '../../shared/domain/seeded.ts'
import { type FallJudgement, judgeFalls } from './judge-falls.ts'

/** The realised rate of some statements; their windows are a part of all windows. */
export interface Realised extends Partial<RateInterval> {
  name: string
  n: number
  effectiveN: number
  stated: number | null
  base: number | null
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
  falls: FallJudgement
  byBand: readonly Realised[]
  byYear: readonly (Realised & { brier: number | null; baseBrier: number | null })[]
  control: Control
  analogues: readonly { key: string; sessions: number; reliability: Reliability }[]
  analogueControl: Control
}

const SHUFFLES = 100
const ANALOGUE_SHUFFLES = 20

/** Walks forward over the whole file and compares each session's statements with their outcomes and with chance. */
export function judgeBaseRates(values: readonly Observation[]): BaseRateJudgement {
  const falls = judgeFalls(values)
  const { state, walk } = falls
  const { statements } = walk
  const bandAt = ({ at }: Statement) => (walk.readings[at] as FallReading).band
  return {
    falls,
    byBand: BANDS.map((band) =>
      realisedOf(
        band,
        statements.filter((each) => bandAt(each) === band),
      ),
    ),
    byYear: [...Map.groupBy(statements, ({ at }) => state.days[at]!.slice(0, 4))].map(([year, some]) => ({
      ...realisedOf(year, some),
      brier: mean(some.map(({ stated, came }) => (stated - came) ** 2)),
      baseBrier: mean(some.map(({ base, came }) => (base - came) ** 2)),
    })),
    control: control({ shuffles: SHUFFLES, real: walk.reliability }, (random) =>
      reliabilityOf(shuffled(walk, random), DRAWDOWN_SESSIONS),
    ),
    ...judgeAnalogues(state),
  }
}

function judgeAnalogues(state: StateHistory): Pick<BaseRateJudgement, 'analogues' | 'analogueControl'> {
  const claims = claimsOf(state, DRAWDOWN_SHARE)
  const spaces = spacesOf(state, DRAWDOWN_SESSIONS)
  const drawdowns = claims[0] as Claim
  const analogues = walkAnalogues(state, claims, spaces).calibration.map(
    ({ claim: { key, sessions }, reliability }) => ({ key, sessions, reliability }),
  )
  return {
    analogues,
    analogueControl: control({ shuffles: ANALOGUE_SHUFFLES, real: analogues[0]!.reliability }, (random) => {
      const moved = { ...drawdowns, outcomes: shuffledOutcomes(drawdowns.outcomes, random) }
      return walkAnalogues(state, [moved], spaces).calibration[0]!.reliability
    }),
  }
}

/** The same statements with the outcomes, and the base rate with them, moved to other places. */
function shuffled({ falls, statements }: FallWalk, random: () => number): Statement[] {
  const outcomes = shuffledOutcomes(
    whether(falls, (fall) => fall >= DRAWDOWN_SHARE),
    random,
  )
  const base = expandingRate(outcomes, DRAWDOWN_SESSIONS)
  return statements.map((each) => ({ ...each, came: outcomes[each.at]!, base: base[each.at]! }))
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

function realisedOf(name: string, some: readonly Statement[]): Realised {
  const realised = mean(some.map(({ came }) => came))
  const effectiveN = windows(some.length)
  const interval = realised === null ? null : wilson(realised, effectiveN)
  return {
    name,
    n: some.length,
    effectiveN,
    stated: mean(some.map(({ stated }) => stated)),
    base: mean(some.map(({ base }) => base)),
    realised,
    ...(interval ?? {}),
  }
}
