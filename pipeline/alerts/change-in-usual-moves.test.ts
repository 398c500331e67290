import { expect, test } from 'vitest'
import { addSessions } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { changeInUsualMoves, usualMoveSessions } from './change-in-usual-moves.ts'

const FIRST = tradingDay('2025-01-02')
const points = (values: readonly number[]) => values.map((value, at) => ({ day: addSessions(FIRST, at).day, value }))
/** So many values that go up by the size and down again, and so move by it every session. */
const swinging = (count: number, size: number) => Array.from({ length: count }, (_, at) => 100 + (at % 2) * size)

test('a change is measured in daily deviations times the root of its sessions', () => {
  // 200 moves of 1 up and down in turn have a sample deviation of the root of 200/199; four sessions double it.
  const found = changeInUsualMoves(points([...swinging(201, 1), 90, 140, 80, 106]), 4)!
  expect(found.change).toBe(6)
  expect(found.moves).toBeCloseTo(6 / (2 * Math.sqrt(200 / 199)), 10)
})

test('the yardstick excludes the sessions of the change itself and those more than a year before it', () => {
  const ofYear = changeInUsualMoves(points([...swinging(253, 1), 110]), 1)!
  expect(ofYear.moves).toBeCloseTo(10 / Math.sqrt(252 / 251), 10)
  const wild = [5_000, -5_000, 0]
  const older = changeInUsualMoves(points([...wild, ...swinging(253, 1), 110]), 1)!
  expect(older.moves).toBeCloseTo(ofYear.moves, 10)
})

test('a fall has a negative sign', () => {
  expect(changeInUsualMoves(points([...swinging(151, 1), 90]), 1)).toMatchObject({
    change: -10,
    moves: expect.closeTo(-10 / Math.sqrt(150 / 149), 10),
  })
})

test('more than half a year before the change must be known', () => {
  expect(changeInUsualMoves(points([...swinging(126, 1), 110]), 1)).toBeNull()
  expect(changeInUsualMoves(points([...swinging(127, 1), 110]), 1)).not.toBeNull()
  expect(changeInUsualMoves([], 1)).toBeNull()
})

test('a series that did not move has no usual move', () => {
  expect(changeInUsualMoves(points([...Array<number>(200).fill(3), 4]), 1)).toBeNull()
})

test('its series must reach back a year, the change and one session', () => expect(usualMoveSessions(20)).toBe(273))
