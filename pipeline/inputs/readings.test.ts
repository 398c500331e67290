import { describe, expect, it } from 'vitest'
import { marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { SERIES, type SeriesId } from '../../shared/domain/market/series.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { newestPublished } from '../sources/publication-lag.ts'
import { combineDays } from './combine-days.ts'
import { type DailyView, dailyView, isAbsent } from './daily-view.ts'
import { freshness } from './freshness.ts'
import { levelOf } from './level.ts'
import { ownPercentile, rankIf } from './own-percentile.ts'
import { standingValues } from './standing-values.ts'
import { trend } from './trend.ts'

const points = (values: readonly number[]) =>
  values.map((value, index) => ({ day: addDays(tradingDay('2026-01-01'), index), value }))
const view = (date: string, time: string, series: SeriesId, wish = {}): DailyView => {
  const found = dailyView(marketInputs(date, time, wish), series)
  if (isAbsent(found)) throw new Error(found.reason)
  return found
}

describe('daily view', () => {
  it("today's quote is today's value, with its own time", () => {
    const { latest, points: all, input } = view('2026-11-20', '10:00', 'vix_close')
    expect(latest).toEqual({ day: '2026-11-20', value: 14.6 })
    expect(all.at(-2)?.day).toBe('2026-11-19')
    expect(input).toMatchObject({ for: '2026-11-20T09:45:00-05:00', quality: 'fresh' })
  })

  it('a day that has its close ignores the quote', () => {
    expect(view('2026-11-20', '20:30', 'vix_close').input.for).toBe('2026-11-20')
  })

  it.each([
    ['2026-11-20', '09:00', '2026-11-18'],
    ['2026-11-20', '11:00', '2026-11-19'],
    ['2026-11-23', '09:35', '2026-11-19'],
    ['2026-10-13', '09:35', '2026-10-08'], // Columbus Day: no newer value can be public
  ])('HY OAS on %s at %s is fresh with the value for %s', (date, time, newest) => {
    expect(view(date, time, 'hy_oas').input).toMatchObject({ for: newest, quality: 'fresh' })
  })

  it('a value that should have been replaced is stale, and one that is too old is absent', () => {
    const all = marketInputs('2026-11-20', '12:00').series.hy_oas ?? []
    const without = (count: number) =>
      dailyView(marketInputs('2026-11-20', '12:00', { series: { hy_oas: all.slice(0, -count) } }), 'hy_oas')
    expect(without(2)).toMatchObject({ input: { quality: 'stale' } })
    expect(without(9)).toMatchObject({ status: 'not_ready' })
    expect(dailyView(marketInputs('2026-11-20', '12:00', { series: { hy_oas: null } }), 'hy_oas')).toMatchObject({
      have: 0,
      need: 1,
    })
  })

  it('a quote that stopped is stale while the market is open, and a quote of the bell is fresh after it', () => {
    const inputs = marketInputs('2026-11-20', '14:00')
    const quotedAt = new Date(inputs.cutoff.getTime() - 3_600_000)
    const stopped = { ...inputs, quotes: { VIX: { ...inputs.quotes.VIX!, quotedAt } } }
    expect(dailyView(stopped, 'vix_close')).toMatchObject({ input: { quality: 'stale' } })
    expect(view('2026-11-20', '18:00', 'vix_close').input).toMatchObject({
      for: '2026-11-20T16:00:00-05:00',
      quality: 'fresh',
    })
  })

  it.each([
    ['missing', { missing: [{ source: 'fred', reason: 'status 503' }] }],
    ['degraded', { degraded: ['fred'] }],
  ])('a value of a %s source is degraded only once a newer value is public', (_, wish) => {
    const all = marketInputs('2026-11-20', '10:45').series.hy_oas ?? []
    const quality = (time: string, points = all) =>
      view('2026-11-20', time, 'hy_oas', { ...wish, series: { hy_oas: points } }).input.quality
    // The value of the 19th is public at 10:30: before that instant, the one of the 18th is the newest that exists.
    const upTo18 = all.filter(({ day }) => day <= '2026-11-18')
    expect(quality('10:29', upTo18)).toBe('fresh')
    expect(quality('10:30', upTo18)).toBe('degraded')
    expect(quality('11:45', upTo18)).toBe('stale')
    expect(quality('12:00')).toBe('fresh')
  })

  it("a quote, and yesterday's close once the exchange is open, are degraded while their source fails", () => {
    const wish = { missing: [{ source: 'market', reason: 'status 503' }] }
    expect(view('2026-11-20', '10:00', 'vix_close', wish).input.quality).toBe('degraded')
    const withoutQuotes = (time: string) => {
      const inputs = { ...marketInputs('2026-11-20', time, wish), quotes: {} }
      const found = dailyView(inputs, 'vix_close')
      return isAbsent(found) ? found.reason : found.input.quality
    }
    expect(withoutQuotes('09:00')).toBe('fresh')
    expect(withoutQuotes('09:30')).toBe('degraded')
  })
})

describe('trend', () => {
  const calm = Array.from({ length: 100 }, (_, index) => 10 + (index % 2))

  it('a trend counts sessions and calls less than a quarter of a usual day flat', () => {
    expect(trend(points([...calm, 10.4]))).toMatchObject({ current: 10.4, previous: 11, direction: 'flat' })
    expect(trend(points([...calm, 14]))).toMatchObject({ direction: 'rising', avg_5d: (10 + 11 + 10 + 11 + 14) / 5 })
    expect(trend(points([...calm, 6]))?.direction).toBe('falling')
  })

  it('a constant series is flat, and a short one has no average', () => {
    expect(trend(points(Array(50).fill(3)))?.direction).toBe('flat')
    expect(trend(points([3, 4]))).toEqual({ current: 4, previous: 3, avg_5d: null, direction: 'flat' })
    expect(trend([])).toBeNull()
  })
})

describe('a weekly value holds on each session until the next release', () => {
  const surveys = ['2026-10-29', '2026-11-05', '2026-11-12', '2026-11-19'].map((day, at) => ({
    day: tradingDay(day),
    value: (at + 1) / 10,
  }))
  const trendOn = (day: string, count: number) =>
    trend(standingValues(surveys.slice(0, count), 'aaii_bullish', { day: tradingDay(day) }))

  it('`previous` is the value before on the day of a release, and the release itself a session later', () => {
    expect(trendOn('2026-11-19', 4)).toMatchObject({ current: 0.4, previous: 0.3, avg_5d: (4 * 0.3 + 0.4) / 5 })
    expect(trendOn('2026-11-20', 4)).toMatchObject({ current: 0.4, previous: 0.4, avg_5d: (3 * 0.3 + 2 * 0.4) / 5 })
    expect(trendOn('2026-11-18', 3)).toMatchObject({ current: 0.3, previous: 0.3, avg_5d: 0.3, direction: 'flat' })
  })

  it("Tuesday's positions hold from Friday, when they are published, and a weekend counts as its Friday", () => {
    const reports = [10, 20].map((value, at) => ({ day: tradingDay(['2026-11-10', '2026-11-17'][at]!), value }))
    const on = (day: string) => standingValues(reports, 'cot_es_noncommercial_net', { day: tradingDay(day) })
    expect(on('2026-11-20').slice(-2)).toEqual([
      { day: '2026-11-19', value: 10 },
      { day: '2026-11-20', value: 20 },
    ])
    expect(on('2026-11-22')).toEqual(on('2026-11-20'))
    expect(on('2026-11-23').at(-2)).toEqual({ day: '2026-11-20', value: 20 })
    expect(standingValues([], 'cot_es_noncommercial_net', { day: tradingDay('2026-11-20') })).toEqual([])
  })
})

describe('own percentile', () => {
  it('a percentile needs half a year and looks back a year', () => {
    expect(ownPercentile(points(Array(125).fill(1)))).toMatchObject({ have: 125, need: 126 })
    const rising = Array.from({ length: 300 }, (_, index) => index)
    expect(ownPercentile(points(rising))).toBe(100)
    expect(ownPercentile(points([...Array(60).fill(-5), ...rising.slice(0, 251), -1]))).toBeCloseTo(100 / 252)
  })
})

it('combined series have the days that both have', () => {
  const left = points([1, 2, 3])
  expect(combineDays(left, left.slice(1), (a, b) => a / b).map(({ value }) => value)).toEqual([1, 1])
})

it.each([
  [1, 'favorable'],
  [0.8, 'favorable'],
  [0.79, 'leaning'],
  [0.4, 'neutral'],
  [0.2, 'caution'],
  [0, 'adverse'],
])('a fraction of %d has the level %s', (fraction, level) => expect(levelOf(fraction)).toBe(level))

const WEEKLY: readonly SeriesId[] = [
  ...(['dtwexbgs', 'wti', 'aaii_bullish', 'aaii_neutral', 'aaii_bearish'] as const),
  ...(['cot_es_noncommercial_net', 'cot_es_commercial_net', 'cot_es_open_interest'] as const),
]

describe('freshness', () => {
  const on = tradingDay('2026-11-20')
  const at = (time: string, more = 0) =>
    freshness('hy_oas', tradingDay('2026-11-18'), {
      cutoff: new Date(instantAt(on, time).getTime() + more),
      day: on,
    })

  it('a value is late once its successor has been public for 75 minutes, and not before', () => {
    expect(at('11:45', -1)).toEqual({ late: false, tooOld: null })
    expect(at('11:45')).toEqual({ late: true, tooOld: null })
  })

  it('a value may be three sessions late, a weekly one ten, and is too old after that', () => {
    const inputs = { cutoff: instantAt(on, '21:30'), day: on }
    expect(freshness('vix_close', tradingDay('2026-11-17'), inputs)).toEqual({ late: true, tooOld: null })
    expect(freshness('vix_close', tradingDay('2026-11-16'), inputs)).toEqual({
      late: true,
      tooOld:
        'the newest vix_close is for 2026-11-16, 4 sessions before the newest published value (at most 3 are accepted)',
    })
    expect(freshness('aaii_bullish', tradingDay('2026-11-05'), inputs).tooOld).toBeNull()
    expect(freshness('aaii_bullish', tradingDay('2026-11-04'), inputs).tooOld).toContain('11 sessions before')
  })

  it.each(SERIES.map((series) => [series, WEEKLY.includes(series) ? 10 : 3] as const))(
    '%s may be %i sessions late',
    (series, most) => {
      const inputs = { cutoff: instantAt(on, '21:30'), day: on }
      const due = newestPublished(series, inputs.cutoff, on, 75 * 60_000)
      expect(freshness(series, addSessions(due, -most).day, inputs)).toEqual({ late: true, tooOld: null })
      expect(freshness(series, addSessions(due, -most - 1).day, inputs).tooOld).toContain(
        `${most + 1} sessions before the newest published value (at most ${most} are accepted)`,
      )
    },
  )
})

describe('the rank after a change', () => {
  it('equals the percentile of the changed series, ties included', () => {
    const values = Array.from({ length: 300 }, (_, at) => at % 7)
    for (const shift of [-3, -1, 0, 1, 0.5, 10]) {
      const changed = values.map((value, at) => (at === values.length - 1 ? value + shift : value))
      expect(rankIf(points(values), shift)).toBe(ownPercentile(points(changed)))
    }
  })
})
