import { expect, it } from 'vitest'
import { bandInWords } from './fall-statement.ts'
import type { FallReading } from './falls.ts'

const reading = (rate: number, baseRate: number, band: FallReading['band']): FallReading => ({
  at: 900,
  vix: 20,
  rate,
  baseRate,
  n: 880,
  effectiveN: 44,
  band,
})

it.each([
  [
    reading(0.3, 0.2, 'high'),
    'high, because .* of 30 % against the base rate of 20 % \\(1\\.50 times\\), over 880 sessions',
  ],
  [
    reading(0.25, 0.2, 'elevated'),
    'elevated, because .* of 25 % against the base rate of 20 % \\(1\\.25 times\\), over',
  ],
  [reading(0.1, 0.2, 'low'), 'low, because .* of 10 % against the base rate of 20 % \\(0\\.50 times\\), over 880'],
  [reading(0.1, 0, 'elevated'), 'elevated, because .* of 10 % against the base rate of 0 %, over 880 sessions'],
])('a band states both rates and their ratio, which is left out where the base rate is 0 (%#)', (given, words) => {
  expect(bandInWords(given)).toMatch(new RegExp(`^${words}`))
})
