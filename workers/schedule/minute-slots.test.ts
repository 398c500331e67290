import { describe, expect, it } from 'vitest'
import { sources } from '../../pipeline/sources/index.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { minutesDue } from './minute-slots.ts'
import { type Cadence, planSlots } from './plan-slots.ts'

const CADENCES: Cadence[] = [
  { source: 'market', everyCycle: true, at: [] },
  { source: 'minute', everyCycle: false, everyMinute: true, at: [] },
]
const et = (day: string, time: string) => instantAt(tradingDay(day), time)
const keys = (after: Date, now: Date) => minutesDue(after, now, CADENCES).map(({ key }) => key)

describe('minutes of a session', () => {
  it.each([
    ['2026-11-20', 406, 'T09:31', 'T16:16'],
    ['2026-11-27', 226, 'T09:31', 'T13:16'],
    ['2026-03-09', 406, 'T09:31', 'T16:16'],
    ['2026-11-02', 406, 'T09:31', 'T16:16'],
  ])('%s has %i, the last a quarter of an hour after the close', (day, count, first, last) => {
    const all = keys(et(day, '00:00'), et(day, '23:59'))
    expect(all).toHaveLength(count)
    expect([all[0], all.at(-1)]).toEqual([`minute:${day}${first}`, `minute:${day}${last}`])
    expect(new Set(all).size).toBe(count)
  })

  it('has none on a holiday, on a weekend, or without a source for them', () => {
    for (const day of ['2026-11-26', '2026-11-21']) expect(keys(et(day, '00:00'), et(day, '23:59'))).toEqual([])
    expect(minutesDue(et('2026-11-20', '10:00'), et('2026-11-20', '10:05'), CADENCES.slice(0, 1))).toEqual([])
  })

  it('excludes the start, includes the end, and looks back at most a day', () => {
    const [after, now] = [et('2026-11-20', '10:00'), et('2026-11-20', '10:02')]
    expect(keys(after, now)).toEqual(['minute:2026-11-20T10:01', 'minute:2026-11-20T10:02'])
    expect(keys(new Date(after.getTime() + 1), new Date(now.getTime() - 1))).toEqual(['minute:2026-11-20T10:01'])
    expect(keys(now, now)).toEqual([])
    expect(keys(et('2026-10-01', '10:00'), et('2026-11-20', '09:32'))[0]).toBe('minute:2026-11-19T09:33')
  })

  it('is missed ninety seconds after it fell due, and asks every source that has minutes', () => {
    const sources = [...CADENCES, { source: 'other', everyCycle: false, everyMinute: true, at: [] }]
    const [minute] = minutesDue(et('2026-11-20', '10:00'), et('2026-11-20', '10:01'), sources)
    expect(minute).toMatchObject({ graceMs: 90_000, day: '2026-11-20', sources: ['minute', 'other'] })
    expect(minute!.scheduledFor).toEqual(et('2026-11-20', '10:01'))
  })

  it("are not part of a day's plan, so no back-fill has them", () => {
    expect(planSlots(tradingDay('2026-11-20'), CADENCES).some(({ kind }) => kind === 'minute')).toBe(false)
    expect(sources.filter(({ everyMinute }) => everyMinute).map(({ id }) => id)).toEqual(['minute'])
  })
})
