import { expect, it } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { bridgeText } from './bridge-text.ts'

const text = (...[regime, score]: [Parameters<typeof bridgeText>[0], number | null]) =>
  bridgeText(regime, score, [], tradingDay('2026-11-20'))

it.each([
  ['RISK-ON', null, null],
  [null, 50, null],
  ['RISK-ON', 50, null],
  ['RISK-ON', 49, 'lower than usual for RISK-ON (at least 50)'],
  ['RISK-ON', 100, null],
  ['CAUTIOUS', 70, null],
  ['CAUTIOUS', 71, 'higher than usual for CAUTIOUS (at most 70)'],
  ['PANIC', 0, null],
  ['PANIC', 41, 'higher than usual for PANIC (at most 40)'],
] as const)('regime %s and score %s: %s', (regime, score, expected) => {
  expect(text(regime, score)).toBe(expected && `The score of ${score} is ${expected}.`)
})
