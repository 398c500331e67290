import { expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { GradableClaim } from './claim.ts'
import type { OpenClaim, VerdictGrade } from './grade-verdicts.ts'
import { gradesDocument } from './grades-document.ts'
import type { GradedVerdict, KindBook } from './judge-eras.ts'

type Kind = GradableClaim['kind']

const verdict = (id: number, variant: GradedVerdict['variant'], cycle: number): GradedVerdict => ({
  id,
  variant,
  era: variant,
  cycleId: `c${cycle}`,
  simulated: false,
  asOf: new Date(Date.UTC(2026, 0, 2 + cycle)),
})
/** Two verdicts of each cycle, the deterministic one with an even number. */
const verdicts = new Map(
  Array.from({ length: 120 }, (_, id) => [id, verdict(id, id % 2 === 0 ? 'deterministic' : 'llm', id >> 1)] as const),
)
const grade = (verdictId: number, kind: Kind, sessions: number, loss: number): VerdictGrade => ({
  verdictId,
  kind,
  sessions,
  startDay: tradingDay(new Date(Date.UTC(2026, 0, 2 + (verdictId >> 1))).toISOString().slice(0, 10)),
  endDay: tradingDay('2026-12-01'),
  stated: 0.2,
  came: verdictId % 3 === 0,
  base: 0.1,
  loss,
  baseLoss: 0.2,
})
const open = (verdictId: number, kind: Kind, sessions: number): OpenClaim => ({
  verdictId,
  kind,
  sessions,
  state: 'pending',
})
const bookOf = (grades: VerdictGrade[], waiting: OpenClaim[] = []): KindBook => ({
  verdicts,
  grades,
  open: waiting,
  positionOf: (day) => Math.round((Date.parse(day) - Date.UTC(2026, 0, 1)) / 86_400_000),
})
const NOTHING = bookOf([])
const asOf = new Date('2026-11-24T01:00:00Z')

test('each claim is graded only with its kind, directions by their sessions, live ones apart from back-filled ones', () => {
  const grades = [
    grade(0, 'risk_band', 20, 0.1),
    grade(2, 'magnitude', 1, 0.1),
    grade(4, 'magnitude', 1, 0.1),
    grade(1, 'trade_idea', 5, 0.1),
    grade(1, 'direction', 1, 0.1),
    grade(3, 'direction', 3, 0.1),
    grade(5, 'direction', 3, 0.1),
    grade(7, 'direction', 5, 0.1),
    grade(9, 'direction', 5, 0.1),
    grade(11, 'direction', 5, 0.1),
  ]
  const document = gradesDocument({
    asOf,
    live: bookOf(grades, [open(6, 'risk_band', 20), open(13, 'direction', 3)]),
    backfill: bookOf([grade(0, 'magnitude', 1, 0.1)]),
  })
  const countOf = ({ live }: typeof document.magnitude) => live.reduce((sum, { n }) => sum + n, 0)
  const pendingOf = ({ live }: typeof document.magnitude) => live.reduce((sum, { pending }) => sum + pending, 0)
  const { risk_band: risk, magnitude, trade_idea: idea, direction } = document
  expect([risk, magnitude, idea, direction['1d'], direction['3d'], direction['5d']].map(countOf)).toEqual([
    1, 2, 1, 1, 2, 3,
  ])
  expect([risk, magnitude, idea, direction['1d'], direction['3d'], direction['5d']].map(pendingOf)).toEqual([
    1, 0, 0, 0, 1, 0,
  ])
  expect(magnitude.backfill.map(({ n }) => n)).toEqual([1])
  expect(risk.backfill).toEqual([])
  // Only risk and size have a deterministic twin.
  expect([risk.twin === null, magnitude.twin === null]).toEqual([false, false])
  expect([idea.twin, direction['1d'].twin]).toEqual([null, null])
  expect(document.as_of).toBe('2026-11-23T20:00:00-05:00')
})

test('the narrative of the LLM is lent until its sizes are worse than those of its twin', () => {
  const sizes = (ofLlm: (cycle: number) => number) =>
    gradesDocument({
      asOf,
      live: bookOf(
        Array.from({ length: 60 }, (_, cycle) => [
          grade(2 * cycle, 'magnitude', 1, 0.2 + 0.01 * (cycle % 2)),
          grade(2 * cycle + 1, 'magnitude', 1, ofLlm(cycle)),
        ]).flat(),
      ),
      backfill: NOTHING,
    })
  const worse = sizes((cycle) => 0.4 + 0.01 * (cycle % 3)).public
  expect(worse).toMatchObject({ twin: { verdict: 'worse', n: 60 }, lendsNarrative: false })
  const better = sizes((cycle) => 0.05 + 0.01 * (cycle % 3)).public
  expect(better).toMatchObject({ twin: { verdict: 'better', n: 60 }, lendsNarrative: true })
  expect(better.grades.magnitude).toMatchObject({ matured: 60 })
  const none = gradesDocument({ asOf, live: NOTHING, backfill: NOTHING }).public
  expect(none).toMatchObject({ twin: { verdict: 'insufficient_data', n: 0 }, lendsNarrative: true })
})

test('the public grade of sizes and risk is that of the deterministic verdicts, of ideas that of the LLM', () => {
  const kinds: Kind[] = ['risk_band', 'magnitude', 'trade_idea']
  const live = bookOf(kinds.flatMap((kind) => [grade(0, kind, 1, 0.1), grade(2, kind, 1, 0.1), grade(1, kind, 1, 0.1)]))
  const { grades } = gradesDocument({ asOf, live, backfill: NOTHING }).public
  expect([grades.risk_band, grades.magnitude, grades.trade_idea].map(({ matured }) => matured)).toEqual([2, 2, 1])
})
