import { expect, test } from 'vitest'
import { marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { type ComponentReading, readComponents } from '../signals/read-components.ts'
import { scoreComponents, scoreReadings } from './score-components.ts'

const readings = readComponents(marketInputs('2026-11-20', '10:00', { whole: true, series: { dix: null } }))
const withQuality = (key: string, quality: 'fresh' | 'stale', which: 'one' | 'all'): ComponentReading[] =>
  readings.map(({ component, reading }) => {
    if (component.key !== key || reading.status !== 'ready') return { component, reading }
    const inputs = reading.inputs.map((input, at) => (which === 'all' || at === 0 ? { ...input, quality } : input))
    return { component, reading: { ...reading, inputs } }
  })

test('a component without a reading has no points and a reason, and the others keep theirs', () => {
  const score = scoreReadings(readings)
  const parts = scoreComponents(readings, score)
  expect(parts.map(({ key }) => key)).toEqual(readings.map(({ component }) => component.key))
  for (const [at, { component, reading }] of readings.entries()) {
    const part = parts[at]!
    if (component.key === 'dix') {
      expect(part).toMatchObject({ value: 'n/a', percentile: null, max: 0, points: 0, contribution: 0, inputs: [] })
      expect(part.reason).toMatch(/dix/)
    } else {
      expect(reading.status === 'ready' && part.points_exact).toBeCloseTo(
        component.max * (reading.status === 'ready' ? reading.pointsFraction : Number.NaN),
        5,
      )
      expect(part).toMatchObject({ name: component.name, max: component.max, reason: null })
      expect(part.inputs.length).toBeGreaterThan(0)
    }
  }
})

test('one stale input makes the points of its component uncertain, so that the bounds widen by them', () => {
  const known = scoreReadings(withQuality('oil', 'fresh', 'all'))
  const stale = scoreReadings(withQuality('breakevens', 'stale', 'one'))
  const [low, high] = [known.scoreLow!, known.scoreHigh!]
  expect(stale.scoreLow!).toBeLessThan(low)
  expect(stale.scoreHigh!).toBeGreaterThan(high)
  expect(scoreReadings(withQuality('breakevens', 'stale', 'all'))).toEqual(stale)
  expect(stale.healthScore).toBe(known.healthScore)
})

test('the components that a pillar of the regime reads count as such', () => {
  const pillars = readings.filter(({ component }) => component.pillar !== undefined)
  expect(pillars.map(({ component }) => component.key)).toEqual(['gex', 'hy_oas', 'breadth', 'vix'])
  // A score rests on its pillars: without two of them there is none.
  const without = (...keys: string[]) =>
    readings.map(({ component, reading }) => ({
      component,
      reading: keys.includes(component.key) ? ({ status: 'not_ready', reason: 'no value' } as const) : reading,
    }))
  const scores = [without('gex', 'hy_oas', 'breadth', 'vix'), without('oil', 'dollar', 'skew', 'vix_term')].map(
    (each) => scoreReadings(each).healthScore,
  )
  expect(scores[0]).toBeNull()
  expect(scores[1]).not.toBeNull()
})
