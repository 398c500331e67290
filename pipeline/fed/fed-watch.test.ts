import { describe, expect, it } from 'vitest'
import { calmSeries, marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { FedWatch } from '../../shared/domain/contract/fed-watch.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { addDays } from '../../shared/time/trading-day.ts'
import type { FedFuture, MarketInputs } from '../inputs/market-inputs.ts'
import { fedWatch as compute } from './fed-watch.ts'

const RATES: Partial<Record<SeriesId, [number, number]>> = {
  dff: [3.88, 0],
  fed_target_upper: [4, 0],
  fed_target_lower: [3.75, 0],
}
const base = marketInputs('2026-11-20', '10:00')
const knownAt = new Date(base.cutoff.getTime() - 3_600_000)
const futures: FedFuture[] = [
  { month: '2026-12', price: 95.85, knownAt },
  { month: '2026-11', price: 95.995, knownAt },
  { month: '2027-01', price: 95.79, knownAt },
  { month: '2027-02', price: 95.75, knownAt },
]
function inputs(changes: Partial<MarketInputs> = {}): MarketInputs {
  const rates = Object.entries(RATES).map(([id, shape]) => [id, calmSeries(id as SeriesId, base.cutoff, shape)])
  return { ...base, series: { ...base.series, ...Object.fromEntries(rates) }, fedFutures: futures, ...changes }
}

const fedWatch = (of: MarketInputs) => compute(of, { cycleId: '2026-11-20T10:00' })

describe('fed watch', () => {
  it('the document has the odds of the next meeting and of every later one', () => {
    const document = FedWatch.parse(fedWatch(inputs()))
    expect(document).toMatchObject({
      status: 'ready',
      reason: null,
      next_meeting: '2026-12-09',
      target_range: { lower: 3.75, upper: 4 },
      current_rate: { series: 'dff', value: 3.88 },
      path_ends: 'no contract of 2027-03 is known',
    })
    expect(document.meetings.map(({ meeting }) => meeting)).toEqual(['2026-12-09', '2027-01-27'])
    expect(document.meetings[0]).toMatchObject({ rate_before: 4.005, rate_after: 4.2040741, change_bp: 19.9074 })
    const { hold, cut, hike } = document
    expect([hold, cut, hike]).toEqual([0.2037, 0, 0.7963])
    expect(document.futures.map(({ month }) => month)).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
  })
  it.each([
    ['2026-12-09', '13:45', null],
    ['2026-12-09', '14:00', '2026-12-09'],
    ['2026-12-10', '09:30', '2026-12-09'],
  ])('on %s at %s the decision that the known range lacks is %s', (day, time, decided) => {
    const at = marketInputs(day, time)
    const bounds = ['fed_target_upper', 'fed_target_lower'] as const
    const series = bounds.map((id) => [id, calmSeries(id, marketInputs('2026-12-09', '10:00').cutoff, RATES[id]!)])
    const known = { ...inputs(), ...at, series: { ...at.series, ...Object.fromEntries(series) } }
    expect(fedWatch(known)).toMatchObject({ range_lacks_decision: decided })
  })
  it('without futures the document has the rates and why there are no odds', () => {
    const document = FedWatch.parse(fedWatch(inputs({ fedFutures: [] })))
    expect(document).toMatchObject({
      status: 'not_ready',
      reason: 'no fed-fund futures are known yet',
      next_meeting: '2026-12-09',
      target_range: { lower: 3.75 },
      hold: null,
      meetings: [],
    })
  })
  it('prices of last week do not count, and one stale contract ends the path', () => {
    const old = new Date(base.cutoff.getTime() - 9 * 86_400_000)
    expect(fedWatch(inputs({ fedFutures: futures.map((each) => ({ ...each, knownAt: old })) })).reason).toBe(
      `the newest fed-fund futures are from ${addDays(base.day, -9)}, at most 3 sessions are accepted`,
    )
    const one = futures.map((each) => (each.month === '2027-01' ? { ...each, knownAt: old } : each))
    expect(fedWatch(inputs({ fedFutures: one }))).toMatchObject({
      status: 'ready',
      path_ends: 'no contract of 2027-01 is known',
    })
  })
  it('a contract counts with a price of three sessions before, and not of four', () => {
    const aged = (day: string) => ({ ...futures[0]!, knownAt: new Date(`${day}T20:00:00Z`) })
    const known = (day: string) => fedWatch(inputs({ fedFutures: [aged(day)] })).futures.length
    expect([known('2026-11-17'), known('2026-11-16')]).toEqual([1, 0])
  })
  it('a month that is over counts no more, however new its price', () => {
    const past = { month: '2026-10', price: 96.1, knownAt }
    const document = fedWatch(inputs({ fedFutures: [past, ...futures] }))
    expect(document.futures.map(({ month }) => month)).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
    expect(document.futures[0]).toMatchObject({ price: 95.995, implied_rate: 4.005 })
  })
  it('the reason names the newest of the old prices, whichever month it is of', () => {
    const at = (day: string) => new Date(`${day}T20:00:00Z`)
    const days = ['2026-11-05', '2026-11-10', '2026-11-04']
    const old = days.map((day, month) => ({ ...futures[month]!, knownAt: at(day) }))
    expect(fedWatch(inputs({ fedFutures: old })).reason).toMatch(/^the newest fed-fund futures are from 2026-11-10,/)
  })
  it('without the contracts of the next meeting’s run there are no odds, and the reason is the path’s end', () => {
    expect(fedWatch(inputs({ fedFutures: [futures[3]!] }))).toMatchObject({
      status: 'not_ready',
      reason: 'no contract of 2026-12 is known',
      next_meeting: '2026-12-09',
    })
  })
  it('without a target range there are no odds', () => {
    const { series } = inputs()
    const none = fedWatch(inputs({ series: { ...series, fed_target_lower: [] } }))
    expect(none).toMatchObject({ status: 'not_ready', reason: 'the target range is not known', target_range: null })
  })
})
