import { describe, expect, it } from 'vitest'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { expectedMove } from './expected-move.ts'
import { OVERNIGHT_SHARE, sessionsPassed } from './session-time.ts'
import { expiresAt, minutesBetween, yearsOf } from './time-to-expiry.ts'
import type { Slice } from './volatility-slices.ts'

const SPOT = 600
/** The price of risk of all these chains: one percent a session. */
const SESSION = 0.01

/** A slice whose variance is that of the sessions it covers. */
function slice(day: string, quotedAt: Date, settlement: 'am' | 'pm' = 'pm'): Slice {
  const expiration = tradingDay(day)
  const at = expiresAt(expiration, settlement)
  const minutes = minutesBetween(quotedAt, at)
  const years = yearsOf(minutes)
  const volatility = SESSION * Math.sqrt(sessionsPassed(quotedAt, at) / years)
  const strikes = [590, 600, 610].map((strike) => ({ strike, call: null, put: null, volatility, from: 'own' as const }))
  return { expiration, settlement, minutes, years, rate: 0, forward: { price: SPOT, from: 'parity' }, strikes }
}

const [THURSDAY, FRIDAY, MONDAY] = ['2026-11-05', '2026-11-06', '2026-11-09']
const NEXT = { [THURSDAY!]: FRIDAY!, [FRIDAY!]: MONDAY! }

function moveOn(day: string, time: string, expirations: string[]) {
  const quotedAt = instantAt(tradingDay(day), time)
  const slices = expirations.map((each) => slice(each, quotedAt))
  return expectedMove(slices, { spot: SPOT, quotedAt })
}

describe('expected move', () => {
  it.each([
    ['daily expiries, at the close', '16:00', [FRIDAY!, MONDAY!, '2026-11-10'], 'expiry'],
    ['daily expiries, in the session', '11:00', [THURSDAY!, FRIDAY!, MONDAY!, '2026-11-10'], 'expiry'],
    ['none until a week later', '11:00', ['2026-11-13'], 'scaled'],
    ['none until a week later, after the close', '16:00', ['2026-11-13'], 'scaled'],
  ])('a Friday and a Thursday with one price of risk give the same move: %s', (_name, time, all, basis) => {
    for (const day of [THURSDAY!, FRIDAY!]) {
      const listed = all.filter((each) => each > day || (each === day && time < '16:00'))
      const move = moveOn(day, time, listed)
      expect(move.next_session, day).toBeCloseTo(SPOT * SESSION, 6)
      expect(move, day).toMatchObject({ next_session_day: NEXT[day], basis })
    }
  })

  it('the middle of the next session is the forward of the expiry at its close, and no other', () => {
    const quotedAt = instantAt(tradingDay(THURSDAY!), '16:00')
    const exDividend = { ...slice(FRIDAY!, quotedAt), forward: { price: SPOT - 2, from: 'parity' as const } }
    const middleOf = (...slices: Slice[]) => expectedMove(slices, { spot: SPOT, quotedAt }).next_session_forward
    expect(middleOf(exDividend, slice(MONDAY!, quotedAt))).toBe(SPOT - 2)
    expect(middleOf({ ...exDividend, forward: { price: SPOT - 2, from: 'assumed_yield' } })).toBeNull()
    expect(middleOf(slice(MONDAY!, quotedAt))).toBeNull()
    expect(middleOf()).toBeNull()
  })

  it('today’s expiry is the rest of the day, and the next session is what the next expiry adds', () => {
    const move = moveOn(THURSDAY!, '12:45', [THURSDAY!, FRIDAY!])
    expect(move.rest_of_day).toBeCloseTo(SPOT * SESSION * Math.sqrt((1 - OVERNIGHT_SHARE) / 2), 6)
    expect(move.next_session).toBeCloseTo(SPOT * SESSION, 6)
    expect(move.iv_expiration).toBe(FRIDAY)
  })

  it('today’s expiry decides the rest of the day by its own volatility, whatever the next one holds', () => {
    const quotedAt = instantAt(tradingDay(THURSDAY!), '12:45')
    const today = slice(THURSDAY!, quotedAt)
    today.strikes = today.strikes.map((each) => ({ ...each, volatility: each.volatility! * 2 }))
    const move = expectedMove([today, slice(FRIDAY!, quotedAt)], { spot: SPOT, quotedAt })
    expect(move.rest_of_day).toBeCloseTo(2 * SPOT * SESSION * Math.sqrt((1 - OVERNIGHT_SHARE) / 2), 6)
  })

  it('a half-day has a smaller move than the whole sessions around it at the same price of risk', () => {
    const sizeOf = (day: string, time: string, listed: string[]) => {
      const { next_session, rest_of_day, basis } = moveOn(day, time, listed)
      expect(basis).toBe('scaled')
      return [next_session, rest_of_day].map((move) => (move === null ? null : (move / SPOT / SESSION) ** 2))
    }
    const half = OVERNIGHT_SHARE + ((1 - OVERNIGHT_SHARE) * 3.5) / 6.5
    const [wednesday, friday, week] = ['2026-11-25', '2026-11-27', ['2026-12-04']]
    expect(sizeOf(wednesday!, '16:00', week as string[])).toEqual([expect.closeTo(half, 9), null])
    expect(sizeOf(friday!, '11:15', week as string[])).toEqual([
      expect.closeTo(1, 9),
      expect.closeTo(((1 - OVERNIGHT_SHARE) * 1.75) / 6.5, 9),
    ])
  })

  it('today’s expiry is never the one of the next session, even when the next close has none', () => {
    const { next_session, iv_expiration, basis } = moveOn(THURSDAY!, '12:45', [THURSDAY!, MONDAY!])
    expect([iv_expiration, basis]).toEqual([MONDAY, 'scaled'])
    expect(next_session).toBeCloseTo(SPOT * SESSION, 6)
  })

  it('without an expiry today the rest of the day is a part of the next one', () => {
    const { rest_of_day, next_session, basis } = moveOn(THURSDAY!, '12:45', [FRIDAY!])
    expect(rest_of_day).toBeCloseTo(SPOT * SESSION * Math.sqrt((1 - OVERNIGHT_SHARE) / 2), 6)
    expect([next_session, basis]).toEqual([expect.closeTo(SPOT * SESSION, 6), 'expiry'])
  })

  it('before the open the next session is today’s, and there is no rest of the day', () => {
    const move = moveOn(FRIDAY!, '08:00', [FRIDAY!, MONDAY!])
    expect(move).toMatchObject({ rest_of_day: null, next_session_day: FRIDAY, iv_expiration: FRIDAY })
    expect(move.next_session! / (SPOT * SESSION)).toBeGreaterThan(Math.sqrt(1 - OVERNIGHT_SHARE))
  })

  it('an expiry that settles at an open covers the night only', () => {
    const quotedAt = instantAt(tradingDay(THURSDAY!), '16:00')
    const { next_session, basis } = expectedMove([slice(FRIDAY!, quotedAt, 'am')], { spot: SPOT, quotedAt })
    expect([next_session, basis]).toEqual([expect.closeTo(SPOT * SESSION, 6), 'scaled'])
  })

  it('is null without a volatility, and never negative where today’s expiry holds more than the next', () => {
    const quotedAt = instantAt(tradingDay(THURSDAY!), '11:00')
    expect(expectedMove([], { spot: SPOT, quotedAt })).toMatchObject({ next_session: null, rest_of_day: null })
    const rich = { ...slice(THURSDAY!, quotedAt) }
    rich.strikes = rich.strikes.map((each) => ({ ...each, volatility: 3 }))
    expect(expectedMove([rich, slice(FRIDAY!, quotedAt)], { spot: SPOT, quotedAt }).next_session).toBe(0)
  })

  it('the volatility at the forward lies between those of the strikes around it', () => {
    const quotedAt = instantAt(tradingDay(THURSDAY!), '16:00')
    const skewed = slice(FRIDAY!, quotedAt)
    skewed.forward.price = 602.5
    skewed.strikes = skewed.strikes.map((each) => ({ ...each, volatility: 0.2 - (each.strike - 600) / 1_000 }))
    expect(expectedMove([skewed], { spot: SPOT, quotedAt }).iv).toBeCloseTo(0.1975, 10)
  })
})
