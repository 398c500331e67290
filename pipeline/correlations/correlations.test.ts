import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calmSeries, marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import type { MarketInputs, SeriesPoint } from '../inputs/market-inputs.ts'
import { pearson } from '../maths/pearson.ts'
import { quantile } from '../maths/quantile.ts'
import { correlationSeries, correlations } from './correlations.ts'
import { pairedChanges } from './paired-changes.ts'
import { judgeCorrelation, rollingCorrelation } from './rolling-correlation.ts'

const moves = fc.array(fc.double({ min: -0.1, max: 0.1, noNaN: true }), { minLength: 20, maxLength: 20 })

describe('pearson', () => {
  it('r of known samples is known', () => {
    expect(pearson([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])).toBeCloseTo(0.8, 12)
    const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
    const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]
    expect(pearson(x, y)).toBeCloseTo(0.81642, 5)
  })
  it('r of a side that does not move, or of fewer than three pairs, is null', () => {
    expect(pearson([0.1, 0.1, 0.1, 0.1], [1, 2, 3, 4])).toBeNull()
    expect(pearson([0, 0, 0], [0, 0, 0])).toBeNull()
    expect(pearson([1, 2], [1, 2])).toBeNull()
  })
  it('r lies between -1 and 1, is symmetric, and ignores scale', () => {
    fc.assert(
      fc.property(moves, moves, (left, right) => {
        const r = pearson(left, right)
        if (r === null) return
        expect(Math.abs(r)).toBeLessThanOrEqual(1)
        expect(pearson(right, left)).toBeCloseTo(r, 12)
        const scaled = left.map((value) => value * 4)
        expect(pearson(scaled, right)).toBeCloseTo(r, 9)
        const turned = left.map((value) => -value)
        expect(pearson(turned, right)).toBeCloseTo(-r, 12)
      }),
    )
  })
})

it('quantiles are interpolated linearly between neighbours', () => {
  expect([0, 0.25, 0.5, 1].map((share) => quantile([1, 2, 3, 5], share))).toEqual([1, 1.75, 2.5, 5])
  expect(quantile([], 0.5)).toBeNull()
})

describe('paired changes', () => {
  const on = (...days: [string, number][]) => days.map(([day, value]) => ({ day: tradingDay(day), value }))

  it('a day that only one side has is left out of both, and the next change spans it on both', () => {
    const spy = on(['2026-11-10', 100], ['2026-11-11', 110], ['2026-11-12', 121])
    const yields = on(['2026-11-10', 4], ['2026-11-12', 4.25])
    const changes = pairedChanges({ points: spy, measure: 'log_return' }, { points: yields, measure: 'difference' })
    expect(changes.days).toEqual(['2026-11-12'])
    expect(changes.left[0]).toBeCloseTo(Math.log(1.21), 12)
    expect(changes.right).toEqual([0.25])
  })
  it('a change across an outage and a logarithm of a negative price are left out', () => {
    const long = on(['2026-10-01', 100], ['2026-10-20', 150], ['2026-10-21', 151])
    const both = pairedChanges({ points: long, measure: 'log_return' }, { points: long, measure: 'log_return' })
    expect(both.days).toEqual(['2026-10-21'])
    const oil = on(['2020-04-17', 18], ['2020-04-20', -37], ['2020-04-21', 10])
    expect(pairedChanges({ points: oil, measure: 'difference' }, { points: oil, measure: 'log_return' }).days).toEqual(
      [],
    )
  })
})

it('prices below one have changes too, and a price of nothing has none', () => {
  const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'].map(tradingDay)
  const points = [0.5, 0.6, 0, 0.5].map((value, at) => ({ day: days[at]!, value }))
  const changes = pairedChanges({ points, measure: 'log_return' }, { points, measure: 'difference' })
  expect([changes.days, changes.left]).toEqual([['2026-11-17'], [expect.closeTo(Math.log(1.2), 12)]])
})

describe('gaps between paired days', () => {
  const pair = (days: readonly string[]) => {
    const points = days.map((day, at) => ({ day: tradingDay(day), value: at + 1 }))
    return pairedChanges({ points, measure: 'difference' }, { points, measure: 'difference' }).days
  }

  it('a change may span seven days, the longest the exchange was ever closed, and not eight', () => {
    expect(pair(['2001-09-10', '2001-09-17'])).toEqual(['2001-09-17'])
    expect(pair(['2001-09-10', '2001-09-18'])).toEqual([])
  })
})

describe('a correlation judged by its own windows', () => {
  const first = tradingDay('2025-01-02')
  const windows = (values: number[]) => values.map((value, at) => ({ day: addDays(first, at), value }))
  const spread = (low: number, high: number, count = 251) =>
    Array.from({ length: count }, (_, at) => low + ((high - low) * ((at * 89) % count)) / (count - 1))
  const judge = (values: number[]) => judgeCorrelation(windows(values))

  it('a value inside its range is normal, outside elevated, far outside a warning', () => {
    const usual = spread(-0.9, -0.5)
    expect(judge([...usual, -0.7])).toMatchObject({ classification: 'normal', usualSign: 'negative' })
    expect(judge([...usual, -0.51])).toMatchObject({ classification: 'elevated' })
    expect(judge([...usual, -0.4])).toMatchObject({ classification: 'warning', percentile: 100 })
    expect(judge([...usual, -0.99])).toMatchObject({ classification: 'warning' })
    expect(judge([...usual, -0.7])!.range).toMatchObject({ n: 252, from: first })
  })
  it('a flipped sign is a warning only where there is a usual sign', () => {
    const mostlyNegative = [...spread(-0.9, -0.3, 243), ...spread(0.1, 0.3, 8)]
    expect(judge([...mostlyNegative, 0.12])).toMatchObject({ classification: 'warning', usualSign: 'negative' })
    expect(judge([...spread(-0.5, 0.5), 0.2])).toMatchObject({ classification: 'normal', usualSign: null })
  })
  it('a usual sign that is positive flips below zero alone', () => {
    const mostlyPositive = [...spread(0.3, 0.9, 243), ...spread(-0.3, -0.1, 8)]
    expect(judge([...mostlyPositive, -0.12])).toMatchObject({ classification: 'warning', usualSign: 'positive' })
    expect(judge([...spread(0.3, 0.9), 0.6])).toMatchObject({ classification: 'normal', usualSign: 'positive' })
    // At zero there is no sign to flip, though it is outside of the normal range.
    expect(judge([...mostlyPositive, 0])).toMatchObject({ classification: 'elevated', usualSign: 'positive' })
  })
  it('a bound of the range is inside it', () => {
    // In 201 values in even steps the 10th and the 190th bound the normal range, the 2nd and the 198th the extremes.
    const steps = Array.from({ length: 201 }, (_, at) => at / 200 - 0.5)
    const classed = (at: number) => judge([...steps.toSpliced(at, 1), steps[at]!])!.classification
    const { range } = judge(steps)!
    expect(range).toMatchObject({ low: steps[10], high: steps[190], warningLow: steps[2], warningHigh: steps[198] })
    expect([10, 190, 9, 191].map(classed)).toEqual(['normal', 'normal', 'elevated', 'elevated'])
    expect([2, 198, 1, 199].map(classed)).toEqual(['elevated', 'elevated', 'warning', 'warning'])
  })
  it('a history of half a year of windows gives a judgement, and a shorter one none', () => {
    expect(judge(spread(-0.9, -0.5, 126))).toMatchObject({ range: { n: 126 } })
    expect(judge(spread(-0.9, -0.5, 125))).toBeNull()
    expect(judge([])).toBeNull()
  })
  it('only the newest 252 windows count', () => {
    const days = sessionsBetween(tradingDay('2025-01-02'), tradingDay('2026-11-20'))
    const wave = days.map((_, at) => Math.sin(at))
    const rolled = rollingCorrelation({ days, left: wave, right: wave.map((value, at) => value + Math.cos(at * 7)) })
    expect(rolled).toHaveLength(252)
    expect(rolled.at(-1)!.day).toBe('2026-11-20')
    expect(rollingCorrelation({ days: days.slice(0, 19), left: wave.slice(0, 19), right: wave.slice(0, 19) })).toEqual(
      [],
    )
  })
})

describe('the block of the snapshot', () => {
  const LEVELS: Partial<Record<SeriesId, [number, number]>> = {
    dxy_close: [100, 1],
    dgs10: [4.1, 0.2],
    uso_close: [75, 4],
  }
  function inputs(without: readonly SeriesId[] = [], time = '10:00'): MarketInputs {
    const base = marketInputs('2026-11-20', time)
    const more = Object.entries(LEVELS).map(([id, shape]) => [id, calmSeries(id as SeriesId, base.cutoff, shape)])
    const series: Partial<Record<SeriesId, readonly SeriesPoint[]>> = { ...base.series, ...Object.fromEntries(more) }
    for (const id of without) delete series[id]
    return { ...base, series }
  }

  it('every pair has its window, its age and its inputs', () => {
    const block = correlations(inputs())
    if (block.status !== 'ready') throw new Error(block.reason)
    const { vix, tnx } = block.pairs
    if (vix.status !== 'ready' || tnx.status !== 'ready') throw new Error('no pair')
    expect(vix).toMatchObject({ n: 20, window_to: '2026-11-19', age_sessions: 1, name: 'VIX' })
    expect(sessionsBetween(tradingDay(vix.window_from), tradingDay(vix.window_to))).toHaveLength(20)
    expect(vix.inputs.map(({ series, for: day, quality }) => [series, day, quality])).toEqual([
      ['spy_close', '2026-11-19', 'fresh'],
      ['vix_close', '2026-11-19', 'fresh'],
    ])
    expect(vix.normal_range!.n).toBe(252)
    expect(vix.reading).toMatch(
      /^SPY with VIX -?\d\.\d{2,4} \(95 % interval -?\d\.\d\d to -?\d\.\d\d; 20 changes up to 2026-11-19, 1 session old\): \w+, \d+.. percentile/,
    )
    // The yield of the 19th appears on the 20th at 17:15, and the window spans the bond holiday of the 11th.
    expect(tnx).toMatchObject({ window_to: '2026-11-18', age_sessions: 2, measure: 'difference' })
    expect(sessionsBetween(tradingDay(tnx.window_from), tradingDay(tnx.window_to))).toHaveLength(21)
  })
  it('a pair is ready with twenty changes, and reports a side that did not move in its window', () => {
    const all = inputs()
    const dxyOf = (dxy_close: readonly SeriesPoint[]) => {
      const block = correlations({ ...all, series: { ...all.series, dxy_close } })
      return block.status === 'ready' ? block.pairs.dxy : null
    }
    const dxy = all.series.dxy_close!
    expect([dxyOf(dxy.slice(-21)), dxyOf(dxy.slice(-20))]).toMatchObject([{ status: 'ready' }, { have: 19 }])
    expect(dxyOf(dxy.map((point) => ({ ...point, value: 100 })))).toMatchObject({
      status: 'not_ready',
      reason: expect.stringMatching(/^SPY or DXY did not move in the window that ends on 2026-11-\d\d$/),
    })
    expect(dxyOf([])).toMatchObject({ have: 0, need: 20 })
  })
  it('an input has the value of the last day of the window, not a newer one', () => {
    const block = correlations(inputs())
    if (block.status !== 'ready' || block.pairs.tnx.status !== 'ready') throw new Error('no pair')
    const spy = inputs().series.spy_close!.find(({ day }) => day === '2026-11-18')!
    expect(block.pairs.tnx.inputs[0]).toMatchObject({ series: 'spy_close', for: '2026-11-18', value: spy.value })
  })
  it('the class of the block is the worst of its pairs, and none where no pair is judged', () => {
    const all = inputs()
    const classOf = (series: MarketInputs['series']) => {
      const block = correlations({ ...all, series })
      return block.status === 'ready' ? block.classification : 'not ready'
    }
    // For a month VIX moves with SPY, as it never did before.
    const from = all.series.vix_close!.length - 25
    const priceOn = new Map(all.series.spy_close!.map(({ day, value }) => [day, value / 40]))
    const vix_close = all.series.vix_close!.map((point, at) =>
      at < from ? point : { ...point, value: priceOn.get(point.day) ?? point.value },
    )
    expect(classOf({ ...all.series, vix_close })).toBe('warning')
    expect(classOf({ spy_close: all.series.spy_close!, vix_close: vix_close.slice(-60) })).toBeNull()
  })
  it('a quote of the day changes nothing, because only closes count', () => {
    const wild = { ...inputs(), quotes: marketInputs('2026-11-20', '10:00', { quotes: { SPY: 300, VIX: 80 } }).quotes }
    expect(correlations(wild)).toEqual(correlations(inputs()))
  })
  it('a pair without data states the reason and leaves the others ready', () => {
    const block = correlations(inputs(['uso_close']))
    expect(block).toMatchObject({
      status: 'ready',
      pairs: { oil: { status: 'not_ready', reason: 'no value of uso_close is known yet' }, vix: { status: 'ready' } },
    })
  })
  it('an old series is not ready, and too few common sessions are counted', () => {
    const all = inputs()
    const old = { ...all, series: { ...all.series, dxy_close: all.series.dxy_close!.slice(0, -9) } }
    expect(correlations(old)).toMatchObject({
      pairs: { dxy: { status: 'not_ready', reason: expect.stringMatching(/before the newest published value/) } },
    })
    const few = { ...all, series: { ...all.series, dxy_close: all.series.dxy_close!.slice(-12) } }
    expect(correlations(few)).toMatchObject({ pairs: { dxy: { status: 'not_ready', have: 11, need: 20 } } })
    const short = { ...all, series: { ...all.series, dxy_close: all.series.dxy_close!.slice(-60) } }
    expect(correlations(short)).toMatchObject({
      pairs: {
        dxy: { status: 'ready', classification: null, normal_range: null, reading: expect.stringMatching(/too short/) },
      },
    })
  })
  it('a block without any pair is not ready and states every reason', () => {
    const block = correlations(inputs(correlationSeries))
    expect(block).toMatchObject({
      status: 'not_ready',
      reason: expect.stringMatching(/VIX: .*; DXY: .*; TNX: .*; Oil/),
    })
  })
})
