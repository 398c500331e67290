import { expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { type Observations, observe } from './observed-bands.ts'
import type { PillarReadings } from './pillar-bands.ts'

const DAY = tradingDay('2026-11-20')
const held = (missed: number): Observations => ({
  volatility: { band: 'strained', day: DAY, missed },
  credit: { band: 'calm', day: DAY, missed: 0 },
})

test('a row that is folded from two states has the result of each, also where they differ in one pillar', () => {
  const withoutReadings: PillarReadings = {}
  expect(observe(held(0), withoutReadings).volatility?.missed).toBe(1)
  expect(observe(held(3), withoutReadings).volatility?.missed).toBe(4)
})

test('states that lead to the same result share it', () => {
  const withoutReadings: PillarReadings = {}
  expect(observe(held(0), withoutReadings)).toBe(observe(held(0), withoutReadings))
})
