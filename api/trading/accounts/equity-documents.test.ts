import { expect, test } from 'vitest'
import { addSessions } from '../../../shared/time/calendar.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import type { Curve } from './account-snapshots-view.ts'
import { curveDocument } from './equity-documents.ts'

const DOLLAR = 10_000
const closeAt = (index: number) => addSessions(tradingDay('2026-11-02'), index).close
const curveOf = (...equities: (number | null)[]): Curve => ({
  epoch: 2,
  opening: { at: new Date('2026-11-02T15:00:00Z'), equityE4: 1_000 * DOLLAR, spyE4: 600 * DOLLAR },
  points: equities.map((equity, index) => ({
    at: closeAt(index),
    kind: 'close',
    takenAt: closeAt(index),
    cashE4: 400 * DOLLAR,
    positionsE4: equity === null ? null : (equity - 400) * DOLLAR,
    positions: 1,
    unmarked: equity === null ? 1 : 0,
    equityE4: equity === null ? null : equity * DOLLAR,
    flowE4: 0,
    spyE4: null,
    isClose: true,
  })),
})

test('the curve has the points of the period, and their returns count from the opening', () => {
  const found = curveDocument(curveOf(1_100, null, 990), closeAt(1))
  expect(found).toMatchObject({ epoch: 2, opening_balance: 1_000, opening_spy: 600, reason: null })
  expect(found.points).toMatchObject([
    { at: '2026-11-03T16:00:00-05:00', equity: null, positions_value: null, return_percent: null, unmarked: 1 },
    { at: '2026-11-04T16:00:00-05:00', equity: 990, positions_value: 590, cash: 400, return_percent: -1, spy: null },
  ])
})

test('a curve after everything was lost has no more returns', () => {
  const { points } = curveDocument(curveOf(0, 5), closeAt(0))
  expect(points.map(({ return_percent }) => return_percent)).toEqual([-100, null])
})

test('a curve without points says whether the period or the epoch has none', () => {
  expect(curveDocument(curveOf(1_100), closeAt(0)).reason).toBeNull()
  expect(curveDocument(curveOf(1_100), closeAt(1)).reason).toBe('no snapshot lies within these days')
  expect(curveDocument(curveOf(), closeAt(1)).reason).toBe(
    'this epoch has no snapshot: one is taken at each hour of a session and at its close',
  )
})
