import { expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { planSlots } from './plan-slots.ts'
import { occasionOf } from './settlement-slots.ts'

const looks = (day: string) =>
  planSlots(tradingDay(day), [])
    .filter(({ kind }) => kind === 'settlement')
    .map((slot) => [slot.key, slot.scheduledFor.toISOString(), occasionOf(slot)])

test('a session has five settlement slots, on a half-day twenty minutes after its own bell', () => {
  expect(looks('2026-11-20')).toEqual([
    ['settlement:2026-11-20/morning', '2026-11-20T13:30:00.000Z', 'morning'],
    ['settlement:2026-11-20/bell', '2026-11-20T14:30:00.000Z', 'bell'],
    ['settlement:2026-11-20/open', '2026-11-20T14:50:00.000Z', 'open'],
    ['settlement:2026-11-20/close', '2026-11-20T21:20:00.000Z', 'close'],
    ['settlement:2026-11-20/evening', '2026-11-20T23:00:00.000Z', 'evening'],
  ])
  expect(looks('2026-11-27')).toEqual([
    ['settlement:2026-11-27/morning', '2026-11-27T13:30:00.000Z', 'morning'],
    ['settlement:2026-11-27/bell', '2026-11-27T14:30:00.000Z', 'bell'],
    ['settlement:2026-11-27/open', '2026-11-27T14:50:00.000Z', 'open'],
    ['settlement:2026-11-27/close', '2026-11-27T18:20:00.000Z', 'close'],
    ['settlement:2026-11-27/evening', '2026-11-27T23:00:00.000Z', 'evening'],
  ])
})

test('a day without a session has none', () => expect(looks('2026-11-26')).toEqual([]))

test('each may be fired late for as long as it is of use', () => {
  const graces = planSlots(tradingDay('2026-11-20'), [])
    .filter(({ kind }) => kind === 'settlement')
    .map((slot) => [occasionOf(slot), slot.graceMs / 60_000])
  // Slots that follow the bell may not begin before it; closes and evenings are still worth carrying out hours later.
  expect(graces).toEqual([
    ['morning', 60],
    ['bell', 20],
    ['open', 120],
    ['close', 360],
    ['evening', 360],
  ])
})
