import fc from 'fast-check'
import { DateTime } from 'luxon'
import { describe, expect, it } from 'vitest'
import { runs } from '../../harness/property-tests.ts'
import { eastern, easternIso, instantAt } from './eastern.ts'
import { dayOfEpoch, tradingDay } from './trading-day.ts'

const ZONE = 'America/New_York'
const from = Date.UTC(1993, 0, 1)
const to = Date.UTC(2036, 0, 1) - 1
const reference = (ms: number) => DateTime.fromMillis(ms, { zone: ZONE })

describe('eastern time', () => {
  it.each([
    ['2026-11-20T15:00:00Z', '2026-11-20T10:00:00-05:00'],
    ['2026-07-01T03:59:59Z', '2026-06-30T23:59:59-04:00'],
    ['2026-03-08T06:59:59Z', '2026-03-08T01:59:59-05:00'],
    ['2026-03-08T07:00:00Z', '2026-03-08T03:00:00-04:00'],
    ['2026-11-01T05:59:59Z', '2026-11-01T01:59:59-04:00'],
    ['2026-11-01T06:00:00Z', '2026-11-01T01:00:00-05:00'],
    ['1978-04-25T15:00:00Z', '1978-04-25T10:00:00-05:00'],
    ['1978-05-01T14:00:00Z', '1978-05-01T10:00:00-04:00'],
    ['2006-03-20T15:00:00Z', '2006-03-20T10:00:00-05:00'],
    ['2006-04-03T14:00:00Z', '2006-04-03T10:00:00-04:00'],
    ['2006-11-01T15:00:00Z', '2006-11-01T10:00:00-05:00'],
    ['2027-01-01T04:59:59.999Z', '2026-12-31T23:59:59-05:00'],
  ])('%s is %s', (instant, iso) => {
    expect(easternIso(new Date(instant))).toBe(iso)
  })

  it('agrees with the tz database at any instant of 1993 to 2035', () => {
    fc.assert(
      fc.property(fc.integer({ min: from, max: to }), (ms) => {
        const local = reference(ms)
        expect(eastern(new Date(ms))).toEqual({
          day: local.toISODate(),
          time: local.toFormat('HH:mm:ss'),
          minuteOfDay: local.hour * 60 + local.minute,
          offset: local.toFormat('ZZ'),
        })
      }),
      { numRuns: runs(3000) },
    )
  })

  it('agrees with the tz database in every hour of 1993 to 2035', () => {
    const clock = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, timeZoneName: 'longOffset', hour: 'numeric' })
    const wrong: string[] = []
    for (let ms = from; ms <= to; ms += 3_600_000) {
      const instant = new Date(ms)
      if (!clock.format(instant).endsWith(`GMT${eastern(instant).offset}`)) wrong.push(instant.toISOString())
    }
    expect(wrong).toEqual([])
  })

  it('instantAt undoes eastern, except in the second pass of the repeated autumn hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: from / 1000, max: Math.floor(to / 1000) }), (seconds) => {
        const instant = new Date(seconds * 1000)
        const { day, time } = eastern(instant)
        const back = instantAt(day, time)
        const hoursEarlier = (instant.getTime() - back.getTime()) / 3_600_000
        expect(hoursEarlier === 0 || (hoursEarlier === 1 && time.startsWith('01:'))).toBe(true)
      }),
      { numRuns: runs(3000) },
    )
  })

  it.each([
    ['2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
    ['2026-03-08', '01:59', '2026-03-08T06:59:00.000Z'],
    ['2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
    ['2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['2026-11-01', '02:00', '2026-11-01T07:00:00.000Z'],
    ['2026-03-09', '09:30', '2026-03-09T13:30:00.000Z'],
    ['2026-11-02', '09:30:15', '2026-11-02T14:30:15.000Z'],
  ])('%s %s happens at %s', (day, time, instant) => {
    expect(instantAt(tradingDay(day), time).toISOString()).toBe(instant)
  })

  it.each(['24:00', '9:30', '09:60', '09:30:60', '09:30Z', ''])('refuses the wall time %j', (time) => {
    expect(() => instantAt(dayOfEpoch(20_000), time)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })
})
