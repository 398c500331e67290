import { expect, it } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { pairInWords } from './correlation-pair.ts'

const range = { low: -0.0512, high: 0.3718, warningLow: -0.2, warningHigh: 0.5, n: 252, from: tradingDay('2025-11-26') }
const words = (value: number, classification: 'normal' | 'elevated') =>
  pairInWords('TNX', value, { classification, percentile: 96, usualSign: null, range } as never, {
    windowTo: tradingDay('2026-11-25'),
    age: 2,
  })

it('a correlation next to the bound of its normal range has enough digits to distinguish the two', () => {
  expect(words(0.3741, 'elevated')).toMatch(/^SPY with TNX 0\.374 \(.+: elevated, .+, normal -0\.051 to 0\.372$/)
  expect(words(0.3701, 'normal')).toMatch(/^SPY with TNX 0\.370 \(.+: normal, .+, normal -0\.051 to 0\.372$/)
  expect(words(0.45, 'elevated')).toMatch(/^SPY with TNX 0\.45 \(.+: elevated, .+, normal -0\.05 to 0\.37$/)
})

const AT = { windowTo: tradingDay('2026-11-25'), age: 2 }
const negative = { low: -0.9, high: -0.5, warningLow: -0.95, warningHigh: -0.4, n: 252, from: range.from }
const judgedNegative = (value: number) =>
  pairInWords('VIX', value, { classification: 'warning', percentile: 100, usualSign: 'negative', range: negative }, AT)

it('a correlation whose history is too short has two decimals, its interval, its day and its age', () => {
  expect(pairInWords('DXY', -0.456, null, AT)).toBe(
    'SPY with DXY -0.46 (95 % interval -0.75 to -0.02; 20 changes up to 2026-11-25, 2 sessions old); its own history is too short to judge it',
  )
})

it('a judged correlation states how many of its windows share no change: each 20th, the rest counted as one', () => {
  expect(judgedNegative(-0.3)).toContain(': warning, 100th percentile of 252 windows (13 of them separate), normal')
})

it('the usual sign is named where the newest correlation has another one', () => {
  expect(judgedNegative(0.2)).toMatch(/normal -0\.90 to -0\.50; usually negative$/)
  expect(judgedNegative(-0.3)).toMatch(/normal -0\.90 to -0\.50$/)
  const positive = { ...negative, low: 0.5, high: 0.9 }
  const words = (value: number) =>
    pairInWords('Oil', value, { classification: 'warning', percentile: 1, usualSign: 'positive', range: positive }, AT)
  expect(words(-0.2)).toMatch(/; usually positive$/)
  expect(words(0.2)).not.toContain('usually')
})
