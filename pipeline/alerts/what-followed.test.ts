import { expect, test } from 'vitest'
import { type DayClose, whatFollowed } from './what-followed.ts'

/** Closes of consecutive days from the 2nd on; the 7th and 8th are a rest. */
const rows = (closes: readonly (number | null)[]): DayClose[] =>
  closes.map((close, at) => ({ day: `2026-03-${String(at + (at < 5 ? 2 : 4)).padStart(2, '0')}`, close }))

// After five sessions: 100 to 110, 100 to 90, 100 to 100, 100 to 98.
const CLOSES = rows([100, 100, 100, 100, 100, 110, 90, 100, 98])

test('a fire is followed over five sessions, and compared with every session whose next five are known', () => {
  const found = whatFollowed(CLOSES, ['2026-03-02', '2026-03-03', '2026-03-05'])
  expect(found).toMatchObject({ horizonSessions: 5, n: 3, baseN: 4 })
  expect(found.medianChangePct).toBeCloseTo(-2, 10)
  expect(found.sharePctDown).toBeCloseTo(200 / 3, 10)
  expect(found.baseMedianChangePct).toBeCloseTo(-1, 10)
  expect(found.baseSharePctDown).toBe(50)
})

test('an unchanged close is not a fall', () => {
  expect(whatFollowed(CLOSES, ['2026-03-04'])).toMatchObject({ n: 1, medianChangePct: 0, sharePctDown: 0 })
})

test.each([
  ['on a rest day counts from the close before', rows([...Array(9).fill(100), 120]), ['2026-03-08'], 1],
  ['before the first session does not count', CLOSES, ['2026-03-01'], 0],
  ['whose horizon has not passed does not count', CLOSES, ['2026-03-06'], 0],
  ['with an unknown close at its start does not count', rows([null, 1, 1, 1, 1, 1]), ['2026-03-02'], 0],
  ['with an unknown close at its end does not count', rows([1, 1, 1, 1, 1, null]), ['2026-03-02'], 0],
])('a fire %s', (_, closes, days, n) => {
  const found = whatFollowed(closes, days)
  expect(found.n).toBe(n)
  if (n === 0) expect(found).toMatchObject({ medianChangePct: null, sharePctDown: null })
  else expect(found.medianChangePct).toBeCloseTo(20, 10)
})
