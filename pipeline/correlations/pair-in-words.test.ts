import { expect, it } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { pairInWords } from './correlation-pair.ts'

const range = { low: -0.0512, high: 0.3718, warningLow: -0.2, warningHigh: 0.5, n: 252, from: tradingDay('2025-11-26') }
const words = (value: number, classification: 'normal' | 'elevated') =>
  pairInWords('TNX', value, { classification, percentile: 96, usualSign: null, range } as never, {
    windowTo: tradingDay('2026-11-25'),
    age: 2,
  })

it('a correlation next to the bound of its normal range has a digit that tells the two apart', () => {
  expect(words(0.3741, 'elevated')).toMatch(/^SPY with TNX 0\.374 \(.+: elevated, .+, normal -0\.051 to 0\.372$/)
  expect(words(0.3701, 'normal')).toMatch(/^SPY with TNX 0\.370 \(.+: normal, .+, normal -0\.051 to 0\.372$/)
  expect(words(0.45, 'elevated')).toMatch(/^SPY with TNX 0\.45 \(.+: elevated, .+, normal -0\.05 to 0\.37$/)
})
