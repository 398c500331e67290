import { expect, test } from 'vitest'
import { sessionOn, sessionsBetween } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { aiSlots } from './ai-slots.ts'
import { planSlots } from './plan-slots.ts'

const keysOf = (day: string) => planSlots(tradingDay(day), []).filter(({ kind }) => kind === 'ai1' || kind === 'ai2')
const times = (day: string, kind: string) =>
  keysOf(day)
    .filter((slot) => slot.kind === kind)
    .map(({ key, scheduledFor }) => `${key.slice(-5)} ${scheduledFor.toISOString().slice(11, 16)}Z`)

const WINTER = [
  '08:30 13:30Z',
  '09:40 14:40Z',
  '10:30 15:30Z',
  '12:00 17:00Z',
  '14:00 19:00Z',
  '15:30 20:30Z',
  '16:15 21:15Z',
]
const SUMMER = [
  '08:30 12:30Z',
  '09:40 13:40Z',
  '10:30 14:30Z',
  '12:00 16:00Z',
  '14:00 18:00Z',
  '15:30 19:30Z',
  '16:15 20:15Z',
]

/** Written by hand: the days around both clock changes, half-days, holidays and weekends. */
test.each([
  ['2026-03-06', WINTER, ['09:40 14:40Z', '15:30 20:30Z']],
  ['2026-03-09', SUMMER, ['09:40 13:40Z', '15:30 19:30Z']],
  ['2026-10-30', SUMMER, ['09:40 13:40Z', '15:30 19:30Z']],
  ['2026-11-02', WINTER, ['09:40 14:40Z', '15:30 20:30Z']],
  ['2026-11-27', ['09:40 14:40Z'], ['09:40 14:40Z']],
  ['2026-12-24', ['09:40 14:40Z'], ['09:40 14:40Z']],
  ['2026-11-26', [], []],
  ['2026-04-03', [], []],
  ['2026-07-03', [], []],
  ['2026-11-21', [], []],
])('the slots of %s', (day, first, second) => {
  expect(times(day, 'ai1')).toEqual(first)
  expect(times(day, 'ai2')).toEqual(second)
})

test('a year has seven slots of AI-1 and two of AI-2 a full session, one of each a half-day', () => {
  for (const day of sessionsBetween(tradingDay('2026-01-01'), tradingDay('2026-12-31'))) {
    const session = sessionOn(day)!
    const slots = aiSlots(session)
    const count = (kind: string) => slots.filter((slot) => slot.kind === kind).length
    expect([day, count('ai1'), count('ai2')]).toEqual([day, session.earlyClose ? 1 : 7, session.earlyClose ? 1 : 2])
    expect(new Set(slots.map(({ key }) => key)).size).toBe(slots.length)
  }
})
