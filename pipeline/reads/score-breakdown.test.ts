import { describe, expect, it } from 'vitest'
import { marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { CALM_DAY, STRESSED_DAY } from '../../harness/fixtures/market-inputs/two-dates.ts'
import { ScoreBreakdown } from '../../shared/domain/contract/score-breakdown.ts'
import { flipsOf } from '../score/score-flips.ts'
import { components } from '../signals/index.ts'
import { scoreBreakdown } from './score-breakdown.ts'

const [calm, stressed] = [scoreBreakdown(CALM_DAY), scoreBreakdown(STRESSED_DAY)]
const of = ({ components: parts }: ScoreBreakdown, key: string) => parts.find((part) => part.key === key)!

describe('score breakdown', () => {
  it('keeps its contract, and reads two opposite days as opposites', () => {
    for (const each of [calm, stressed]) expect(() => ScoreBreakdown.parse(each)).not.toThrow()
    expect(calm.health_score).toBeGreaterThan(stressed.health_score! + 30)
    expect([of(calm, 'vix').level?.level, of(stressed, 'vix').level?.level]).toEqual(['leaning', 'adverse'])
    expect([of(calm, 'breadth').loses_at, of(stressed, 'breadth').gains_at].every(Boolean)).toBe(true)
  })

  it('adds up: contributions to the score, points by the curve', () => {
    for (const { components: parts, health_score } of [calm, stressed]) {
      expect(parts.reduce((sum, { contribution }) => sum + contribution, 0)).toBe(health_score)
      for (const { fraction, max, points } of parts) expect(points).toBe(Math.round(fraction! * max))
      expect(parts.reduce((sum, part) => sum + part.max_when_live, 0)).toBe(100)
    }
  })

  it('gives other points at a flip, and the same just before it', () => {
    for (const component of components) {
      const reading = component.read(CALM_DAY)
      if (reading.status !== 'ready') throw new Error(reading.reason)
      const points = (shift: number) => Math.round(reading.fractionIf(shift) * component.max)
      const { gains, loses } = flipsOf(reading, component.max)
      for (const flip of [gains, loses]) {
        // A reading on the very edge has flipped with the last digit of its value.
        if (!flip || Math.abs(flip.distance_moves) < 1e-6) continue
        expect(points(flip.distance * 1.001), component.key).toBe(flip.points)
        expect(points(flip.distance * 0.95), component.key).not.toBe(flip.points)
      }
      if (gains) expect(gains.points).toBeGreaterThan(points(0))
      if (loses) expect(loses.points).toBeLessThan(points(0))
    }
  })

  it('states which score a flip would give', () => {
    let flips = 0
    for (const { components: parts, points_exact, live_points, health_score } of [calm, stressed]) {
      for (const part of parts) {
        for (const flip of [part.gains_at, part.loses_at]) {
          if (!flip) continue
          flips++
          const reading = components
            .find(({ key }) => key === part.key)!
            .read(parts === calm.components ? CALM_DAY : STRESSED_DAY)
          if (reading.status !== 'ready') throw new Error(reading.reason)
          const there = part.max * reading.fractionIf(flip.distance)
          const exact = (100 * (points_exact! - part.points_exact! + there)) / live_points
          expect(Math.abs(flip.health_score! - exact)).toBeLessThanOrEqual(0.5001)
        }
        expect(part.gains_at?.health_score ?? health_score!).toBeGreaterThanOrEqual(health_score!)
        expect(part.loses_at?.health_score ?? health_score!).toBeLessThanOrEqual(health_score!)
      }
    }
    expect(flips).toBeGreaterThan(10)
  })

  it('names missing and uncertain components, and widens the bounds by them', () => {
    const failing = { series: { hy_oas: null }, degraded: ['darkpool'] }
    expect(scoreBreakdown(marketInputs('2026-11-20', '10:00', failing)).bounds.uncertain).toEqual([])
    const { dix = null, gex_vendor = null } = marketInputs('2026-11-20', '10:00').series
    // At 20:00 DIX and GEX of the day are public, and the failed fetch has not brought them.
    const inputs = marketInputs('2026-11-20', '20:00', {
      ...failing,
      series: { ...failing.series, dix, gex_vendor },
    })
    const poor = scoreBreakdown(inputs)
    expect(poor.bounds.missing).toContain('hy_oas')
    expect(poor.bounds.uncertain).toEqual(['dix', 'gex'])
    expect(of(poor, 'hy_oas')).toMatchObject({ status: 'not_ready', display: 'n/a', max: 0, max_when_live: 18 })
    expect(of(poor, 'hy_oas').reason).toContain('hy_oas')
    expect(poor.bounds.high! - poor.bounds.low!).toBeGreaterThan(30)
  })

  it('gives the source and age of inputs', () => {
    expect(of(calm, 'vix').inputs).toMatchObject([{ source: 'market', age_seconds: 900, age_sessions: 0 }])
    expect(of(calm, 'hy_oas').inputs).toMatchObject([{ source: 'fred', age_seconds: null, age_sessions: 2 }])
  })

  it('takes as nearest regime line one whose crossing changes the regime of the pillars', () => {
    const { regime_now, regime_if_crossed, distance_moves } = calm.nearest_regime_line!
    expect(regime_if_crossed).not.toBe(regime_now)
    expect(distance_moves).toBeGreaterThan(0)
  })
})
