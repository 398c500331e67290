import { expect, test } from 'vitest'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { claimKey, gradeVerdicts } from './grade-verdicts.ts'
import { claimInstant, parseBars } from './price-paths.ts'

const DAYS = sessionsBetween(tradingDay('2018-01-02'), tradingDay('2019-12-31'))
/** SPY rises by a point a session; XYZ has a close of its first half alone. */
const BARS = DAYS.flatMap((day, at) => [
  `${day},SPY,${200 + at}`,
  ...(at < DAYS.length / 2 ? [`${day},XYZ,${100 + at}`] : []),
])
const paths = parseBars(`date,symbol,close\n${BARS.join('\n')}\n`, 'bars.csv')
const at = DAYS.length - 15
const DAY = DAYS[at]!

const FIGURES = {
  asOf: claimInstant(DAY),
  rate: 0.1,
  sizeClass: null,
  pSmall: null,
  pNormal: null,
  pBig: null,
  direction: {
    '1d': { label: 'up', confidence: 3 },
    '3d': { label: 'up', confidence: 3 },
    '5d': { label: 'up', confidence: 3 },
  },
  ideaUnderlying: 'XYZ',
  ideaDirection: 'up',
  ideaHorizon: 5,
} as const
const late = { paths, knownBy: instantAt(tradingDay('2020-02-03'), '20:00') }

test('a matured claim is graded on its own days, and another stays open with the reason', () => {
  const { grades, open } = gradeVerdicts([{ id: 7, ...FIGURES }], new Set(), late)
  expect(
    grades.map(({ verdictId, kind, sessions, startDay, endDay }) => [verdictId, kind, sessions, startDay, endDay]),
  ).toEqual([
    [7, 'direction', 1, DAY, DAYS[at + 1]],
    [7, 'direction', 3, DAY, DAYS[at + 3]],
    [7, 'direction', 5, DAY, DAYS[at + 5]],
  ])
  for (const { came, loss, baseLoss, stated, base } of grades) {
    expect(came).toBe(true)
    expect(stated).toBeGreaterThan(0)
    expect(base).toBeGreaterThan(0)
    expect([loss, baseLoss].every((each) => Number.isFinite(each))).toBe(true)
  }
  expect(open).toEqual([
    { verdictId: 7, kind: 'risk_band', sessions: 20, state: 'pending' },
    { verdictId: 7, kind: 'trade_idea', sessions: 5, state: 'unresolved' },
  ])
})

test('a claim that has its grade is neither graded again nor open', () => {
  const known = [
    { verdictId: 7, kind: 'direction', sessions: 3 },
    { verdictId: 7, kind: 'risk_band', sessions: 20 },
  ] as const
  expect(known.map(claimKey)).toEqual(['7 direction 3', '7 risk_band 20'])
  const { grades, open } = gradeVerdicts(
    [
      { id: 7, ...FIGURES },
      { id: 8, ...FIGURES },
    ],
    new Set(known.map(claimKey)),
    late,
  )
  expect(grades.map(({ verdictId, sessions }) => `${verdictId} ${sessions}`)).toEqual([
    '7 1',
    '7 5',
    '8 1',
    '8 3',
    '8 5',
  ])
  expect(open.map(({ verdictId, kind }) => `${verdictId} ${kind}`)).toEqual([
    '7 trade_idea',
    '8 risk_band',
    '8 trade_idea',
  ])
})

test('nothing is graded before its outcome is known', () => {
  const early = gradeVerdicts([{ id: 7, ...FIGURES }], new Set(), { paths, knownBy: FIGURES.asOf })
  expect(early.grades).toEqual([])
  expect(new Set(early.open.map(({ state }) => state))).toEqual(new Set(['pending']))
})
