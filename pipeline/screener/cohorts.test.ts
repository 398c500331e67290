import { expect, test } from 'vitest'
import { dayOfEpoch, tradingDay, weekday } from '../../shared/time/trading-day.ts'
import { addEntry, addOutcome, blockOf, blockStart, type CohortBook, cohortHits, completeCohorts } from './cohorts.ts'

test('blocks of weeks begin on Mondays and hold a horizon', () => {
  for (const [horizon, weeks] of [
    [5, 1],
    [10, 2],
    [15, 3],
    [20, 4],
    [6, 2],
  ] as const) {
    const block = blockOf(tradingDay('2026-03-04'), horizon)
    const first = dayOfEpoch(blockStart(block, horizon))
    expect(weekday(first)).toBe(1)
    expect(blockStart(block + 1, horizon) - blockStart(block, horizon)).toBe(7 * weeks)
    expect(blockOf(first, horizon)).toBe(block)
  }
  expect(blockOf(tradingDay('1970-01-05'), 20)).toBe(0)
})

test('a cohort counts once: after its block, when its last episode has matured', () => {
  const book: CohortBook = new Map()
  addEntry(book, 7, true)
  addEntry(book, 7, true)
  addOutcome(book, 7, 0.03)
  expect(completeCohorts(book, 8)).toBe(false)
  addOutcome(book, 7, -0.01)
  expect(completeCohorts(book, 7)).toBe(false)
  expect(completeCohorts(book, 8)).toBe(true)
  expect(cohortHits(book)).toEqual({ all: [true], postLock: [true] })
  expect(completeCohorts(book, 9)).toBe(false)
})

test('an imported episode makes its cohort one that is not post-lock', () => {
  const book: CohortBook = new Map()
  addEntry(book, 7, true)
  addEntry(book, 7, false)
  for (const excess of [0.01, 0.01]) addOutcome(book, 7, excess)
  completeCohorts(book, 8)
  expect(cohortHits(book)).toEqual({ all: [true], postLock: [] })
})
