import { expect, it } from 'vitest'
import { riskTrend, TREND_REACH } from './trend.ts'

const LAST = 124

/** The rate is 10 % and 20 % in turn, five sessions each, so that each change over five is ten points up or down. */
const usual = (sessions: number): (number | null)[] =>
  Array.from({ length: sessions }, (_, at) => (Math.floor(at / 5) % 2 === 0 ? 0.1 : 0.2))
const endingWith = (rate: number | null) => [...usual(LAST), rate]

it.each([
  ['rises by more than a quarter of its usual size', 0.226, 'worsening', 2.6],
  ['rises by less than a quarter', 0.224, 'steady', 2.4],
  ['falls by less than a quarter', 0.176, 'steady', -2.4],
  ['falls by more than a quarter', 0.174, 'easing', -2.6],
  ['rises by twice its usual size', 0.4, 'worsening', 20],
])('a rate that %s in five sessions', (_, rate, direction, change) => {
  expect(riskTrend(endingWith(rate), LAST)).toEqual({ direction, change_5d: change, threshold: 2.5 })
})

it('there is no trend without today’s rate, the rate of five sessions before, or a past', () => {
  expect(riskTrend(endingWith(null), LAST)).toBeNull()
  const gap = endingWith(0.2).with(LAST - 5, null)
  expect(riskTrend(gap, LAST)).toBeNull()
  expect(riskTrend([0.1], 0)).toBeNull()
})

it('sixty changes are needed, which is sixty-five sessions', () => {
  expect(riskTrend(usual(65), 64)).not.toBeNull()
  expect(riskTrend(usual(64), 63)).toBeNull()
})

it('the usual change is learned from the last year only', () => {
  const at = 400
  // A single high rate makes a change of its own session and one five sessions later.
  const spiked = (session: number) => riskTrend(usual(at + 1).with(session, 0.9), at)!.threshold
  expect(TREND_REACH).toBe(256)
  expect(spiked(at - 256)).toBeGreaterThan(2.6)
  expect(spiked(at - 257)).toBe(2.5)
})

it('later rates change nothing', () => {
  const at = 400
  const known = riskTrend(usual(at + 1), at)
  expect(riskTrend([...usual(at + 1), ...Array.from({ length: 200 }, (_, step) => (step % 7) / 7)], at)).toEqual(known)
})
