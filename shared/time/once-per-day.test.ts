import { expect, it, vi } from 'vitest'
import { oncePerDay } from './once-per-day.ts'
import { addDays, tradingDay } from './trading-day.ts'

it('a fact of a day is computed once, and for each day on its own', () => {
  const compute = vi.fn((day) => addDays(day, 1))
  const dayAfter = oncePerDay(compute)
  expect(dayAfter(tradingDay('2026-11-20'))).toBe('2026-11-21')
  expect(dayAfter(tradingDay('2026-11-20'))).toBe('2026-11-21')
  expect(dayAfter(tradingDay('2026-11-30'))).toBe('2026-12-01')
  expect(compute).toHaveBeenCalledTimes(2)
})

it('a day outside the exchange calendar is not remembered', () => {
  const compute = vi.fn((day) => addDays(day, 1))
  const dayAfter = oncePerDay(compute)
  for (const day of ['1949-12-31', '2150-01-01', '9000-01-01', '1949-12-31']) dayAfter(tradingDay(day))
  expect(compute).toHaveBeenCalledTimes(4)
})
