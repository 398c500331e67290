import { expect, test } from 'vitest'
import { tradingDay } from '../../time/trading-day.ts'
import { type FeeSchedule, feesFor } from './fees.ts'

const SCHEDULES: FeeSchedule[] = [
  { from: tradingDay('2027-01-01'), perOrderE8: 0, perShareE8: 16_600, perContractE8: 65_000_000, minimumE8: 0 },
  { from: tradingDay('2026-01-01'), perOrderE8: 1, perShareE8: 0, perContractE8: 0, minimumE8: 100_000_000 },
]
const shares = (quantity: number) => ({ quantity, multiplier: 1 })
const contracts = (quantity: number) => ({ quantity, multiplier: 100 })
const fees = (day: string, ...legs: { quantity: number; multiplier: number }[]) =>
  feesFor(legs, tradingDay(day), SCHEDULES)

test('no fee is charged by the current schedule', () =>
  expect(feesFor([shares(1_000), contracts(-5)], tradingDay('2026-11-20'))).toBe(0))

test('a schedule applies from its first day on', () => {
  expect(fees('2026-12-31', shares(1))).toBe(10_000)
  expect(fees('2027-01-01', shares(1))).toBe(2)
  expect(() => fees('2025-12-31', shares(1))).toThrow(RangeError)
})

test('fees count shares and contracts, bought or sold, and are rounded up once per order', () => {
  expect(fees('2027-01-04', shares(-100))).toBe(166)
  expect(fees('2027-01-04', shares(1), shares(1))).toBe(4)
  expect(fees('2027-01-04', shares(3), shares(3))).toBe(10)
  expect(fees('2027-01-04', contracts(2), contracts(-1), shares(100))).toBe(19_666)
})
