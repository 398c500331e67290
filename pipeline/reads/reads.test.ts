import { describe, expect, it } from 'vitest'
import { calmSeries, marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { CALM_DAY, STRESSED_DAY } from '../../harness/fixtures/market-inputs/two-dates.ts'
import { Alignment } from '../../shared/domain/contract/alignment.ts'
import { Cascade } from '../../shared/domain/contract/cascade.ts'
import { DAILY_METRICS, LatestMetrics, STATE_METRICS } from '../../shared/domain/contract/metrics.ts'
import { SentimentComparison } from '../../shared/domain/contract/sentiment-comparison.ts'
import { previousSession, sessionsBetween } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { BANDS } from '../regime/pillar-bands.ts'
import { alignment } from './alignment.ts'
import { cascade } from './cascade.ts'
import { latestMetrics } from './latest-metrics.ts'
import { macroBand, macroBands } from './macro-bands.ts'
import { sentimentComparison } from './sentiment-comparison.ts'

const EMPTY = { ...marketInputs('2026-11-20', '10:00'), series: {}, quotes: {} }

describe('alignment', () => {
  const [calm, stressed] = [alignment(CALM_DAY), alignment(STRESSED_DAY)]

  it('reads two opposite days as opposites', () => {
    for (const each of [calm, stressed]) expect(() => Alignment.parse(each)).not.toThrow()
    expect(calm.net).toBeGreaterThan(20)
    expect(stressed.net).toBeLessThan(-50)
    expect([calm.label, stressed.label]).toEqual(['aligned_supportive', 'aligned_adverse'])
    expect(stressed.families.find(({ family }) => family === 'credit')).toMatchObject({
      stance: 'adverse',
      n: 1,
      of: 1,
    })
  })

  it('names a signal without data, which takes no side and does not count as neutral', () => {
    const poor = alignment(marketInputs('2026-11-20', '10:00', { whole: true, series: { hy_oas: null } }))
    expect(poor.no_data.map(({ key }) => key)).toEqual(['hy_oas'])
    expect(poor.families.find(({ family }) => family === 'credit')).toMatchObject({ stance: 'no_data', net: null })
    expect(poor.firing.some(({ key }) => key === 'hy_oas')).toBe(false)
    expect(poor.counts.no_data + poor.n).toBe(13)
    expect(alignment(EMPTY)).toMatchObject({ net: null, label: 'insufficient_data', n: 0 })
    expect([alignment(EMPTY).reason, poor.reason]).toEqual(['only 0 of 100 points have a reading, 60 are needed', null])
    expect(poor.sentence).toMatch(/, 1 without data\.$/)
    expect(calm.sentence).not.toContain('without data')
  })

  it('lists the strongest warnings first', () => {
    const strengths = stressed.firing.map(({ strength }) => strength!)
    expect(strengths).toEqual([...strengths].sort((a, b) => a - b))
    expect(stressed.firing.length).toBe(stressed.counts.supportive + stressed.counts.adverse)
  })
})

describe('cascade', () => {
  it('reads two opposite days as opposites', () => {
    const [calm, stressed] = [cascade(CALM_DAY), cascade(STRESSED_DAY)]
    for (const each of [calm, stressed]) expect(() => Cascade.parse(each)).not.toThrow()
    expect(calm).toMatchObject({ stage: 'none', reached: null, n_strained: 0, n: 5 })
    expect(stressed).toMatchObject({ stage: 'broad', n: 5 })
    expect(stressed.layers[0]).toMatchObject({
      layer: 'volatility',
      band: 'panic',
      since: '2026-11-20',
      before: 'calm',
    })
  })

  it('states at which close each layer turned, in the order they left calm', () => {
    const spread = calmSeries('hy_oas', CALM_DAY.cutoff)
    const hy_oas = spread.map((point) => (point.day >= '2026-11-09' ? { ...point, value: 6 } : point))
    const pct = calmSeries('pct_above_50dma', CALM_DAY.cutoff)
    const pct_above_50dma = pct.map((point) => (point.day >= '2026-11-16' ? { ...point, value: 20 } : point))
    const day = cascade(marketInputs('2026-11-20', '10:00', { whole: true, series: { hy_oas, pct_above_50dma } }))
    expect(day.order).toEqual(['credit', 'breadth'])
    // The spread for the 9th is published on the 10th, after the exchange's session of the 9th.
    expect(day.layers.find(({ layer }) => layer === 'credit')).toMatchObject({ since: '2026-11-10', before: 'calm' })
    expect(day.layers.find(({ layer }) => layer === 'breadth')).toMatchObject({
      band: 'stressed',
      since: '2026-11-16',
      strained_since: '2026-11-16',
      sessions: 5,
    })
    expect(day).toMatchObject({ stage: 'spreading', reached: 'breadth' })
  })

  it('counts separately the sessions on which gamma did not decide, and states why it has no band', () => {
    const own = calmSeries('gex_own', CALM_DAY.cutoff)
    const sign = (isUncertain: (day: string) => boolean) =>
      own.map(({ day, ...point }) => ({ ...point, day, value: isUncertain(day) ? 0 : 1 }))
    const gammaOf = (isUncertain: (day: string) => boolean) => {
      const series = { gex_own: own, gex_own_sign: sign(isUncertain), gex_vendor: null }
      const { layers, sentence } = cascade(marketInputs('2026-11-20', '20:00', { whole: true, series }))
      return { ...layers.find(({ layer }) => layer === 'gamma')!, sentence }
    }
    const whole = gammaOf(() => false)
    const gaps = gammaOf((day) => day === '2026-11-12' || day === '2026-11-16')
    expect(whole).toMatchObject({ band: 'calm', sessions_unread: 0 })
    expect(gaps).toMatchObject({ band: 'calm', sessions: whole.sessions! - 2, sessions_unread: 2 })
    const silent = gammaOf((day) => day >= '2026-11-19')
    expect(silent).toMatchObject({ status: 'not_ready', reason: 'the sign of our own figure is uncertain' })
    expect(silent.sentence).toBe('No layer is strained. 1 of the 5 layers has no reading.')
  })

  it('has neither a stage nor calm layers without readings', () => {
    expect(cascade(EMPTY)).toMatchObject({ stage: 'insufficient_data', n: 0 })
    expect(cascade(EMPTY).sentence).toBe(
      'There is too little data to tell how far stress has spread. 5 of the 5 layers have no reading.',
    )
    expect(cascade(CALM_DAY).sentence).toBe('No layer is strained.')
    expect(cascade(EMPTY).layers.every(({ band, reason }) => band === null && reason)).toBe(true)
  })

  it('reads the macro layer of each past session from what was public that evening', () => {
    const { series } = CALM_DAY
    const feared = { from: '2026-10-13', to: '2026-10-23' }
    const isFeared = (day: string) => day >= feared.from && day <= feared.to
    const inflation = Object.fromEntries(
      (['t10yie', 't5yie'] as const).map((id) => [
        id,
        series[id]!.map((point) => (isFeared(point.day) ? { ...point, value: 4 } : point)),
      ]),
    )
    const days = sessionsBetween(tradingDay('2026-09-01'), tradingDay('2026-11-18'))
    expect(new Set(macroBands(days, CALM_DAY))).toEqual(new Set(['calm']))
    const bands = macroBands(days, { ...CALM_DAY, series: { ...series, ...inflation } })
    // The value of a session is public on the next morning.
    expect(days.filter((_, at) => bands[at] === 'strained')).toEqual(
      days.filter((day) => isFeared(previousSession(day).day)),
    )
    expect(new Set(bands)).toEqual(new Set(['calm', 'strained']))
  })

  it('keeps the macro layer strained over holidays, which make the newest oil price up to eleven days old', () => {
    const { series } = CALM_DAY
    const soaring = series.wti!.map((point, at) => ({ ...point, value: 20 * 1.02 ** at }))
    const days = sessionsBetween(tradingDay('2026-09-01'), tradingDay('2026-11-18'))
    expect(new Set(macroBands(days, { ...CALM_DAY, series: { ...series, wti: soaring } }))).toEqual(
      new Set(['strained']),
    )
  })

  it('makes macro a band worse with each further warning, up to the last band', () => {
    expect([0, 1, 2, 3, 4].map(macroBand)).toEqual([...BANDS, 'panic'])
  })
})

describe('sentiment comparison', () => {
  it('reads two opposite days as opposites', () => {
    const [calm, stressed] = [sentimentComparison(CALM_DAY), sentimentComparison(STRESSED_DAY)]
    for (const each of [calm, stressed]) expect(() => SentimentComparison.parse(each)).not.toThrow()
    expect(calm.greed).toBeGreaterThan(stressed.greed! + 30)
    expect(stressed.mood).toBe('fear')
  })

  it('reads no greed from a low SKEW while VIX is high, because SKEW falls in a crash too', () => {
    const skewAt = (last: object, VIX: number) => {
      const inputs = marketInputs('2026-11-20', '10:00', { whole: true, last, quotes: { SPY: 671, VIX, VIX3M: 30 } })
      const { gauges } = sentimentComparison(inputs).kinds.find(({ kind }) => kind === 'options')!
      return gauges.find(({ key }) => key === 'skew')!
    }
    expect(skewAt({ skew_close: 90 }, 70)).toMatchObject({
      greed: null,
      reason: expect.stringContaining('SKEW falls in a crash too'),
    })
    expect(skewAt({ skew_close: 90 }, 10).greed).toBeGreaterThan(90)
  })

  it('lists the kinds that disagree, the widest gap first', () => {
    const crowd = { aaii_bullish: 0.6, aaii_bearish: 0.15, cot_es_noncommercial_net: -300_000 }
    const split = sentimentComparison(marketInputs('2026-11-20', '10:00', { whole: true, last: crowd }))
    expect(split.divergences[0]).toMatchObject({ greedier: 'survey' })
    const gaps = split.divergences.map(({ gap }) => gap)
    expect(gaps).toEqual([...gaps].sort((a, b) => b - a))
    expect(gaps.every((gap) => gap >= 40)).toBe(true)
    const pairs = split.divergences.map(({ greedier, more_fearful }) => [greedier, more_fearful].sort().join(' '))
    expect(new Set(pairs).size).toBe(pairs.length)
    const far = split.kinds.flatMap(({ greed }, at) => split.kinds.slice(at + 1).map((other) => greed! - other.greed!))
    expect(pairs).toHaveLength(far.filter((gap) => Math.abs(gap) >= 40).length)
  })

  it('compares nothing with one kind alone', () => {
    const { aaii_bullish, aaii_bearish } = CALM_DAY.series
    const one = sentimentComparison({ ...EMPTY, series: { aaii_bullish: aaii_bullish!, aaii_bearish: aaii_bearish! } })
    expect(one).toMatchObject({ greed: null, mood: null, n: 1, spread: null })
    expect(one.reason).toContain('only 1 of 4 kinds')
  })
})

describe('latest metrics', () => {
  it('keeps its contract, and states the age and source of each metric', () => {
    const latest = latestMetrics(CALM_DAY)
    expect(() => LatestMetrics.parse(latest)).not.toThrow()
    const vix = latest.metrics.find(({ metric }) => metric === 'vix_close')
    expect(vix).toMatchObject({ value: 13.2, source: 'market', age_seconds: 900, quality: 'fresh' })
    expect(latest.metrics.find(({ metric }) => metric === 'health_score')).toMatchObject({ source: 'engine' })
  })

  it('has every metric once under unique names', () => {
    const all = [...DAILY_METRICS, ...STATE_METRICS]
    const names = all.flatMap(({ metric, aliases }) => [metric, ...aliases])
    expect(new Set(names).size).toBe(names.length)
    expect(latestMetrics(EMPTY).metrics.map(({ metric }) => metric)).toEqual(all.map(({ metric }) => metric))
  })

  it('gives null and a reason for a missing value, never a number', () => {
    const { metrics, n } = latestMetrics(EMPTY)
    for (const { metric, value, quality, reason } of metrics) {
      if (value !== null) expect(['score_low', 'score_high', 'live_points']).toContain(metric)
      else expect({ metric, quality, said: reason !== null }).toEqual({ metric, quality: 'missing', said: true })
    }
    expect(n).toBe(3)
  })

  it('reads two opposite days as opposites', () => {
    const of = (inputs: typeof CALM_DAY, name: string) =>
      latestMetrics(inputs).metrics.find(({ metric }) => metric === name)!.value!
    expect(of(CALM_DAY, 'health_score')).toBeGreaterThan(of(STRESSED_DAY, 'health_score'))
    expect(of(CALM_DAY, 'alignment')).toBeGreaterThan(of(STRESSED_DAY, 'alignment'))
    expect(of(CALM_DAY, 'fragility')).toBeLessThan(of(STRESSED_DAY, 'fragility'))
  })
})
