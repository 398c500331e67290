import { expect, test } from 'vitest'
import { marketInputs, type Wish } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { velocity } from './velocity.ts'

const of = (wish: Wish = {}) => velocity(marketInputs('2026-11-20', '10:00', { whole: true, quotes: {}, ...wish }))

test('signals are ranked by the size of their newest step, those without one left out', () => {
  const { fastest, signals, n } = of({ series: { dix: null } })
  const speeds = new Map(signals.map(({ key, changes }) => [key, Math.abs(changes[0]?.z ?? Number.NaN)]))
  expect(n).toBe(12)
  expect(fastest).toHaveLength(12)
  expect(fastest).not.toContain('dix')
  const ranked = fastest.map((key) => speeds.get(key)!)
  expect(ranked).toEqual(ranked.toSorted((a, b) => b - a))
})

test('a day on which nothing moves is described as such', () => {
  const { signals, sentence } = of()
  const unusual = signals.filter(({ changes: [one] }) => Math.abs(one?.z ?? 0) >= 2)
  expect(unusual).toEqual([])
  expect(sentence).toBe(
    'Nothing moves unusually: of 13 signals that can be measured, none has moved by 2 or more usual moves.',
  )
})

test('a signal that moves is named with its size, its step and what it does to its points', () => {
  const up = of({ last: { dix: 0.56 } })
  expect(up.fastest[0]).toBe('dix')
  expect(up.sentence).toMatch(
    /^1 of 13 signals that can be measured moves unusually: DIX \+\d+\.\d usual daily moves \(improving\)\.$/,
  )
  expect(of({ last: { dix: 0.3 } }).sentence).toMatch(/: DIX -\d+\.\d usual daily moves \(worsening\)\.$/)
  const two = of({ last: { dix: 0.56, aaii_bullish: 0.9 } })
  expect(two.sentence).toMatch(/^2 of 13 signals that can be measured move unusually: /)
  expect(two.sentence).toMatch(/AAII [+-]\d+\.\d usual weekly moves \((?:improving|worsening|its points unchanged)\)/)
})

test('without history no speed is stated', () => {
  const { sentence, fastest, n } = velocity({
    ...marketInputs('2026-11-20', '10:00'),
    series: {},
    quotes: {},
    chain: null,
  })
  expect([sentence, fastest, n]).toEqual(['No signal has enough history to measure how fast it moves.', [], 0])
})
