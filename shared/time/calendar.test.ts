import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NYSE_REFERENCE } from '../../harness/fixtures/nyse-reference.ts'
import {
  addSessions,
  halfDaysBetween,
  holidaysBetween,
  isSession,
  marketAt,
  nextSession,
  previousSession,
  sessionOn,
  sessionOnOrAfter,
  sessionOnOrBefore,
  sessionsBetween,
} from './calendar.ts'
import { easternIso } from './eastern.ts'
import { addDays, dayOfEpoch, epochDay, tradingDay, weekday } from './trading-day.ts'

const day = tradingDay
const anyDay = fc.integer({ min: epochDay(day('1993-01-01')), max: epochDay(day('2045-12-31')) }).map(dayOfEpoch)
const words = (text: string | undefined): string[] => (text ?? '').trim().split(/\s+/).filter(Boolean)
const reference = NYSE_REFERENCE.trim()
  .split('\n')
  .map((line) => {
    const [year, count, closed, early] = line.split('|')
    return { year: Number(year), count: Number(count), closed: words(closed), early: words(early) }
  })

function closedWeekdays(year: number): string[] {
  const closed: string[] = []
  for (let at = day(`${year}-01-01`); at <= `${year}-12-31`; at = addDays(at, 1)) {
    if (weekday(at) <= 5 && !isSession(at)) closed.push(at.slice(5))
  }
  return closed
}

describe('exchange calendar against the recorded sessions', () => {
  it('the reference contains every year from 1993 to 2030', () => {
    expect(reference.map(({ year }) => year)).toEqual(Array.from({ length: 38 }, (_, index) => 1993 + index))
  })

  it.each(reference)('$year: $count sessions, the same closures and half-days', ({ year, count, closed, early }) => {
    const sessions = sessionsBetween(day(`${year}-01-01`), day(`${year}-12-31`))
    expect(sessions).toHaveLength(count)
    expect(closedWeekdays(year)).toEqual(closed)
    expect(sessions.filter((at) => sessionOn(at)?.earlyClose).map((at) => at.slice(5))).toEqual(early)
  })

  it.each([
    ['2010-12-31', '16:00'], // New Year's Day 2011 is a Saturday and not observed
    ['1999-12-31', '13:00'],
    ['2021-12-31', '16:00'],
    ['2000-01-03', '16:00'],
    ['1994-02-11', '16:00'], // snow closed the exchange at 14:30, but only scheduled hours count
    ['2002-07-03', '16:00'],
    ['2002-07-05', '13:00'],
    ['2013-07-03', '13:00'],
    ['2013-07-05', '16:00'],
    ['2003-12-26', '13:00'],
    ['2025-12-26', '16:00'],
    ['2026-07-02', '16:00'],
    ['2026-11-27', '13:00'],
    ['2026-12-24', '13:00'],
    ['2026-03-09', '16:00'], // first Monday of summer time
    ['2026-11-02', '16:00'], // first Monday of standard time
  ])('%s opens at 09:30 and closes at %s', (text, close) => {
    const session = sessionOn(day(text))
    expect(session && easternIso(session.open).slice(0, 16)).toBe(`${text}T09:30`)
    expect(session && easternIso(session.close).slice(0, 16)).toBe(`${text}T${close}`)
    expect(session?.earlyClose).toBe(close === '13:00')
  })

  it('the same wall time is a different instant after a clock change', () => {
    expect(sessionOn(day('2026-03-06'))?.open.toISOString()).toBe('2026-03-06T14:30:00.000Z')
    expect(sessionOn(day('2026-03-09'))?.open.toISOString()).toBe('2026-03-09T13:30:00.000Z')
    expect(sessionOn(day('2026-11-02'))?.close.toISOString()).toBe('2026-11-02T21:00:00.000Z')
  })
})

/** The rule of Meeus, Jones and Butcher, in other steps than the calendar's own. */
function goodFriday(year: number) {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  const sunday = day(`${year}-0${Math.floor(sum / 31)}-${String((sum % 31) + 1).padStart(2, '0')}`)
  return addDays(sunday, -2)
}

describe('exchange calendar: the years it covers', () => {
  it('Good Friday is closed in each of them, and the day before is a session', () => {
    for (let year = 1950; year <= 2149; year++) {
      const friday = goodFriday(year)
      expect([friday, isSession(friday), isSession(addDays(friday, -1))]).toEqual([friday, false, true])
    }
  })

  it('are 1950 to 2149, both included', () => {
    expect(sessionsBetween(day('1950-01-01'), day('1950-12-31')).length).toBeGreaterThan(240)
    expect(sessionsBetween(day('2149-01-01'), day('2149-12-31')).length).toBeGreaterThan(240)
    for (const outside of ['1949-12-31', '2150-01-01'])
      expect(() => sessionOn(day(outside))).toThrow('covers 1950 to 2149')
  })

  it('a range may have 36,600 days, and not one more', () => {
    const from = day('1993-01-04')
    expect(sessionsBetween(from, addDays(from, 36_600)).length).toBeGreaterThan(25_000)
    expect(() => sessionsBetween(from, addDays(from, 36_601))).toThrow('100 years')
  })

  it('sessions are counted in whole numbers', () => {
    expect(() => addSessions(day('2026-11-20'), 0.5)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })
})

describe('moving between sessions', () => {
  it('skips the four closed days of September 2001', () => {
    expect(nextSession(day('2001-09-10')).day).toBe('2001-09-17')
    expect(previousSession(day('2001-09-17')).day).toBe('2001-09-10')
  })

  it('counts from the neighbouring session on a day without a session', () => {
    const saturday = day('2026-11-21')
    expect([1, 0, -1, -2].map((count) => addSessions(saturday, count).day)).toEqual([
      '2026-11-23',
      '2026-11-20',
      '2026-11-20',
      '2026-11-19',
    ])
  })

  it('next and previous undo each other and never return a weekend', () => {
    fc.assert(
      fc.property(anyDay, (at) => {
        const next = nextSession(at)
        const previous = previousSession(at)
        expect(next.day > at && previous.day < at).toBe(true)
        expect(weekday(next.day)).toBeLessThanOrEqual(5)
        expect(previousSession(next.day).day).toBe(sessionOnOrBefore(at).day)
        expect(nextSession(previous.day).day).toBe(sessionOnOrAfter(at).day)
      }),
    )
  })

  it('addSessions agrees with the count of sessionsBetween in both directions', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 600 }), (at, count) => {
        const start = sessionOnOrAfter(at).day
        const end = addSessions(start, count).day
        expect(sessionsBetween(start, end)).toHaveLength(count + 1)
        expect(addSessions(end, -count).day).toBe(start)
      }),
    )
  })

  it('refuses a range over 100 years and a year it does not cover, and a reversed range is empty', () => {
    expect(() => sessionsBetween(day('1950-01-01'), day('2120-01-01'))).toThrow('100 years')
    expect(() => sessionOn(day('9000-01-01'))).toThrow(expect.objectContaining({ kind: 'invalid' }))
    expect(sessionsBetween(day('2026-11-20'), day('2026-11-19'))).toEqual([])
  })
})

describe('names of days', () => {
  it('a year has each holiday and half-day once, by name', () => {
    const names = (list: { day: string; name: string }[]) => list.map(({ day: at, name }) => `${at.slice(5)} ${name}`)
    expect(names(holidaysBetween(day('2026-01-01'), day('2026-12-31')))).toEqual([
      '01-01 New Year’s Day',
      '01-19 Martin Luther King Jr. Day',
      '02-16 Washington’s Birthday',
      '04-03 Good Friday',
      '05-25 Memorial Day',
      '06-19 Juneteenth',
      '07-03 Independence Day',
      '09-07 Labor Day',
      '11-26 Thanksgiving Day',
      '12-25 Christmas Day',
    ])
    expect(names(halfDaysBetween(day('2026-01-01'), day('2026-12-31')))).toEqual([
      '11-27 Day after Thanksgiving',
      '12-24 Christmas Eve',
    ])
    expect(names(halfDaysBetween(day('1999-12-31'), day('1999-12-31')))).toEqual(['12-31 Eve of the year 2000'])
  })
})

describe('market state', () => {
  it.each([
    ['2026-11-20T14:29:59Z', 'closed', '2026-11-20T09:30', '2026-11-20T09:30'],
    ['2026-11-20T14:30:00Z', 'open', '2026-11-20T16:00', '2026-11-23T09:30'],
    ['2026-11-20T21:00:00Z', 'closed', '2026-11-23T09:30', '2026-11-23T09:30'],
    ['2026-11-27T17:59:59Z', 'open', '2026-11-27T13:00', '2026-11-30T09:30'],
    ['2026-11-27T18:00:00Z', 'closed', '2026-11-30T09:30', '2026-11-30T09:30'],
    ['2026-11-26T15:00:00Z', 'closed', '2026-11-27T09:30', '2026-11-27T09:30'],
  ])('at %s the market is %s until %s', (instant, phase, change, open) => {
    const market = marketAt(new Date(instant))
    expect(market.phase).toBe(phase)
    expect(easternIso(market.nextChange).slice(0, 16)).toBe(change)
    expect(easternIso(market.nextOpen).slice(0, 16)).toBe(open)
  })

  it('the phase changes at nextChange and not before', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1993, 0, 2), max: Date.UTC(2040, 0, 1) }), (ms) => {
        const market = marketAt(new Date(ms))
        const change = market.nextChange.getTime()
        expect(change).toBeGreaterThan(ms)
        expect(marketAt(new Date(change - 1)).phase).toBe(market.phase)
        expect(marketAt(market.nextChange).phase).not.toBe(market.phase)
        expect(marketAt(market.nextOpen).phase).toBe('open')
        expect(market.nextOpen.getTime()).toBeGreaterThan(ms)
      }),
    )
  })
})
