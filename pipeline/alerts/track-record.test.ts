import { expect, test } from 'vitest'
import { marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { ALERT_IDS, type AlertId } from '../../shared/domain/contract/alert.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { easternExact, instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { SeriesPoint } from '../inputs/market-inputs.ts'
import { TRACK_RECORD_SESSIONS, trackRecord } from './track-record.ts'

const DATE = '2026-11-20'
const DAY = tradingDay(DATE)
const inputs = marketInputs(DATE, '20:00')

test('counts episodes by the live rules next to the base rate, and gives no rate for a few', () => {
  const vix = inputs.series.vix_close!.map((point, at) => ({ ...point, value: at % 40 > 37 ? 35 : 14 }))
  const record = trackRecord({ ...inputs, series: { ...inputs.series, vix_close: vix } }, [])
  const of = (id: AlertId) => record.alerts.find(({ alert_id }) => alert_id === id)!
  expect(record.alerts.map(({ alert_id }) => alert_id)).toEqual([...ALERT_IDS])
  expect(of('VIX_PANIC')).toMatchObject({ status: 'ready', median_sessions: 2, reason: null })
  expect(of('VIX_PANIC').n).toBe(Math.floor((vix.length + 1) / 40))
  for (const { n, base_n, rate_up, base_rate_up, ...each } of of('VIX_PANIC').outcomes) {
    expect(base_n).toBeGreaterThan(n)
    expect(rate_up).not.toBeNull()
    // Episodes are 40 sessions apart, so no two horizons overlap.
    expect(each.effective_n).toBe(n)
    expect(each.rate_up_low).toBeLessThan(rate_up!)
    expect(each.rate_up_high).toBeGreaterThan(rate_up!)
    expect(each.rate_up_high! - each.rate_up_low!).toBeGreaterThan(0.2)
    expect(base_rate_up).not.toBeNull()
  }
  expect(of('SOURCE_OUTAGE')).toMatchObject({ status: 'insufficient_data', n: 0, median_sessions: null })
  expect(of('BREADTH_COLLAPSE')).toMatchObject({
    status: 'insufficient_data',
    reason: 'a rate needs 10 past episodes, and 0 are known',
  })
  expect(of('BREADTH_COLLAPSE').outcomes[0]).toMatchObject({
    n: 0,
    median_return: null,
    rate_up: null,
    effective_n: 0,
    rate_up_low: null,
  })
})

test('each kind has its own period, shared by its episodes and its base rate', () => {
  const days = inputs.series.spy_close!.map(({ day }) => day)
  const regimes = days.slice(-50).map((day, at) => ({ day, regime: at % 5 < 3 ? ('CAUTIOUS' as const) : null }))
  const record = trackRecord(inputs, regimes)
  const of = (id: AlertId) => record.alerts.find(({ alert_id }) => alert_id === id)!
  expect(of('REGIME_CHANGE')).toMatchObject({ from: days.at(-50), sessions: 50 })
  expect(of('REGIME_CHANGE').outcomes.map(({ base_n }) => base_n)).toEqual([45, 40, 30])
  expect(of('VIX_PANIC')).toMatchObject({ from: record.from, sessions: record.sessions })
  expect(of('VIX_PANIC').outcomes[0]).toMatchObject({ base_n: record.sessions - 5 })
  expect(of('SOURCE_OUTAGE')).toMatchObject({ from: null, sessions: 0 })
  expect(of('SOURCE_OUTAGE').outcomes[0]).toMatchObject({ base_n: 0, base_rate_up: null })
})

/** A market of some sessions whose closes and levels of VIX are given by their number. */
function market(count: number, { close, vix }: { close: (at: number) => number; vix: (at: number) => number }) {
  const all = sessionsBetween(tradingDay('2010-01-04'), DAY)
  const days = all.slice(all.length - count)
  const points = (valueAt: (at: number) => number, source: string): SeriesPoint[] =>
    days.map((day, at) => ({ day, value: valueAt(at), knownAt: instantAt(day, '16:20'), source }))
  const series = { spy_close: points(close, 'market'), vix_close: points(vix, 'market') }
  return { days, record: trackRecord({ cutoff: instantAt(DAY, '20:00'), day: DAY, series }, []) }
}
const recordOf = (record: ReturnType<typeof trackRecord>, id: AlertId) =>
  record.alerts.find(({ alert_id }) => alert_id === id)!

test('outcomes begin at the close of the session that fired, by hand', () => {
  // VIX panics in the last 2 of 20 sessions. SPY rises by 1 % of its first close over the 5 sessions after each fire.
  const isPanic = (at: number) => at % 20 >= 18
  const close = (at: number) => 100 + (at % 20 >= 18 || at % 20 <= 2 ? 0 : 1) + Math.floor((at + 2) / 20) / 100
  const { days, record } = market(600, { close, vix: (at) => (isPanic(at) ? 40 : 14) })
  const panic = recordOf(record, 'VIX_PANIC')
  expect(record).toMatchObject({
    from: days[0],
    to: DAY,
    sessions: 600,
    episodes_min: 10,
    as_of: easternExact(instantAt(DAY, '20:00')),
  })
  expect(record.reason).toBeUndefined()
  expect(panic.median_sessions).toBe(2)
  const fired = days.flatMap((day, at) => (day >= panic.from! && at % 20 === 18 ? [at] : []))
  expect(panic.n).toBe(fired.length)
  expect(panic.outcomes).toHaveLength(3)
  for (const { sessions, n, median_return, rate_up, base_n, base_rate_up } of panic.outcomes) {
    const known = fired.filter((at) => at + sessions < 600)
    const change = (at: number) => 100 * (close(at + sessions) / close(at) - 1)
    const changes = known.map(change).toSorted((a, b) => a - b)
    const middle = (changes[Math.floor((changes.length - 1) / 2)]! + changes[Math.ceil((changes.length - 1) / 2)]!) / 2
    expect([sessions, n, median_return]).toEqual([sessions, known.length, Math.round(1_000 * middle) / 1_000])
    expect(rate_up).toBe(Math.round((1_000 * changes.filter((each) => each > 0).length) / changes.length) / 1_000)
    const every = days.flatMap((day, at) => (day >= panic.from! && at + sessions < 600 ? [change(at)] : []))
    expect([base_n, base_rate_up]).toEqual([
      every.length,
      Math.round((1_000 * every.filter((each) => each > 0).length) / every.length) / 1_000,
    ])
  }
})

test('nine episodes have no rate, and ten have one', () => {
  // A panic of one session in 20, the last one long ago.
  const episodes = (count: number) =>
    recordOf(
      market(600, { close: () => 100, vix: (at) => (at % 20 === 10 && at >= 580 - 20 * count && at < 580 ? 40 : 14) })
        .record,
      'VIX_PANIC',
    )
  expect(episodes(9)).toMatchObject({ n: 9, status: 'insufficient_data', median_sessions: null })
  expect(episodes(9).outcomes[0]).toMatchObject({ n: 9, rate_up: null, median_return: null, rate_up_low: null })
  expect(episodes(9).reason).toBe('a rate needs 10 past episodes, and 9 are known')
  expect(episodes(1).reason).toBe('a rate needs 10 past episodes, and 1 is known')
  expect(episodes(10)).toMatchObject({ n: 10, status: 'ready', median_sessions: 1, reason: null })
  expect(episodes(10).outcomes[0]).toMatchObject({ n: 10, rate_up: 0, median_return: 0, rate_up_low: 0 })
})

test('covers ten years, and states if no close of SPY is known', () => {
  expect(TRACK_RECORD_SESSIONS).toBe(2_520)
  const { days, record } = market(2_600, { close: () => 100, vix: () => 14 })
  expect(record).toMatchObject({ from: days.at(-2_521), sessions: 2_521 })
  const { record: none } = market(0, { close: () => 100, vix: () => 14 })
  expect(none).toMatchObject({ from: null, to: null, sessions: 0, reason: 'no close of SPY is known yet' })
  const { record: one } = market(1, { close: () => 100, vix: () => 14 })
  expect([one.from, one.to, one.reason]).toEqual([DAY, DAY, undefined])
  expect(recordOf(one, 'VIX_PANIC').outcomes.map(({ base_n }) => base_n)).toEqual([0, 0, 0])
})
