import { expect, test } from 'vitest'
import { publishedAt } from '../../pipeline/sources/publication-lag.ts'
import { saveObservations } from '../../shared/postgres/market/observations.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { alertWorld } from './support/alert-world.ts'
import { CALM_QUOTES, FIRST, HISTORY_FROM, idOf, PANIC_QUOTES } from './support/cycle-world.ts'

const { sql, stages, computeCycle, cycle, rowsOf, missingOf, soundly } = alertWorld()

/** Breadth at eight percent for a month, and a regime that moved once. */
async function historyArrives(): Promise<void> {
  const days = sessionsBetween(HISTORY_FROM, addDays(FIRST, -1))
  const value = (at: number) => (at > days.length - 60 && at < days.length - 40 ? 8 : 60 + Math.sin(at))
  await saveObservations(
    sql(),
    days.map((day, at) => ({
      series: 'pct_above_50dma' as const,
      day,
      value: value(at),
      knownAt: publishedAt('pct_above_50dma', day),
      source: 'breadth',
      origin: 'imported' as const,
    })),
  )
  for (const [at, day] of days.slice(-30).entries()) {
    const regime = at < 10 ? 'RISK-ON' : 'CAUTIOUS'
    await sql()`
      insert into signals_daily (trade_date, state, as_of, rules_version, regime, regime_reason, live_points, points,
        origin, run)
      values (${day}, 'final', ${instantAt(day, '20:00')}, 'test', ${regime}, '', 0, '{}', 'backfill', 1)`
  }
}
const historyFilled = (copy = 1) =>
  stages().alerts({
    id: `backfill:history-filled#${copy}`,
    type: 'history.filled',
    occurredAt: instantAt(FIRST, '10:05'),
    cycleId: null,
    payload: {},
  })
const stateOf = async (time: string, run: number) => {
  const [row] = await sql()<{ state: string; held: { alert_id: string }[] }[]>`
    select e.state, e.held from alert_evaluations as e where e.cycle_id = ${idOf(FIRST, time)} and e.run = ${run}`
  return row!
}
const episodes = async () => [
  ...(await sql()`
    select a.alert_id as id, a.episode, a.origin, a.state from alerts as a order by a.alert_id, a.fired_at`),
]

test('past alerts are judged again, and the recomputed newest cycle counts', async () => {
  await cycle(FIRST, '10:00', CALM_QUOTES, { origin: 'backfill' })
  expect(await missingOf('BREADTH_COLLAPSE')).toMatch(/^no value of pct_above_50dma is known yet/)
  await historyArrives()
  expect(await historyFilled()).toMatchObject({ outcome: 'done' })
  expect(await rowsOf('BREADTH_COLLAPSE')).toMatchObject([{ fired: expect.any(Date), cleared: expect.any(Date) }])
  expect(await rowsOf('REGIME_CHANGE')).toMatchObject([{ fired: expect.any(Date), cleared: expect.any(Date) }])
  await soundly()
  await stages().alerts(await computeCycle(FIRST, '10:00', CALM_QUOTES, { run: 2, origin: 'backfill' }))
  const { state, held } = await stateOf('10:00', 2)
  expect(state).toBe('applied')
  expect(held.map(({ alert_id }) => alert_id)).not.toContain('BREADTH_COLLAPSE')
  expect(await missingOf('BREADTH_COLLAPSE')).toBeNull()
  const before = await episodes()
  expect(before.every(({ origin }) => origin === 'backfill')).toBe(true)
  await cycle(FIRST, '10:15', CALM_QUOTES)
  expect(await episodes()).toEqual(before)
  await soundly()
})

test('alerts that fired live stay, and nothing fires twice', async () => {
  await cycle(FIRST, '10:00', CALM_QUOTES, { origin: 'backfill' })
  await cycle(FIRST, '10:15', PANIC_QUOTES)
  const panic = await sql()`select a.* from alerts as a where a.origin = 'scheduled' order by a.id`
  expect(panic.map(({ alert_id }) => alert_id)).toContain('VIX_PANIC')
  // The panic of a year ago was over before live alerts began; the one from a late file is still active.
  const spike = (day: TradingDay, value: number) => ({
    series: 'vix_close' as const,
    day,
    value,
    knownAt: publishedAt('vix_close', day),
    source: 'market',
    origin: 'imported' as const,
  })
  await saveObservations(sql(), [
    spike(tradingDay('2026-03-11'), 44),
    spike(tradingDay('2026-11-12'), 41),
    spike(tradingDay('2026-11-13'), 42),
  ])
  await historyArrives()
  expect(await historyFilled()).toMatchObject({ outcome: 'done' })
  expect(await sql()`select a.* from alerts as a where a.origin = 'scheduled' order by a.id`).toEqual(panic)
  expect(await rowsOf('VIX_PANIC')).toEqual([
    { fired: instantAt(tradingDay('2026-03-11'), '20:00'), cleared: instantAt(tradingDay('2026-03-12'), '20:00') },
    { fired: instantAt(FIRST, '10:15'), cleared: null },
  ])
  for (const [time, origin] of [
    ['10:00', 'backfill'],
    ['10:15', 'scheduled'],
  ] as const)
    await stages().alerts(await computeCycle(FIRST, time, null, { run: 2, origin }))
  await cycle(FIRST, '10:30', PANIC_QUOTES)
  expect(await rowsOf('VIX_PANIC')).toHaveLength(2)
  expect(await rowsOf('BREADTH_COLLAPSE')).toHaveLength(1)
  await soundly()
})

test('a second delivery changes nothing, and an evaluation at the same moment waits', async () => {
  await cycle(FIRST, '10:00', CALM_QUOTES, { origin: 'backfill' })
  await historyArrives()
  const rerun = await computeCycle(FIRST, '10:00', CALM_QUOTES, { run: 2, origin: 'backfill' })
  const outcomes = await Promise.all([historyFilled(), historyFilled(), historyFilled(2), stages().report(rerun)])
  expect(outcomes.filter(({ outcome }) => outcome === 'retry' || outcome === 'dead')).toEqual([])
  const keys = (await episodes()).map(({ episode }) => episode)
  expect(new Set(keys).size).toBe(keys.length)
  expect(await rowsOf('BREADTH_COLLAPSE')).toHaveLength(1)
  await soundly()
})

test('nothing is rebuilt without a snapshot', async () => {
  expect(await historyFilled()).toMatchObject({ outcome: 'done' })
  expect(await episodes()).toEqual([])
})
