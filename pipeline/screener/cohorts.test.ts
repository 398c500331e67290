import { expect, test } from 'vitest'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { dayOfEpoch, type TradingDay, tradingDay, weekday } from '../../shared/time/trading-day.ts'
import {
  addEntry,
  addOutcome,
  blockOf,
  blockStart,
  type CohortBook,
  cohortHits,
  cohortPace,
  completeCohorts,
  newestOverBlock,
} from './cohorts.ts'

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
  expect(cohortHits(book)).toEqual({ all: [], postLock: [] })
  addOutcome(book, 7, -0.01)
  expect(completeCohorts(book, 7)).toBe(false)
  expect(completeCohorts(book, 8)).toBe(true)
  expect(cohortHits(book)).toEqual({ all: [true], postLock: [true] })
  expect(completeCohorts(book, 9)).toBe(false)
  expect(book.get(7)).toMatchObject({ open: 0, matured: 2 })
})

test('an imported episode makes its cohort not post-lock', () => {
  const book: CohortBook = new Map()
  addEntry(book, 7, true)
  addEntry(book, 7, false)
  for (const excess of [0.01, 0.01]) addOutcome(book, 7, excess)
  completeCohorts(book, 8)
  expect(cohortHits(book)).toEqual({ all: [true], postLock: [] })
})

/** A book with one episode in each block, complete up to the newest block that is over by a day. */
function steadyBook(first: number, day: TradingDay, horizon: number): CohortBook {
  const book: CohortBook = new Map()
  const current = blockOf(day, horizon)
  for (let block = first; block <= current; block++) {
    addEntry(book, block, true)
    if (block <= newestOverBlock(day, horizon)) addOutcome(book, block, 0.01)
  }
  completeCohorts(book, current)
  return book
}

test.each([5, 10, 20])(
  'an archetype with a cohort in each block has a pace of 1 on every session, at %d bars',
  (horizon) => {
    const first = blockOf(tradingDay('2025-10-01'), horizon)
    const paces = sessionsBetween(tradingDay('2026-03-02'), tradingDay('2026-11-25')).map((day) =>
      cohortPace(steadyBook(first, day, horizon), { day, horizon }),
    )
    expect(new Set(paces)).toEqual(new Set([1]))
  },
)

test('a block is over when an entry at its last close has seen its horizon, which a holiday delays', () => {
  const over = (day: string) => newestOverBlock(tradingDay(day), 5)
  const block = blockOf(tradingDay('2026-11-18'), 5)
  // The week of 2026-11-16 ends on Friday 20; Thanksgiving, 2026-11-26, makes Monday 30 the fifth session after it.
  expect([over('2026-11-25'), over('2026-11-27'), over('2026-11-30')]).toEqual([block - 1, block - 1, block])
})

test('a cohort that is complete before its block is over gives no pace yet, and an empty block slows it', () => {
  const [day, horizon] = [tradingDay('2026-11-25'), 10]
  const newest = newestOverBlock(day, horizon)
  const bookOf = (...blocks: number[]): CohortBook => {
    const book: CohortBook = new Map()
    for (const block of blocks) {
      addEntry(book, block, true)
      addOutcome(book, block, 0.01)
    }
    completeCohorts(book, blockOf(day, horizon))
    return book
  }
  expect(cohortPace(bookOf(), { day, horizon })).toBeNull()
  expect(cohortPace(bookOf(newest + 1), { day, horizon })).toBeNull()
  expect(cohortPace(bookOf(newest), { day, horizon })).toBe(1)
  expect(cohortPace(bookOf(newest - 1, newest + 1), { day, horizon })).toBe(0.5)
})
