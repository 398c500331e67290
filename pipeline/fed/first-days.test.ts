import { describe, expect, it } from 'vitest'
import { calmSeries, marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import type { SeriesPoint } from '../inputs/market-inputs.ts'
import { fedWatch } from './fed-watch.ts'
import { type RatePathInputs, ratePath } from './rate-path.ts'

const DAY = tradingDay('2023-11-01')
const KNOWN = new Date('2023-11-01T14:00:00Z')
/** Half a basis point above 5.33 in November alone would be a rate of 5.48 before the meeting of its first day. */
const AVERAGES = { '2023-11': 5.335, '2023-12': 5.33, '2024-01': 5.33, '2024-02': 5.33 }
const futures = Object.entries(AVERAGES).map(([month, average]) => ({ month, price: 100 - average, knownAt: KNOWN }))

function november(meeting: string, more: Partial<RatePathInputs> = {}) {
  const meetings = [meeting, '2023-12-13', '2024-01-31'].map((day) => tradingDay(day))
  const shared = { futures, effective: null, meetings, lastMonth: '2024-02', today: DAY }
  return ratePath({ ...shared, isAhead: (day) => day >= DAY, usual: 5.33, ...more }).meetings[0]!
}

describe('a current month with few days before its meeting', () => {
  it('starts at the usual effective rate, and not where half a basis point of its average puts it', () => {
    expect(november('2023-11-01')).toMatchObject({ before: 5.33, after: expect.closeTo(5.33, 9), status: 'anchored' })
    expect(november('2023-11-01', { usual: null }).before).toBeCloseTo(5.48, 9)
  })
  it('starts where its average puts it from seven such days on', () => {
    expect(november('2023-11-06').before).toBe(5.33)
    expect(november('2023-11-07').before).toBeCloseTo((30 * 5.335 - 23 * 5.33) / 7, 9)
  })
  it('starts where its average puts it after a decision of this month and while two are ahead', () => {
    const effective = { day: tradingDay('2023-11-03'), value: 5.08 }
    const [today, isAhead] = [tradingDay('2023-11-03'), (day: TradingDay) => day >= tradingDay('2023-11-03')]
    const meetings = ['2023-11-02', '2023-11-05', '2023-12-13'].map((day) => tradingDay(day))
    expect(november('2023-11-05', { meetings, effective, today, isAhead }).before).toBe(5.08)
    expect(
      ratePath({
        futures,
        effective: null,
        lastMonth: '2024-02',
        usual: 5.33,
        meetings,
        isAhead: () => true,
        today: DAY,
      }).meetings,
    ).toEqual([])
  })
})

it('the document takes the median of the rates since the last decision, so that a dip at the end of a month is no odds', () => {
  const base = marketInputs('2023-11-01', '10:00')
  const target = (id: SeriesId, value: number) => [id, calmSeries(id, base.cutoff, [value, 0])] as const
  const rate = (day: string, value: number): SeriesPoint => {
    const knownAt = instantAt(tradingDay(day), '18:00')
    return { day: tradingDay(day), value, knownAt, source: 'fred' }
  }
  const dff = ['2023-10-26', '2023-10-27', '2023-10-28', '2023-10-29', '2023-10-30'].map((day) => rate(day, 5.33))
  const series = Object.fromEntries([target('fed_target_upper', 5.5), target('fed_target_lower', 5.25)])
  const odds = (rates: SeriesPoint[]) =>
    fedWatch({ ...base, series: { ...series, dff: rates }, fedFutures: futures }, { cycleId: 'any' })
  const dipped = odds([...dff, rate('2023-10-31', 5.23)])
  expect(dipped.meetings[0]).toMatchObject({ meeting: '2023-11-01', rate_before: 5.33, rate_after: 5.33 })
  expect(dipped).toMatchObject({ hold: 1, cut: 0, hike: 0, current_rate: { value: 5.23 } })
  // The rates up to the day of the decision in September are of another range.
  const before = ['2023-09-18', '2023-09-19', '2023-09-20'].map((day) => rate(day, 5.08))
  expect(odds([...before, rate('2023-10-31', 5.33)]).meetings[0]!.rate_before).toBe(5.33)
})
