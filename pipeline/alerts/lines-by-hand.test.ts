import { describe, expect, it } from 'vitest'
import { calmSeries, marketInputs, type Wish } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import type { AlertId } from '../../shared/domain/contract/alert.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { Observed } from './alert.ts'
import { alertRules } from './index.ts'

const DATE = '2026-11-20'
const cutoff = instantAt(tradingDay(DATE), '11:00')

/** A known series whose values are these, the newest last; what is older than them repeats the first. */
function ending(series: SeriesId, values: readonly number[]) {
  const points = calmSeries(series, cutoff)
  return points.map((point, at) => ({ ...point, value: values[at - points.length + values.length] ?? values[0]! }))
}
function read(id: AlertId, wish: Wish) {
  const inputs = {
    ...marketInputs(DATE, '11:00', wish),
    regime: { regime: null, reason: '' },
    gammaLevels: null,
  }
  const breadth = wish.series?.pct_above_50dma
  const series = breadth ? { ...inputs.series, pct_above_50dma: breadth } : inputs.series
  return alertRules.find((rule) => rule.id === id)!.read({ ...inputs, series }) as Observed
}
const states = (id: AlertId, wishes: readonly Wish[]) =>
  wishes.map((wish) => {
    const { fires, clears } = read(id, wish)
    return fires ? 'fires' : clears ? 'clears' : 'between'
  })
/** Twenty sessions after a first value, so that the change over twenty is the last value less the first. */
const changed = (from: number, to: number) => [from, ...Array<number>(19).fill(from), to]
const last = (series: SeriesId, values: readonly number[]): Wish => ({ series: { [series]: ending(series, values) } })

describe('a value next to its line', () => {
  it.each<[AlertId, readonly Wish[]]>([
    ['BREADTH_COLLAPSE', [25, 25.1, 39.9, 40].map((value) => last('pct_above_50dma', [value]))],
    ['CURVE_INVERSION', [-0.01, 0, 0.14, 0.15].map((value) => last('t10y2y', [value]))],
    ['DOLLAR_SURGE', [205.01, 204.99, 202.01, 201.99].map((value) => last('dtwexbgs', changed(200, value)))],
    ['OIL_SPIKE', [60.01, 59.99, 55.01, 54.99].map((value) => last('wti', changed(50, value)))],
    ['HY_OAS_WIDENING', [2.701, 2.699, 2.201, 2.199].map((value) => last('hy_oas', changed(2, value)))],
  ])('of %s fires or clears, and one between them does neither', (id, wishes) => {
    expect(states(id, wishes)).toEqual(['fires', 'between', 'between', 'clears'])
  })
})

describe('changes over twenty sessions', () => {
  it.each<[AlertId, SeriesId]>([
    ['DOLLAR_SURGE', 'dtwexbgs'],
    ['OIL_SPIKE', 'wti'],
    ['HY_OAS_WIDENING', 'hy_oas'],
    ['BREADTH_COLLAPSE', 'pct_above_50dma'],
    ['CURVE_INVERSION', 't10y2y'],
  ])('%s reads the value of twenty sessions ago and not one beside it', (id, series) => {
    const percent = id === 'DOLLAR_SURGE' || id === 'OIL_SPIKE'
    const around = (before: number, then: number, after: number) => [
      before,
      then,
      after,
      ...Array<number>(18).fill(9),
      5,
    ]
    // All but breadth have no value on Veterans Day, so their window has one value less.
    const values = series !== 'pct_above_50dma' ? around(8, 4, 7).toSpliced(5, 1) : around(8, 4, 7)
    const { change } = read(id, last(series, values))
    expect(change!.sessions).toBe(20)
    expect(change!.value).toBeCloseTo(percent ? 25 : 1, 10)
  })
})

describe('BREADTH_DIVERGENCE', () => {
  const at = (spy: number, percent: number, past: readonly number[] = [600]): Wish => ({
    quotes: { SPY: spy, VIX: 14, VIX3M: 16 },
    series: { spy_close: ending('spy_close', past), pct_above_50dma: ending('pct_above_50dma', [percent]) },
  })

  it('fires within 1 % of the high with half of the members or fewer above their average', () => {
    expect(states('BREADTH_DIVERGENCE', [at(594.1, 50), at(593.9, 50), at(594.1, 50.1), at(660, 50)])).toEqual([
      'fires',
      'between',
      'between',
      'fires',
    ])
  })

  it('clears with 60 % of the members or more, or 5 % below the high', () => {
    expect(states('BREADTH_DIVERGENCE', [at(599, 60), at(599, 59.9), at(570, 30), at(570.1, 30)])).toEqual([
      'clears',
      'between',
      'clears',
      'between',
    ])
  })

  it('knows the high of 252 sessions, today included, and none before', () => {
    const since = (sessions: number) => [600, 700, ...Array<number>(sessions - 2).fill(600)]
    // Today is the quote, so the close that is `sessions` before it is 251 or 252 closes back.
    expect(states('BREADTH_DIVERGENCE', [at(600, 50, since(252)), at(600, 50, since(253))])).toEqual([
      'clears',
      'fires',
    ])
  })
})

describe('shocks of oil and of breakevens', () => {
  /** A year of moves of `size` up and down, then `sessions` without one but the last; Veterans Day is taken out below. */
  const shocked = (size: number, sessions: number, change: number) => {
    const year = Array.from({ length: 300 }, (_, at) => 50 + (at % 2 === 0 ? size : 0))
    return [...year, ...Array<number>(sessions - 1).fill(50), 50 + change]
  }
  const usual = (sessions: number) => Math.sqrt((252 / 251) * sessions)

  it('WTI fires at three usual weeks, up or down, and clears at one and a half', () => {
    const by = (moves: number) => last('wti', shocked(1, 5, moves * usual(5)).toSpliced(301, 1))
    expect(states('WTI_SHOCK', [3.001, 2.999, -3.001, -2.999, 1.501, 1.499, -1.499].map(by))).toEqual([
      'fires',
      'between',
      'fires',
      'between',
      'between',
      'clears',
      'clears',
    ])
  })

  it('WTI does not fire below 6 % of the price of a week before, after however calm a year', () => {
    expect(
      states(
        'WTI_SHOCK',
        [3, 2.99, -3, -2.99].map((change) => last('wti', shocked(0.1, 5, change).toSpliced(301, 1))),
      ),
    ).toEqual(['fires', 'between', 'fires', 'between'])
  })

  it('a breakeven that rises fires and one that falls clears, from 0.15 points on', () => {
    const bond = (size: number, change: number) => last('t10yie', shocked(size, 20, change).toSpliced(310, 1))
    const by = (moves: number) => bond(1, moves * usual(20))
    expect(states('BREAKEVEN_SPIKE', [2.001, 1.999, 1.001, 0.999, -3].map(by))).toEqual([
      'fires',
      'between',
      'between',
      'clears',
      'clears',
    ])
    expect(states('BREAKEVEN_SPIKE', [bond(0.001, 0.151), bond(0.001, 0.149)])).toEqual(['fires', 'between'])
  })
})
