import { expect, test } from 'vitest'
import { tradingDay } from '../../time/trading-day.ts'
import { borrowFeeE4, nightsAfter } from './borrow-fee.ts'

test.each([
  ['a night', '2026-11-19', 1],
  ['a weekend', '2026-11-20', 3],
  ['Thanksgiving', '2026-11-25', 2],
  ['the half-day after it', '2026-11-27', 3],
])('nights after %s', (_name, day, nights) => expect(nightsAfter(tradingDay(day))).toBe(nights))

test('borrowing 60,000 dollars at 3 % costs 5 a night, rounded down to 1e-4; at 0 % it is free', () => {
  expect(borrowFeeE4(600_000_000, 300, 1)).toBe(50_000)
  expect(borrowFeeE4(600_000_001, 300, 3)).toBe(150_000)
  expect(borrowFeeE4(900_000_000_000_000, 10_000, 4)).toBe(10_000_000_000_000)
  expect(borrowFeeE4(600_000_000, 0, 3)).toBe(0)
})
