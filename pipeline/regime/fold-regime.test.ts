import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addSessions } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { type FoldedCloses, foldCloses, foldRegimes, type PillarRow } from './fold-regime.ts'

const FIRST = tradingDay('2026-01-05')
const WINDOW = 12

const close = fc.record({
  vix: fc.integer({ min: 10, max: 50 }),
  oas: fc.integer({ min: 2, max: 9 }),
  breadth: fc.integer({ min: 5, max: 80 }),
  gamma: fc.option(fc.integer({ min: -2, max: 2 }), { nil: undefined }),
  /** From this evening on, the close is read with another gamma series, as when the deciding series changes. */
  changesAfter: fc.option(fc.integer({ min: 1, max: WINDOW }), { nil: undefined }),
})

function rowAt(
  at: number,
  { vix, oas, breadth, gamma }: { vix: number; oas: number; breadth: number; gamma?: number | undefined },
): PillarRow {
  const { day } = addSessions(FIRST, at)
  return {
    day,
    pillars: {
      volatility: { vix, usual: null, day },
      credit: { oas, widening: 0, peak: oas, day },
      breadth: { percentAbove50d: breadth, day },
      ...(gamma !== undefined && { gamma: { gex: gamma * 1e9, relative: gamma, day } }),
    },
  }
}

test('a fold that continues an earlier one ends like one from the beginning, evening after evening', () => {
  fc.assert(
    fc.property(fc.array(close, { minLength: 2, maxLength: 60 }), (closes) => {
      const read = closes.map((each, at) => ({ each, row: rowAt(at, each), other: rowAt(at, { ...each, gamma: -2 }) }))
      let earlier: FoldedCloses | null = null
      for (let evening = 1; evening <= read.length; evening++) {
        const first = Math.max(0, evening - WINDOW)
        const rows = read
          .slice(first, evening)
          .map(({ each, row, other }, at) =>
            each.changesAfter !== undefined && evening - (first + at) > each.changesAfter ? other : row,
          )
        earlier = foldCloses(rows, earlier)
        // Copies of the rows share no memory with the others.
        const fresh = rows.map(({ day, pillars }) => ({ day, pillars }))
        expect(foldRegimes(rows, earlier)).toEqual(foldRegimes(fresh))
      }
    }),
  )
})

test('the states of a shared past are taken over', () => {
  const rows = Array.from({ length: 30 }, (_, at) => rowAt(at, { vix: 14, oas: 3, breadth: 60, gamma: 1 }))
  const before = foldCloses(rows.slice(0, 20))
  const after = foldCloses(rows.slice(1, 21), before)
  expect(after.states).toHaveLength(20)
  expect(after.states.slice(5, 19)).toEqual(before.states.slice(6, 20))
  expect(after.states[18]).toBe(before.states[19])
})
