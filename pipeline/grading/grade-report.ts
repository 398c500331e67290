import { mean } from '../maths/statistics.ts'
import { type Claim, DIRECTION_HORIZONS, type DirectionHorizon } from './claim.ts'
import { claimGrader, type Grade, type Graded } from './grade-claim.ts'
import { type Judgement, judge, type ScoredPair } from './judgement.ts'
import type { PricePaths } from './price-paths.ts'

interface Grading extends Record<string, unknown> {
  verdict: Judgement['verdict']
  n: number
  pending: number
  unresolved: number
}

interface Kinds<T> {
  risk_band: T
  magnitude: T
  direction: Record<DirectionHorizon, T>
  trade_idea: T
}

/** The grades of claims as the stage makes them; with a twin, the pairs of the same dates and kinds are judged too. */
export function gradeReport(
  { claims, twin }: { claims: readonly Claim[]; twin: readonly Claim[] | null },
  paths: PricePaths,
  knownBy: Date,
): Kinds<Grading> & { twin?: Kinds<Grading> } {
  const grade = claimGrader(paths, knownBy)
  const own = byKind(claims, grade)
  const grades = mapKinds(own, (grades) => gradingOf(grades))
  if (twin === null) return grades
  const other = byKind(twin, grade)
  return { ...grades, twin: mapKinds(own, (grades, pick) => twinOf(grades, pick(other))) }
}

const HORIZONS = Object.keys(DIRECTION_HORIZONS) as DirectionHorizon[]

function byKind(claims: readonly Claim[], grade: (claim: Claim) => Grade): Kinds<Grade[]> {
  const of = (fits: (claim: Claim) => boolean) => claims.filter(fits).map(grade)
  return {
    risk_band: of(({ kind }) => kind === 'risk_band'),
    magnitude: of(({ kind }) => kind === 'magnitude'),
    direction: Object.fromEntries(
      HORIZONS.map((name) => [name, of((claim) => claim.kind === 'direction' && claim.horizon === name)]),
    ) as Record<DirectionHorizon, Grade[]>,
    trade_idea: of(({ kind }) => kind === 'trade_idea'),
  }
}

type OneKind<T> = (kinds: Kinds<T>) => T

function mapKinds<T, U>(kinds: Kinds<T>, map: (value: T, pick: OneKind<T>) => U): Kinds<U> {
  const one = (pick: OneKind<T>): U => map(pick(kinds), pick)
  return {
    risk_band: one((of) => of.risk_band),
    magnitude: one((of) => of.magnitude),
    direction: Object.fromEntries(HORIZONS.map((name) => [name, one((of) => of.direction[name])])) as Record<
      DirectionHorizon,
      U
    >,
    trade_idea: one((of) => of.trade_idea),
  }
}

const isGraded = (grade: Grade): grade is Graded => typeof grade === 'object'

/** Enough digits to compare, without those that are only rounding. */
const shown = (value: number | null): number | null => (value === null ? null : Number(value.toPrecision(10)))

const judgementFields = ({ verdict, n, nEffective, nNeeded, score, skill, interval }: Judgement) => ({
  verdict,
  n,
  n_effective: nEffective,
  n_needed: nNeeded,
  score: shown(score),
  skill: shown(skill),
  interval: interval?.map(shown) ?? null,
})

function gradingOf(grades: readonly Grade[]): Grading {
  const graded = grades.filter(isGraded)
  return {
    ...judgementFields(judge(graded)),
    rate: shown(mean(graded.map(({ came }) => Number(came)))),
    base_rate: shown(mean(graded.map(({ base }) => base))),
    pending: grades.filter((grade) => grade === 'pending').length,
    unresolved: grades.filter((grade) => grade === 'unresolved').length,
  }
}

/** One pair for each date on which both have graded claims: the mean loss of each. */
function twinOf(own: readonly Grade[], other: readonly Grade[]): Grading {
  const twins = Map.groupBy(other.filter(isGraded), ({ start }) => start)
  const pairs = [...Map.groupBy(own.filter(isGraded), ({ start }) => start)].flatMap(([start, ours]): ScoredPair[] => {
    const theirs = twins.get(start)
    if (!theirs) return []
    const sessions = Math.max(...[...ours, ...theirs].map((grade) => grade.sessions))
    return [
      { start, sessions, ours: mean(ours.map((each) => each.ours))!, rival: mean(theirs.map((each) => each.ours))! },
    ]
  })
  return {
    ...judgementFields(judge(pairs)),
    twin_score: shown(mean(pairs.map(({ rival }) => rival))),
    pending: own.filter((grade) => grade === 'pending').length,
    unresolved: own.filter((grade) => grade === 'unresolved').length,
  }
}
