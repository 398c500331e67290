import type { EraGrade, TwinGrade } from '../../shared/domain/contract/ai-grades.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { shown } from '../maths/shown.ts'
import { mean } from '../maths/statistics.ts'
import { wilson } from '../maths/wilson.ts'
import type { OpenClaim, VerdictGrade } from './grade-verdicts.ts'
import { type Judgement, judge, type ScoredPair } from './judgement.ts'
import { decompose, partsOf } from './resolution.ts'

/** A verdict as its grades refer to it. */
export interface GradedVerdict {
  id: number
  cycleId: string
  variant: 'deterministic' | 'llm'
  era: string
  simulated: boolean
  asOf: Date
}

/** The grades of one kind, with the position of each start on the line of sessions. */
export interface KindBook {
  /** By id, oldest first. */
  verdicts: ReadonlyMap<number, GradedVerdict>
  grades: readonly VerdictGrade[]
  open: readonly OpenClaim[]
  positionOf(day: TradingDay): number
}

/** With fewer claims, nothing is stated about how reliable the chances are. */
const PARTS_MIN = 30
const PARTS = 3

/** The era in which the newest verdict of a variant was written; null before the first. */
export function currentEra(verdicts: Iterable<GradedVerdict>, variant: GradedVerdict['variant']): string | null {
  let newest: GradedVerdict | null = null
  for (const verdict of verdicts)
    if (verdict.variant === variant && (newest === null || verdict.asOf > newest.asOf)) newest = verdict
  return newest?.era ?? null
}

const pairOf = ({ positionOf }: KindBook, { startDay, sessions, loss, baseLoss }: VerdictGrade): ScoredPair => ({
  start: positionOf(startDay),
  sessions,
  ours: loss,
  rival: baseLoss,
})

/** Every era of every variant on its own, newest first. */
export function judgeEras(book: KindBook): EraGrade[] {
  const { verdicts, grades, open } = book
  const eraOf = (id: number) => {
    const verdict = verdicts.get(id)
    return verdict ? `${verdict.variant} ${verdict.era}` : null
  }
  const byEra = Map.groupBy(verdicts.values(), ({ variant, era }) => `${variant} ${era}`)
  const eras = [...byEra].map(([name, own]) => {
    const graded = grades.filter(({ verdictId }) => eraOf(verdictId) === name)
    const waiting = open.filter(({ verdictId }) => eraOf(verdictId) === name)
    return { one: own.at(-1)!, graded, waiting }
  })
  return eras
    .filter(({ graded, waiting }) => graded.length + waiting.length > 0)
    .toSorted((a, b) => b.one.asOf.getTime() - a.one.asOf.getTime())
    .map(({ one, graded, waiting }) => ({
      variant: one.variant,
      era: one.era,
      current: currentEra(verdicts.values(), one.variant) === one.era,
      simulated: one.simulated,
      ...gradeFields(book, graded),
      pending: waiting.filter(({ state }) => state === 'pending').length,
      unresolved: waiting.filter(({ state }) => state === 'unresolved').length,
    }))
}

export const judgementFields = ({ verdict, n, nEffective, nNeeded, score, skill, interval }: Judgement): TwinGrade => ({
  verdict,
  n,
  n_effective: nEffective,
  n_needed: nNeeded,
  score: score === null ? null : shown(score),
  skill: skill === null ? null : shown(skill),
  interval: interval && [shown(interval[0]), shown(interval[1])],
})

const meanOrNull = (values: readonly number[]): number | null => {
  const found = mean(values)
  return found === null ? null : shown(found)
}

function gradeFields(book: KindBook, graded: readonly VerdictGrade[]) {
  const judgement = judge(graded.map((grade) => pairOf(book, grade)))
  const days = graded.map(({ startDay }) => startDay).toSorted()
  const isEnough = graded.length >= PARTS_MIN
  return {
    ...judgementFields(judgement),
    rate: meanOrNull(graded.map(({ came }) => Number(came))),
    base_rate: meanOrNull(graded.map(({ base }) => base)),
    first: days[0] ?? null,
    last: days.at(-1) ?? null,
    reliability: isEnough ? partsOf(graded, PARTS).map((some) => binOf(some, judgement)) : [],
    decomposition: isEnough ? decompose(graded, PARTS) : null,
  }
}

function binOf(some: readonly VerdictGrade[], { n, nEffective }: Judgement): EraGrade['reliability'][number] {
  const stated = some.map((grade) => grade.stated)
  const came = mean(some.map((grade) => Number(grade.came)))!
  const { low, high } = wilson(came, (nEffective * some.length) / n)!
  return {
    from: shown(Math.min(...stated)),
    to: shown(Math.max(...stated)),
    n: some.length,
    stated: shown(mean(stated)!),
    came: shown(came),
    low: shown(low),
    high: shown(high),
  }
}

export interface TwinJudgement {
  judgement: Judgement
  /** The first and the last date on which both were graded; null before the first. */
  first: TradingDay | null
  last: TradingDay | null
}

/** The LLM's current era against the deterministic verdicts of the same cycles, one pair a date. */
export function judgeTwin(book: KindBook): TwinJudgement | null {
  const { verdicts, grades, positionOf } = book
  const era = currentEra(verdicts.values(), 'llm')
  if (era === null) return null
  const twins = new Map<string, VerdictGrade>()
  for (const grade of grades) {
    const verdict = verdicts.get(grade.verdictId)
    if (verdict?.variant === 'deterministic') twins.set(verdict.cycleId, grade)
  }
  const pairs = grades.flatMap((grade) => {
    const verdict = verdicts.get(grade.verdictId)
    if (verdict?.variant !== 'llm' || verdict.era !== era) return []
    const twin = twins.get(verdict.cycleId)
    return twin ? [{ day: grade.startDay, sessions: grade.sessions, ours: grade.loss, rival: twin.loss }] : []
  })
  const dates = [...Map.groupBy(pairs, ({ day }) => day)].map(([day, own]) => ({
    start: positionOf(day),
    sessions: own[0]!.sessions,
    ours: mean(own.map(({ ours }) => ours))!,
    rival: mean(own.map(({ rival }) => rival))!,
  }))
  const days = pairs.map(({ day }) => day).toSorted()
  return { judgement: judge(dates), first: days[0] ?? null, last: days.at(-1) ?? null }
}
