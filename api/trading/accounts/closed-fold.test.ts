import { expect, test } from 'vitest'
import { addClosed, CLOSED_LINES_MAX, emptyClosed, newestClosed } from './closed-fold.ts'
import type { ClosingEntry } from './closing-entries-view.ts'

const atMinute = (minute: number) => new Date(minute * 60_000)

/** An entry with one line: a quantity of an instrument at a price, whose cost leaves at the cost that is given. */
const entryOf = (number: number, over: Partial<ClosingEntry>): ClosingEntry => ({
  number,
  id: number,
  recordedAt: atMinute(number),
  at: atMinute(number),
  kind: 'trade',
  changeE4: 0,
  lines: [],
  ...over,
})
const line = (quantity: number, cost_e4: number, instrument = 'SPY') => ({ instrument, quantity, cost_e4 })
const folded = (...entries: ClosingEntry[]) => {
  const state = emptyClosed()
  for (const entry of entries) addClosed(state, entry)
  return state
}

test('a sale realises its part of the cost, and the position stays opened at its first purchase', () => {
  const state = folded(
    entryOf(2, { changeE4: -1_000, lines: [line(10, 1_000)] }),
    entryOf(3, { changeE4: -500, lines: [line(5, 500)] }),
    entryOf(4, { changeE4: 480, lines: [line(-4, -400)] }),
    entryOf(5, { changeE4: 1_000, lines: [line(-11, -1_100)] }),
  )
  expect(state.trades).toEqual({ count: 2, wins: 1, losses: 1, realizedE4: -20, wonE4: 80, lostE4: -100 })
  expect(newestClosed(state)).toMatchObject([
    { entry: 5, openedAt: atMinute(2), closedAt: atMinute(5), heldBefore: 11, basisE4: 1_100, gainE4: -100 },
    { entry: 4, openedAt: atMinute(2), closedAt: atMinute(4), heldBefore: 15, basisE4: 400, gainE4: 80 },
  ])
})

test('an order that turns a position round closes what was held and opens the rest at its own time', () => {
  const state = folded(
    entryOf(2, { changeE4: -1_000, lines: [line(10, 1_000)] }),
    entryOf(3, { changeE4: 3_000, lines: [line(-30, -3_000)] }),
    entryOf(4, { changeE4: -2_200, lines: [line(20, 2_000)] }),
  )
  expect(newestClosed(state)).toMatchObject([
    { entry: 4, openedAt: atMinute(3), heldBefore: -20, basisE4: -2_000, gainE4: -200 },
    { entry: 3, openedAt: atMinute(2), heldBefore: 10 },
  ])
})

test('a delivery into shares closes nothing unless it realises something; a split closes what it pays out', () => {
  const CALL = 'SPY270115C00600000'
  const delivered = (costE4: number) =>
    folded(
      entryOf(2, { changeE4: -100, lines: [line(1, 100, CALL)] }),
      entryOf(3, { kind: 'settlement', changeE4: -600, lines: [line(-1, -100, CALL), line(100, costE4)] }),
    ).trades.count
  expect(delivered(700)).toBe(0)
  expect(delivered(650)).toBe(1)
  const split = (changeE4: number) =>
    folded(
      entryOf(2, { changeE4: -100, lines: [line(11, 100)] }),
      entryOf(3, { kind: 'split', changeE4, lines: [line(-10, 0)] }),
    ).trades.count
  expect([split(0), split(7)]).toEqual([0, 1])
})

test('fees and dividends close nothing, and adjust no spell', () => {
  const state = folded(
    entryOf(2, { changeE4: -100, lines: [line(1, 100)] }),
    entryOf(3, { kind: 'dividend', changeE4: 5 }),
    entryOf(4, { kind: 'fee', changeE4: -1 }),
  )
  expect(state.trades.count).toBe(0)
})

test('the count continues beyond the newest closed lines, which alone are kept', () => {
  const state = emptyClosed()
  const trips = 2 * CLOSED_LINES_MAX + 10
  for (let trip = 1; trip <= trips; trip++) {
    addClosed(state, entryOf(2 * trip, { changeE4: -100, lines: [line(1, 100)] }))
    addClosed(state, entryOf(2 * trip + 1, { changeE4: 101, lines: [line(-1, -100)] }))
    expect(state.parts.length).toBeLessThan(2 * CLOSED_LINES_MAX)
  }
  expect(state.trades).toMatchObject({ count: trips, wins: trips, realizedE4: trips })
  const kept = newestClosed(state)
  expect(kept.length).toBe(CLOSED_LINES_MAX)
  expect(kept[0]!.entry).toBe(2 * trips + 1)
})
