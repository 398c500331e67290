import { expect, it } from 'vitest'
import { marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { cite } from '../inputs/cite.ts'
import { liveReadings, readComponents } from '../signals/read-components.ts'
import { bridgeText } from './bridge-text.ts'

const text = (...[regime, score]: [Parameters<typeof bridgeText>[0], number | null]) =>
  bridgeText(regime, score, [], tradingDay('2026-11-20'))

it.each([
  ['RISK-ON', null, null],
  [null, 50, null],
  ['RISK-ON', 50, null],
  ['RISK-ON', 49, 'lower than usual for RISK-ON (at least 50)'],
  ['RISK-ON', 100, null],
  ['CAUTIOUS', 39, 'lower than usual for CAUTIOUS (at least 40)'],
  ['CAUTIOUS', 40, null],
  ['CAUTIOUS', 70, null],
  ['CAUTIOUS', 71, 'higher than usual for CAUTIOUS (at most 70)'],
  ['TRANSITIONAL', 29, 'lower than usual for TRANSITIONAL (at least 30)'],
  ['TRANSITIONAL', 30, null],
  ['TRANSITIONAL', 60, null],
  ['TRANSITIONAL', 61, 'higher than usual for TRANSITIONAL (at most 60)'],
  ['RISK-OFF', 0, null],
  ['RISK-OFF', 50, null],
  ['RISK-OFF', 51, 'higher than usual for RISK-OFF (at most 50)'],
  ['PANIC', 0, null],
  ['PANIC', 40, null],
  ['PANIC', 41, 'higher than usual for PANIC (at most 40)'],
] as const)('regime %s and score %s: %s', (regime, score, expected) => {
  expect(text(regime, score)).toBe(expected && `The score of ${score} is ${expected}.`)
})

it.each([
  ['PANIC', 90, 'strongest', 'last'],
  ['RISK-ON', 10, 'weakest', 'first'],
] as const)(
  'beside %s a score of %s is explained by the two %s components that no pillar reads',
  (regime, score, words, end) => {
    const day = tradingDay('2026-11-20')
    const readings = readComponents(marketInputs('2026-11-20', '10:00', { whole: true }))
    const outside = liveReadings(readings)
      .filter(({ component }) => !['gex', 'hy_oas', 'breadth', 'vix'].includes(component.key))
      .toSorted((a, b) => a.reading.pointsFraction - b.reading.pointsFraction)
    const named = end === 'first' ? outside.slice(0, 2) : outside.slice(-2).reverse()
    expect(outside.length).toBeGreaterThan(5)
    expect(bridgeText(regime, score, readings, day)).toContain(
      ` The ${words} components outside the regime's pillars: ${named.map((each) => cite(each, day)).join(' and ')}.`,
    )
  },
)
