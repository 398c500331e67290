import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calmSeries, marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { CALM_DAY, STRESSED_DAY } from '../../harness/fixtures/market-inputs/two-dates.ts'
import { SIGNAL_KEYS } from '../../shared/domain/contract/transition.ts'
import { Velocity } from '../../shared/domain/contract/velocity.ts'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { LAST_YEAR } from '../inputs/own-percentile.ts'
import { components } from '../signals/index.ts'
import { velocity } from './velocity.ts'
import { velocitySpan } from './velocity-span.ts'

const of = (document: Velocity, key: string) => document.signals.find((each) => each.key === key)!
const points = (values: readonly number[]) =>
  values.map((value, at) => ({ day: addDays(tradingDay('2025-01-01'), at), value }))
const span = (values: readonly number[], steps = 1) =>
  velocitySpan(
    { points: points(values), pointsFraction: 0.5, fractionIf: (shift: number) => 0.5 - shift / 1_000 } as never,
    {
      steps,
      window: LAST_YEAR,
      max: 10,
    },
  )

it('the engine and the document list the same 13 signals', () => {
  expect(components.map(({ key }) => key)).toEqual([...SIGNAL_KEYS])
})

it('ranks steps of the same size as equal, whatever their last binary digit', () => {
  // Steps of 0.03 and 0.05 in turns, the newest one of 0.03.
  const values = Array.from({ length: 300 }, (_, at) => Number((3 + 0.08 * (at >> 1) + (at % 2) * 0.03).toFixed(2)))
  const sizes = values.slice(-253).map((value, at) => value - values.at(-254 + at)!)
  expect(new Set(sizes).size).toBeGreaterThan(2)
  expect(span(values)!.percentile).toBe(Math.round((1_000 * 127) / 253) / 10)
})

describe('two opposite days', () => {
  const [calm, stressed] = [velocity(CALM_DAY), velocity(STRESSED_DAY)]

  it('a calm day and a stressed day have opposite readings', () => {
    for (const each of [calm, stressed]) expect(Velocity.parse(each)).toEqual(each)
    const health = (document: Velocity, key: string) => of(document, key).changes[0]!.health
    for (const key of ['vix', 'vix_term', 'hy_oas', 'breadth', 'gex', 'dix'])
      expect([health(calm, key), health(stressed, key)], key).toEqual(['improving', 'worsening'])
    expect(of(stressed, 'vix').changes[0]).toMatchObject({ percentile: 100, n: 252, n_independent: 252 })
    expect(of(stressed, 'vix').changes[0]!.z).toBeGreaterThan(0)
    expect(of(calm, 'vix').changes[0]!.z).toBeLessThan(0)
    expect(stressed.sentence).toMatch(
      /^10 of 13 signals that can be measured move unusually: .*HY OAS \+\d+\.\d usual daily moves \(worsening\)/,
    )
  })

  it('weekly signals step by weeks, and inputs carry their age', () => {
    expect(of(calm, 'aaii')).toMatchObject({ step: 'week', changes: [{ steps: 1, n: 156 }, { steps: 5 }] })
    expect(of(calm, 'vix').inputs[0]).toMatchObject({ age_sessions: 0, age_seconds: 900 })
    expect(of(calm, 'vix')).toMatchObject({ unit: 'index points', step: 'session' })
  })
})

describe('one change', () => {
  const swing = Array.from({ length: 260 }, (_, at) => (at % 2 === 0 ? 10 : 11))

  it('the newest change is measured by the earlier ones and ranked among all', () => {
    const { z, usual_change, percentile, change, from } = span([...swing, 14])!
    expect(change).toBe(3)
    expect(usual_change).toBeCloseTo(1, 2)
    expect(z).toBeCloseTo(3, 1)
    expect(percentile).toBe(100)
    expect(from).toBe('2025-09-17')
  })

  it('a change over five steps counts overlapping changes as fewer', () => {
    expect(span([...swing, 14], 5)).toMatchObject({ change: 3, n: 252, n_independent: 50 })
  })

  it('a short history states what is missing, and none gives no change', () => {
    const short = span(swing.slice(0, 100))!
    expect(short).toMatchObject({ z: null, usual_change: null, percentile: null, n: 98 })
    expect(short.reason).toBe('a usual move takes 126 changes of own history (sessions), 98 are known')
    expect(span([1])).toBeNull()
    expect(span([])).toBeNull()
  })

  it('a signal that never moved has no usual move', () => {
    expect(span([...Array(200).fill(3), 4])).toMatchObject({
      z: null,
      usual_change: 0,
      reason: 'it has not moved in its own history',
    })
    expect(span(Array(200).fill(3))).toMatchObject({ change: 0, health: 'unchanged', score_points: 0 })
  })

  it('a velocity does not depend on the unit of the signal', () => {
    const values = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 140, maxLength: 300 })
    fc.assert(
      fc.property(values, fc.constantFrom(0.01, 4, 1e9), (raw, unit) => {
        const [one, other] = [span(raw), span(raw.map((value) => value * unit))]
        expect(other!.percentile === null ? null : other!.z).toEqual(one!.z === null ? null : expect.closeTo(one!.z, 4))
      }),
    )
  })
})

it('a signal without a reading states why and is not ranked', () => {
  const poor = velocity(marketInputs('2026-11-20', '10:00', { whole: true, series: { hy_oas: null } }))
  expect(of(poor, 'hy_oas')).toMatchObject({
    value: null,
    changes: [],
    inputs: [],
    reason: expect.stringContaining('hy_oas'),
  })
  expect(poor.n).toBe(12)
  expect(poor.fastest).not.toContain('hy_oas')
})

it('the sentence mentions when an unusual move leaves the points of a signal unchanged', () => {
  const oas = calmSeries('hy_oas', CALM_DAY.cutoff)
  const fell = oas.map((point, at) => ({ ...point, value: at < oas.length - 1 ? point.value / 4 : point.value / 5 }))
  const { sentence } = velocity(marketInputs('2026-11-20', '10:00', { whole: true, series: { hy_oas: fell } }))
  expect(sentence).toMatch(/HY OAS -\d+\.\d usual daily moves \(its points unchanged\)/)
})

it('the sentence covers a document without signals and one without unusual moves', () => {
  const nothing = velocity({ ...marketInputs('2026-11-20', '10:00'), series: {}, quotes: {} })
  expect(nothing).toMatchObject({
    n: 0,
    fastest: [],
    sentence: 'No signal has enough history to measure how fast it moves.',
  })
  const close = calmSeries('vix_close', CALM_DAY.cutoff).at(-1)!.value
  const still = calmSeries('vix3m_close', CALM_DAY.cutoff).at(-1)!.value
  const quiet = velocity(marketInputs('2026-11-20', '10:00', { whole: true, quotes: { VIX: close, VIX3M: still } }))
  expect(quiet.sentence).toBe(
    'Nothing moves unusually: of 13 signals that can be measured, none has moved by 2 or more usual moves.',
  )
})
