import { describe, expect, test } from 'vitest'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { claimGrader } from './grade-claim.ts'
import { pricePaths } from './price-paths.ts'
import { sessionOfSize } from './size-session.ts'

/** Friday 2026-11-27 is a half-day after Thanksgiving. */
const CASES = [
  ['before an open', '2026-11-24T08:30:00-05:00', '2026-11-24'],
  ['at an open', '2026-11-24T09:30:00-05:00', '2026-11-25'],
  ['within a session', '2026-11-24T15:30:00-05:00', '2026-11-25'],
  ['at a close', '2026-11-24T16:00:00-05:00', '2026-11-25'],
  ['a quarter of an hour after a close', '2026-11-24T16:15:00-05:00', '2026-11-25'],
  ['in an evening before a holiday', '2026-11-25T20:00:00-05:00', '2026-11-27'],
  ['on a holiday', '2026-11-26T12:00:00-05:00', '2026-11-27'],
  ['after a half-day', '2026-11-27T13:30:00-05:00', '2026-11-30'],
  ['on a weekend', '2026-11-28T12:00:00-05:00', '2026-11-30'],
] as const

test.each(CASES)('a size that is written %s is about the move of a session', (_, at, session) => {
  expect(sessionOfSize(new Date(at))).toBe(session)
})

describe('the session that is stated is the one that is graded', () => {
  const days = sessionsBetween(tradingDay('2025-09-02'), tradingDay('2026-11-30'))

  test.each(CASES)('%s', (_, at, session) => {
    // SPY moves by a tenth of a percent each session, and by five percent in the one that is stated.
    const bars = new Map<TradingDay, number>()
    let close = 100
    for (const day of days) {
      close *= day === session ? 1.05 : 1.001
      bars.set(day, close)
    }
    const gradeOf = claimGrader(pricePaths(new Map([['SPY', bars]]), 'test', null), new Date('2026-12-01T00:00:00Z'))
    const claim = { kind: 'magnitude', as_of: at, class: 'big', p_small: 0.1, p_normal: 0.1, p_big: 0.8 } as const
    expect(gradeOf(claim)).toMatchObject({ came: true, sessions: 1 })
  })
})
