import { expect, test } from 'vitest'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { wilson } from '../maths/wilson.ts'
import type { OpenClaim, VerdictGrade } from './grade-verdicts.ts'
import { currentEra, type GradedVerdict, judgeEras, judgeTwin, type KindBook } from './judge-eras.ts'

type Variant = GradedVerdict['variant']

const verdict = (id: number, variant: Variant, era: string, hour: number): GradedVerdict => ({
  id,
  variant,
  era,
  cycleId: `c${hour}`,
  simulated: false,
  asOf: new Date(Date.UTC(2026, 10, 2, hour)),
})
const VERDICTS = [
  verdict(1, 'deterministic', 'rules-1', 10),
  verdict(2, 'llm', 'old-model', 10),
  verdict(3, 'llm', 'new-model', 12),
  verdict(4, 'deterministic', 'rules-1', 14),
]
const grade = (verdictId: number, day: string, { came, loss }: { came: boolean; loss: number }): VerdictGrade => ({
  verdictId,
  kind: 'risk_band',
  sessions: 20,
  startDay: tradingDay(day),
  endDay: tradingDay('2026-12-01'),
  stated: 0.2,
  came,
  base: 0.1,
  loss,
  baseLoss: 0.2,
})
const open = (verdictId: number, state: OpenClaim['state']): OpenClaim => ({
  verdictId,
  kind: 'risk_band',
  sessions: 20,
  state,
})

const book = (given: Partial<KindBook> = {}): KindBook => ({
  verdicts: new Map(VERDICTS.map((each) => [each.id, each])),
  grades: [
    grade(1, '2026-11-02', { came: true, loss: 0.1 }),
    grade(2, '2026-11-02', { came: false, loss: 0.3 }),
    grade(4, '2026-11-03', { came: false, loss: 0.1 }),
  ],
  open: [open(2, 'unresolved'), open(3, 'pending'), open(4, 'pending')],
  positionOf: (day) => Number(day.slice(-2)),
  ...given,
})

test('the era of a variant is that of its newest verdict, whatever the other variant wrote later', () => {
  expect(currentEra(VERDICTS, 'llm')).toBe('new-model')
  expect(currentEra(VERDICTS.toReversed(), 'llm')).toBe('new-model')
  expect(currentEra(VERDICTS, 'deterministic')).toBe('rules-1')
  expect(currentEra(VERDICTS.slice(0, 1), 'llm')).toBeNull()
})

test('each era counts its own grades and its own open claims, newest first', () => {
  expect(judgeEras(book())).toMatchObject([
    { variant: 'deterministic', era: 'rules-1', current: true, n: 2, rate: 0.5, pending: 1, unresolved: 0 },
    { variant: 'llm', era: 'new-model', current: true, n: 0, rate: null, pending: 1, unresolved: 0 },
    { variant: 'llm', era: 'old-model', current: false, n: 1, rate: 0, pending: 0, unresolved: 1 },
  ])
  const [rules] = judgeEras(book())
  expect(rules).toMatchObject({ base_rate: 0.1, first: '2026-11-02', last: '2026-11-03', reliability: [] })
})

test('the interval of a third of the stated chances counts a third of the independent claims', () => {
  const day = (at: number) => String(addDays(tradingDay('2026-09-01'), at))
  const grades = Array.from({ length: 30 }, (_, at) => ({
    ...grade(1, day(at), { came: at % 2 === 0, loss: 0.1 }),
    stated: 0.1 + at / 100,
  }))
  const positions = new Map(grades.map(({ startDay }, at) => [startDay, at]))
  const [era] = judgeEras(book({ grades, open: [], positionOf: (startDay) => positions.get(startDay)! }))
  expect(era!.n_effective).toBeLessThan(10)
  expect(era!.reliability.map(({ n, from, to, came }) => [n, from, to, came])).toEqual([
    [10, 0.1, 0.19, 0.5],
    [10, 0.2, 0.29, 0.5],
    [10, 0.3, 0.39, 0.5],
  ])
  const { low, high } = wilson(0.5, era!.n_effective / 3)!
  for (const bin of era!.reliability) {
    expect(bin.low).toBeCloseTo(low, 2)
    expect(bin.high).toBeCloseTo(high, 2)
  }
})

test('an era without a grade and without an open claim is left out', () => {
  expect(judgeEras(book({ grades: [], open: [open(3, 'pending')] }))).toMatchObject([{ era: 'new-model' }])
})

test('twins are of one cycle, and only the present era of the language model counts', () => {
  const own = [verdict(5, 'llm', 'new-model', 14), ...VERDICTS]
  const twin = judgeTwin(
    book({
      verdicts: new Map(own.map((each) => [each.id, each])),
      grades: [
        grade(4, '2026-11-03', { came: false, loss: 0.1 }),
        grade(5, '2026-11-03', { came: false, loss: 0.3 }),
        grade(2, '2026-11-02', { came: false, loss: 0.3 }),
      ],
    }),
  )
  expect(twin).toMatchObject({ first: '2026-11-03', last: '2026-11-03', judgement: { n: 1 } })
  expect(judgeTwin(book({ verdicts: new Map([[1, VERDICTS[0]!]]) }))).toBeNull()
})
