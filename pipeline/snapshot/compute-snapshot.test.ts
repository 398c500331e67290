import { describe, expect, it } from 'vitest'
import { calmSeries, marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { correlations } from '../correlations/correlations.ts'
import type { SeriesPoint } from '../inputs/market-inputs.ts'
import { closesOnly } from './closes-only.ts'
import { computeSnapshot, dailyRow } from './compute-snapshot.ts'
import { seriesNeeded, sessionsNeeded } from './series-bounds.ts'

const context = { cycleId: '2026-11-20T10:00', origin: 'scheduled' } as const
const at = (time: string, wish = {}) => computeSnapshot(marketInputs('2026-11-20', time, wish), context)
const crisis = {
  quotes: { SPY: 560, VIX: 46, VIX3M: 37 },
  last: { gex_vendor: -5e9, hy_oas: 7.4, skew_close: 118, wti: 45, dix: 0.38 },
}

describe('snapshot', () => {
  it('satisfies the contract, and the same inputs give the same bytes', () => {
    expect(() => SignalsSnapshot.parse(at('10:00'))).not.toThrow()
    expect(JSON.stringify(at('10:00'))).toBe(JSON.stringify(at('10:00')))
    expect(at('10:00')).toMatchObject({ as_of: '2026-11-20T10:00:00-05:00', trade_date: '2026-11-20', live_points: 82 })
  })

  it('scores calm well above crisis, and explains the two differently', () => {
    const [good, bad] = [at('10:00'), at('10:00', crisis)]
    expect(good.health_score).toBeGreaterThanOrEqual(55)
    expect(bad.health_score).toBeLessThan(35)
    expect([good.regime, bad.regime]).toEqual(['RISK-ON', 'PANIC'])
    expect(good.signal_levels.vix?.color).toBe('lime')
    expect(bad.signal_levels.vix?.color).toBe('red')
    expect(good.regime_reason).not.toBe(bad.regime_reason)
    expect(good.leading_lagging_read).not.toBe(bad.leading_lagging_read)
  })

  it('cites value, percentile and date in every sentence of the reason', () => {
    const { regime_reason } = at('10:00')
    expect(regime_reason).toMatch(/^RISK-ON since \d{4}-\d{2}-\d{2} or earlier\./)
    expect(regime_reason).toMatch(
      /VIX 14\.60 \(\d+(st|nd|rd|th) percentile of its own last year; quoted 2026-11-20 09:45 ET\)/,
    )
    expect(regime_reason).toMatch(
      /HY OAS 3\.\d\d % \(\d+.. percentile of its own last year; for 2026-11-18, 2 sessions old\)/,
    )
  })

  it('has no score, no regime, reasons everywhere and bounds from 0 to 100 when nothing is known', () => {
    const nothing = computeSnapshot({ ...marketInputs('2026-11-20', '10:00'), series: {}, quotes: {} }, context)
    expect(() => SignalsSnapshot.parse(nothing)).not.toThrow()
    expect(nothing).toMatchObject({
      health_score: null,
      regime: null,
      regime_now: null,
      score_low: 0,
      score_high: 100,
      live_points: 0,
    })
    expect(nothing.health_score_reason).toContain('0 of 100')
    expect(nothing.regime_reason).toMatch(/^No regime: 0 of 4 pillars are live/)
    expect(nothing.score_components.every(({ value, max, reason }) => value === 'n/a' && max === 0 && reason)).toBe(
      true,
    )
    expect(nothing.trends).toEqual({})
  })

  it('names inputs that are missing, stood in for, or late', () => {
    const all = marketInputs('2026-11-20', '12:00').series.hy_oas ?? []
    const snapshot = at('12:00', {
      series: { hy_oas: all.slice(0, -2) },
      missing: [{ source: 'options', reason: 'blocked' }],
      degraded: ['darkpool'],
    })
    expect(snapshot.data_quality).toMatchObject({
      missing: [{ source: 'options', reason: 'blocked' }],
      degraded: ['darkpool'],
      stale: ['hy_oas'],
    })
    const { score_low, health_score, score_high } = snapshot
    expect(score_low! <= health_score! && health_score! <= score_high!).toBe(true)
    // Breadth, AAII and COT have no reading and HY OAS is late; DIX and GEX of yesterday are the newest that exist.
    expect(score_high! - score_low!).toBe(18 + 18)
  })

  it('has a bridge text only when score and regime disagree', () => {
    expect(at('10:00').bridge_text).toBeNull()
    const parted = at('10:00', {
      quotes: { SPY: 670, VIX: 27, VIX3M: 34 },
      last: { dix: 0.5, skew_close: 140, hy_oas: 2.7, gex_vendor: 9e9 },
    })
    expect(parted.regime).toBe('RISK-ON')
    const fallen = at('10:00', { ...crisis, last: { ...crisis.last, gex_vendor: 5e8, hy_oas: 3.2 } })
    expect(fallen.regime).toBe('RISK-ON')
    expect(fallen.bridge_text).toMatch(/lower than RISK-ON usually goes with.*DIX|VIX Term/)
  })

  it('describes Friday on a Saturday', () => {
    const saturday = computeSnapshot(marketInputs('2026-11-21', '11:00'), context)
    expect(saturday.trade_date).toBe('2026-11-20')
    expect(saturday.data_quality.stale).toEqual([])
    expect(saturday.health_score).not.toBeNull()
  })
})

describe('daily row', () => {
  it('holds closes of the day, readings known that evening, and points by component', () => {
    const row = dailyRow(marketInputs('2026-11-20', '20:00'), context)
    expect(row).toMatchObject({ tradeDate: '2026-11-20', gexSeries: 'gex_vendor', regime: 'RISK-ON', livePoints: 82 })
    expect(row.vixClose).toBe(13.54989)
    expect(row.points.breadth).toBeNull()
    expect(Object.keys(row.points)).toHaveLength(13)
  })

  it('has points before rounding too, whose sum is the score', () => {
    const { points, pointsExact, livePoints, healthScore } = dailyRow(marketInputs('2026-11-20', '20:00'), context)
    const sum = Object.values(pointsExact).reduce<number>((total, exact) => total + (exact ?? 0), 0)
    expect(Math.round((100 * sum) / livePoints)).toBe(healthScore)
    for (const [key, exact] of Object.entries(pointsExact)) {
      expect(exact === null ? null : Math.round(exact), key).toBe(points[key])
    }
    expect(Object.values(pointsExact).some((exact) => !Number.isInteger(exact ?? 0))).toBe(true)
  })

  it('has the day that each value is for, which is an earlier one where none of the day is known', () => {
    const evening = marketInputs('2026-11-20', '20:00')
    const known = dailyRow(evening, context)
    expect(known.valueDays).toMatchObject({ dix: '2026-11-20', hy_oas: '2026-11-19' })
    expect(known.valueDays).not.toHaveProperty('breadth')
    const unpublished = (evening.series.dix ?? []).filter(({ day }) => day < '2026-11-19')
    const late = dailyRow({ ...evening, series: { ...evening.series, dix: unpublished } }, context)
    expect(late.valueDays.dix).toBe('2026-11-18')
    expect(late.dix).toBeCloseTo(unpublished.at(-1)!.value, 7)
  })

  it('agrees with the snapshot of the same instant', () => {
    const row = dailyRow(marketInputs('2026-11-20', '20:00'), context)
    const snapshot = at('20:00')
    expect([row.healthScore, row.regime, row.scoreLow]).toEqual([
      snapshot.health_score,
      snapshot.regime,
      snapshot.score_low,
    ])
  })

  it('takes no intraday quote or chain for a close that never came, once it is final', () => {
    const evening = marketInputs('2026-11-20', '20:00')
    const closed = (series: readonly SeriesPoint[] | undefined) =>
      (series ?? []).filter(({ day }) => day < '2026-11-20')
    const series = {
      ...evening.series,
      spy_close: closed(evening.series.spy_close),
      vix_close: closed(evening.series.vix_close),
    }
    const { quotes } = marketInputs('2026-11-20', '15:59')
    const lost = { ...evening, series, quotes }
    expect(dailyRow(lost, context)).toMatchObject({ spyClose: 671, vixClose: 14.6 })
    expect(dailyRow(closesOnly(lost), context)).toMatchObject({ spyClose: null, vixClose: null })
    expect(dailyRow(closesOnly(evening), context)).toEqual(dailyRow(evening, context))
  })

  it('takes a value that did not come by then as late in its bounds, once it is final', () => {
    const evening = marketInputs('2026-11-20', '20:00')
    const dix = (evening.series.dix ?? []).filter(({ day }) => day < '2026-11-20')
    const lost = { ...evening, series: { ...evening.series, dix } }
    const boundsOf = ({ scoreLow, scoreHigh }: { scoreLow: number | null; scoreHigh: number | null }) =>
      scoreHigh! - scoreLow!
    const known = boundsOf(dailyRow(closesOnly(evening), context))
    expect(boundsOf(dailyRow(lost, context))).toBe(known)
    expect(boundsOf(dailyRow(closesOnly(lost), context))).toBeGreaterThan(known)
  })

  it('has no close on a day without one, rather than the close before', () => {
    expect(dailyRow(marketInputs('2026-11-20', '16:15', { quotes: {} }), context)).toMatchObject({
      spyClose: null,
      vixClose: null,
    })
  })
})

it('carries the correlations of the same inputs, in the form of the contract', () => {
  const base = marketInputs('2026-11-20', '10:00')
  const series = {
    ...base.series,
    dxy_close: calmSeries('dxy_close', base.cutoff, [100, 1]),
    dgs10: calmSeries('dgs10', base.cutoff, [4.1, 0.2]),
    uso_close: calmSeries('uso_close', base.cutoff, [75, 4]),
  }
  const snapshot = computeSnapshot({ ...base, series }, context)
  expect(snapshot.correlations).toEqual(correlations({ ...base, series }))
  expect(snapshot.correlations).toMatchObject({ status: 'ready', pairs: { tnx: { status: 'ready' } } })
  expect(() => SignalsSnapshot.parse(snapshot)).not.toThrow()
})

it('states the series and sessions it needs', () => {
  expect(seriesNeeded).toContain('spy_close')
  expect(seriesNeeded).toContain('gex_own')
  expect(new Set(seriesNeeded).size).toBe(seriesNeeded.length)
  expect(sessionsNeeded).toBe(513)
})
