import { describe, expect, it } from 'vitest'
import { calmSeries, marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import type { MarketInputs, SeriesPoint } from '../inputs/market-inputs.ts'
import { sentimentComparison } from './sentiment-comparison.ts'
import { KINDS } from './sentiment-gauges.ts'

const EMPTY: MarketInputs = { ...marketInputs('2026-11-20', '10:00'), series: {}, quotes: {} }
/** The newest values of a series, in order. */
function newest(series: SeriesId, values: readonly number[]): SeriesPoint[] {
  const points = calmSeries(series, EMPTY.cutoff).slice(-values.length)
  return points.map((point, at) => ({ ...point, value: values[at]! }))
}
const gauge = (key: string, inputs: MarketInputs) =>
  KINDS.flatMap(({ gauges }) => gauges)
    .find((each) => each.key === key)!
    .read(inputs)
const flat = (count: number, value = 100) => Array<number>(count).fill(value)
/** Values of which the newest has so many at or below it, itself included. */
const ranked = (count: number, place: number, scale: number) =>
  [...Array.from({ length: count - 1 }, (_, at) => at + 1), place - 0.5].map((value) => value * scale)

describe('price', () => {
  const spy = (values: readonly number[]): MarketInputs => ({
    ...EMPTY,
    series: { spy_close: newest('spy_close', values) },
  })

  it('is SPY against its close of twenty sessions ago, ranked among all such months of a year', () => {
    expect(gauge('spy_month', spy([...flat(400), 70, 80, 90, ...flat(18), 100]))).toMatchObject({
      status: 'ready',
      display: '+25.0 %',
      n: 252,
      greed: expect.closeTo((100 * 251) / 252, 1),
    })
    expect(gauge('spy_month', spy([...flat(300), 90])).greed).toBe(0.4)
  })

  it('is SPY against the mean of its newest 200 closes, its own included', () => {
    // One close of 8,100, 198 of 100 and one of 300 have a mean of 141.
    expect(gauge('spy_trend', spy([...flat(200), 1_000_000, 8_100, ...flat(198), 300])).display).toBe('+112.8 %')
    expect(gauge('spy_trend', spy([...flat(200), ...flat(199), 300])).greed).toBe(100)
  })

  it.each([
    ['spy_month', 20],
    ['spy_trend', 199],
  ])('%s needs 126 values, each with the %i closes before it', (key, before) => {
    expect(gauge(key, spy(flat(125 + before)))).toMatchObject({ status: 'not_ready', greed: null, n: null })
    expect(gauge(key, spy(flat(126 + before)))).toMatchObject({ status: 'ready', n: 126 })
  })

  it('leaves out a month whose base is not positive', () => {
    expect(gauge('spy_month', spy([0, ...flat(145)]))).toMatchObject({ status: 'not_ready' })
  })
})

it('SKEW is not ranked while VIX is in the highest fifth of its year', () => {
  const atPlace = (place: number): MarketInputs => {
    const series = {
      vix_close: newest('vix_close', ranked(252, place, 0.1)),
      skew_close: calmSeries('skew_close', EMPTY.cutoff),
    }
    return { ...EMPTY, series }
  }
  // Place 202 of 252 is the 80.2nd percentile, and 201 the 79.8th.
  expect(gauge('skew', atPlace(202))).toMatchObject({
    status: 'not_ready',
    reason: expect.stringContaining('highest fifth'),
  })
  expect(gauge('skew', atPlace(201))).toMatchObject({ status: 'ready' })
  const { vix_close: _, ...withoutVix } = atPlace(1).series
  expect(gauge('skew', { ...EMPTY, series: withoutVix })).toMatchObject({ status: 'ready' })
})

/** A survey and, if wanted, a VIX at these places of their own history. */
const compared = (survey: number, vix: number | null = null) =>
  sentimentComparison({
    ...EMPTY,
    series: {
      aaii_bullish: newest('aaii_bullish', ranked(156, survey, 0.001)),
      aaii_bearish: newest('aaii_bearish', flat(156, 0.3)),
      ...(vix === null ? {} : { vix_close: newest('vix_close', ranked(252, vix, 0.1)) }),
    },
  })

it.each([
  [1, 'fear'],
  [31, 'fear'],
  [32, 'caution'],
  [62, 'caution'],
  [63, 'neutral'],
  [93, 'neutral'],
  [94, 'optimism'],
  [124, 'optimism'],
  [125, 'greed'],
  [156, 'greed'],
])('a survey at place %i of 156 lies in the fifth of %s', (place, mood) => {
  expect(compared(place).kinds[0]!.mood).toBe(mood)
})

describe('two kinds', () => {
  it('are enough for a common reading, which is their mean, and one is not', () => {
    expect(compared(156)).toMatchObject({ greed: null, spread: null, n: 1 })
    // The highest VIX is no greed at all.
    expect(compared(156, 252)).toMatchObject({ greed: 50, spread: 100, n: 2, reason: null })
    expect(compared(39, 126)).toMatchObject({ greed: 37.5, spread: 25, divergences: [] })
  })

  it('disagree when they are two fifths apart, whichever is the greedier', () => {
    // 100 against 59.9 and 60.3.
    expect(compared(156, 101).divergences).toMatchObject([{ greedier: 'survey', more_fearful: 'options', gap: 40.1 }])
    expect(compared(156, 100).divergences).toEqual([])
    expect(compared(39, 1).divergences).toMatchObject([{ greedier: 'options', more_fearful: 'survey', gap: 74.6 }])
    expect(compared(156, 101).divergences[0]!.sentence).toMatch(
      /^survey at 100 of 100 \(.+\) against options at 60 of 100 \(.+\): what private investors say they expect and what protection costs disagree\.$/,
    )
  })
})

it('the spread of three kinds is that of the greediest and the most fearful', () => {
  const three = sentimentComparison({
    ...EMPTY,
    series: {
      aaii_bullish: newest('aaii_bullish', ranked(156, 78, 0.001)),
      aaii_bearish: newest('aaii_bearish', flat(156, 0.3)),
      vix_close: newest('vix_close', ranked(252, 252, 0.1)),
      spy_close: newest('spy_close', flat(400)),
    },
  })
  // Each of several equal months has the highest rank: 100 for price, 50 for the survey and 0 for options.
  expect(three).toMatchObject({ n: 3, spread: 100, greed: 50 })
  expect(three.divergences.map(({ gap }) => gap)).toEqual([100, 50, 50])
})
