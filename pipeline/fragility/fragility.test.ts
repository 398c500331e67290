import { describe, expect, it } from 'vitest'
import { calmSeries, marketInputs, type Wish } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { Fragility } from '../../shared/domain/contract/fragility.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { fragility } from './fragility.ts'

const at = (wish: Wish = {}) => fragility(marketInputs('2026-11-20', '20:30', { whole: true, ...wish }))
const stress: NonNullable<Wish['last']> = { vix_close: 45, hy_oas: 9, pct_above_50dma: 3, gex_vendor: -9e9 }
const whole = marketInputs('2026-11-20', '20:30', { whole: true }).series.hy_oas!
const bliss: NonNullable<Wish['last']> = { vix_close: 9, hy_oas: 2.5, pct_above_50dma: 99, gex_vendor: 2e10 }

/** Histories of 200 sessions in which so many are as bad as the last one or worse, itself included. */
function rankedAt(worst: number): NonNullable<Wish['series']> {
  const whole = marketInputs('2026-11-20', '20:30', { whole: true }).series
  const ranked = (series: SeriesId, worstIs: 'high' | 'low', [from, step]: [number, number]) => {
    const points = whole[series]!.slice(-200)
    return points.map((point, index) => {
      const place = index < worst - 1 ? index : index === points.length - 1 ? worst - 1 : index + 1
      return { ...point, value: from + step * (worstIs === 'low' ? place : points.length - 1 - place) }
    })
  }
  return {
    vix_close: ranked('vix_close', 'high', [12, 0.05]),
    hy_oas: ranked('hy_oas', 'high', [3, 0.01]),
    pct_above_50dma: ranked('pct_above_50dma', 'low', [30, 0.2]),
    gex_vendor: ranked('gex_vendor', 'low', [1e9, 1e7]),
  }
}

describe('fragility score', () => {
  it('is 100 x (1 - mean percentile of the healthy direction)', () => {
    const state = at()
    expect(Fragility.parse(state)).toEqual(state)
    const ranks = state.pillars.map(({ percentile }) => percentile!)
    expect(state.score).toBeCloseTo(100 - ranks.reduce((sum, rank) => sum + rank, 0) / 4, 0)
    expect(state.as_of).toMatchObject({
      trade_date: '2026-11-20',
      trailing_window: 252,
      min_periods: 126,
      n_pillars: 4,
    })
  })

  it('follows from the served percentiles to its last digit', () => {
    const states = Array.from({ length: 40 }, (_, step) => at({ last: { vix_close: 12 + step / 4 }, quotes: {} }))
    expect(new Set(states.map(({ score }) => score)).size).toBeGreaterThan(10)
    for (const { score, pillars } of states) {
      const mean = pillars.reduce((sum, { percentile }) => sum + percentile!, 0) / 4
      expect(score).toBe(Number((100 - mean).toFixed(1)))
    }
  })

  it('is near 100 when every pillar is at its worst of the year, 0 at its best', () => {
    expect(at({ last: stress })).toMatchObject({ score: 99.6, rating: 'fragile' })
    expect(at({ last: bliss })).toMatchObject({ score: 0, rating: 'calm' })
  })

  it.each([
    [60, 70, 'fragile'],
    [61, 69.5, 'watch'],
    [120, 40, 'watch'],
    [121, 39.5, 'calm'],
  ])('pillars of which %i of 200 sessions are as bad or worse score %f, which is %s', (worst, score, rating) => {
    expect(at({ series: rankedAt(worst), quotes: {} })).toMatchObject({ score, rating })
  })

  it('needs three pillars', () => {
    const state = at({ series: { gex_vendor: null }, last: stress })
    expect(state).toMatchObject({ rating: 'fragile', as_of: { n_pillars: 3 } })
    expect(state.pillars.find(({ pillar }) => pillar === 'gamma')).toMatchObject({
      status: 'not_ready',
      percentile: null,
      reason: expect.stringContaining('gex_vendor'),
    })
  })

  it.each([
    [['gex_vendor', 'pct_above_50dma']],
    [['gex_vendor', 'hy_oas', 'vix_close']],
    [['gex_vendor', 'pct_above_50dma', 'hy_oas', 'vix_close']],
  ] as [SeriesId[]][])('is insufficient_data without %j, never calm', (missing) => {
    const state = at({ series: Object.fromEntries(missing.map((series) => [series, null])), quotes: {}, last: bliss })
    expect(state).toMatchObject({ score: null, rating: 'insufficient_data', reason: expect.stringContaining('of 4') })
    expect(Fragility.parse(state)).toEqual(state)
  })

  it('states for a pillar below 126 sessions how many it has and needs', () => {
    const short = marketInputs('2026-11-20', '20:30', { whole: true }).series.pct_above_50dma!.slice(-125)
    expect(at({ series: { pct_above_50dma: short } }).pillars.find(({ pillar }) => pillar === 'breadth')).toMatchObject(
      {
        status: 'not_ready',
        have: 125,
        need: 126,
      },
    )
  })
})

describe('credit while HY OAS is young', () => {
  const spread = calmSeries('baa10y', instantAt(tradingDay('2026-11-20'), '20:30'), [1.9, 0.2])
  const oas = marketInputs('2026-11-20', '20:30').series.hy_oas!
  const credit = (series: NonNullable<Wish['series']>) => {
    const state = at({ series: { baa10y: spread, ...series } })
    return { ...state.pillars.find(({ pillar }) => pillar === 'credit')!, note: state.note }
  }

  it('is ranked by the Baa-10y spread alone, under its name', () => {
    expect(credit({ hy_oas: oas.slice(-125) })).toMatchObject({
      status: 'ready',
      series: 'baa10y',
      value: expect.closeTo(1.9, 0),
      sessions: 252,
      note: expect.stringContaining('ranked by the Baa-10y spread: HY OAS has 125 of the 126 sessions'),
    })
    expect(credit({ hy_oas: null })).toMatchObject({ series: 'baa10y', note: expect.stringContaining('has 0 of') })
  })

  it('is HY OAS from 126 sessions on, and states how many', () => {
    const ready = credit({ hy_oas: oas.slice(-126) })
    expect(ready).toMatchObject({ status: 'ready', series: 'hy_oas', sessions: 126 })
    expect(ready.note).not.toContain('Baa')
  })

  it('is not ready where HY OAS is only late, or the spread is as young', () => {
    expect(credit({ hy_oas: oas.slice(0, -10) })).toMatchObject({ status: 'not_ready', series: null })
    expect(credit({ hy_oas: oas.slice(-125), baa10y: spread.slice(-125) })).toMatchObject({ have: 125, need: 126 })
    expect(credit({ hy_oas: oas.slice(-125), baa10y: spread.slice(-126) })).toMatchObject({ series: 'baa10y' })
  })

  it('keeps the lines of the menu in HY OAS, where it has a value', () => {
    const lines = at({ series: { baa10y: spread, hy_oas: oas.slice(-125) } }).boundaries
    expect(lines.find(({ measure }) => measure === 'HY OAS')?.value).toBeGreaterThan(2.5)
  })
})

describe('boundary menu', () => {
  it('lists every line of the live pillars, the nearest first', () => {
    const { boundaries } = at()
    expect(boundaries).toHaveLength(15)
    const distances = boundaries.map(({ distance_moves }) => Math.abs(distance_moves!))
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    expect(at({ series: { gex_vendor: null } }).boundaries).toHaveLength(12)
  })

  it('lists lines on both sides, with the regime of the pillars across each', () => {
    const vix = (value: number, line: string) =>
      at({ last: { vix_close: value }, quotes: {} }).boundaries.find(
        (each) => each.measure === 'VIX' && each.line === line,
      )
    expect(vix(18, 'strained')).toMatchObject({
      side: 'healthy',
      direction: 'worse',
      distance: 2,
      regime_now: 'RISK-ON',
    })
    expect(vix(18, 'strained')?.regime_if_crossed).toBe('CAUTIOUS')
    expect(vix(23, 'strained')).toMatchObject({ side: 'stressed', direction: 'better', distance: -3 })
    expect(vix(23, 'strained')).toMatchObject({ regime_now: 'CAUTIOUS', regime_if_crossed: 'RISK-ON' })
    expect(vix(20, 'strained')).toMatchObject({ side: 'stressed', distance: 0 })
  })

  it('takes breadth above its line as healthy', () => {
    const breadth = at({ last: { pct_above_50dma: 30 } }).boundaries.filter(({ pillar }) => pillar === 'breadth')
    expect(breadth.map(({ line, side, distance }) => [line, side, distance])).toEqual(
      expect.arrayContaining([
        ['strained', 'stressed', -10],
        ['stressed', 'healthy', 5],
        ['panic', 'healthy', 20],
      ]),
    )
  })

  it('measures the distance of the spread by its own changes, and that of its widening by the changes of that', () => {
    // One step of half a point 30 sessions ago moved the spread once, and its widening there and back.
    const step = whole.map((point, index) => ({ ...point, value: index < whole.length - 30 ? 3 : 3.5 }))
    const { boundaries } = at({ series: { hy_oas: step } })
    const moveOf = (measure: string) => {
      const { distance, distance_moves } = boundaries.find((each) => each.measure === measure)!
      return distance / distance_moves!
    }
    expect(moveOf('HY OAS')).toBeGreaterThan(0.03)
    expect(moveOf('HY OAS change over 20 sessions') / moveOf('HY OAS')).toBeCloseTo(Math.SQRT2, 2)
  })

  it('shows no change for a credit line while the other credit measure keeps the band', () => {
    const widening = at({ last: { hy_oas: 7.5 } }).boundaries.find(
      ({ measure, line }) => measure === 'HY OAS' && line === 'stressed',
    )
    expect(widening).toMatchObject({ side: 'stressed', direction: 'better' })
    expect(widening?.regime_if_crossed).toBe(widening?.regime_now)
  })
})
