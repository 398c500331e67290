import { expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { nameChain } from './company/name-chain.ts'
import { optionedNamed } from './company/optioned.ts'
import { openInterest } from './open-interest.ts'
import { createWorld } from './world.ts'

const MORNING = { seed: 1, dayNumber: 20261123, reference: 6_800, volatility: 0.2, tilt: 0 }
const POSITION = { side: 'P', strike: 6_500, expirationNumber: 20270521, kind: 'monthly', years: 0.5 } as const

test('a listing begins with no open interest and gathers it', () => {
  const after = (listedDays: number): number => openInterest({ ...POSITION, listedDays }, MORNING)
  expect(after(0)).toBe(0)
  const whole = after(10_000)
  expect(whole).toBeGreaterThan(1_000)
  expect(after(30) / whole).toBeCloseTo(1 - 1 / Math.E, 2)
})

test('the month that takes the place of an expired one brings hardly any open interest', () => {
  const world = createWorld(2)
  const { contracts } = nameChain(world, optionedNamed('AAPL')!, world.closeOf(world.indexOf(tradingDay('2026-11-23'))))
  const held = (from: string): number =>
    contracts.filter(({ expiration }) => expiration >= from).reduce((sum, each) => sum + each.openInterest, 0)
  expect(held('2027-05-21')).toBeGreaterThan(0)
  expect(held('2027-05-21') / held('2026-11-23')).toBeLessThan(0.02)
})
