import { afterAll, beforeAll, expect, test } from 'vitest'
import { loggedEvents } from '../../harness/log-events.ts'
import { publishedAt } from '../../pipeline/sources/publication-lag.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { saveObservations } from '../../shared/postgres/market/observations.ts'
import { openPool, type Pool } from '../../shared/postgres/server/db.ts'
import { readSnapshot } from '../../shared/postgres/signals/snapshots.ts'
import { nextSession, sessionsBetween } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay } from '../../shared/time/trading-day.ts'
import { CALM_QUOTES, cycleWorld, FIRST, HISTORY_FROM, idOf, PANIC_QUOTES } from './support/cycle-world.ts'

/** Three pillars are enough for a regime. */
const world = cycleWorld({ pct_above_50dma: [65, 6, 'breadth'] })
const { stages, readyCycle, computeCycle, cycle } = world

let other: Pool
beforeAll(() => {
  other = openPool(world.url, { max: 2, name: 'test-reader' })
})
afterAll(() => other.end({ timeout: 0 }))

/** Read on another connection, as followers do. */
const logged = () => loggedEvents(other, { after: 0, before: null, kinds: [], limit: 1_000 })
const told = async () =>
  (await logged()).map(({ kind, subject, at, data }) => {
    const what = kind === 'alert' ? data.type : `${data.from} > ${data.to}`
    return `${eastern(new Date(at)).time.slice(0, 5)} ${subject} ${what}`
  })

test('a day that turns is logged with each change once, in order, with cycle and cause', async () => {
  await cycle(FIRST, '10:00', CALM_QUOTES)
  expect((await told()).filter((line) => !line.includes('fired'))).toEqual([])
  await cycle(FIRST, '10:15', CALM_QUOTES)
  await cycle(FIRST, '10:30', { ...CALM_QUOTES, VIX: 26 })
  await cycle(FIRST, '10:45', { ...CALM_QUOTES, VIX: 26 })
  const all = await logged()
  const changes = await told()
  expect(changes).toEqual(expect.arrayContaining(['10:30 regime_now RISK-ON > TRANSITIONAL']))
  expect(changes).toEqual(expect.arrayContaining(['10:30 vix leaning > adverse', '10:30 VIX_SPIKE fired']))
  expect(changes.filter((line) => line.startsWith('10:45'))).toEqual([])
  expect(all.map(({ id }) => id)).toEqual([...all.map(({ id }) => id)].sort((a, b) => a - b))
  const level = all.find(({ subject }) => subject === 'vix')!
  expect(level).toMatchObject({
    kind: 'transition',
    severity: 'warning',
    title: 'VIX went from leaning to adverse.',
    cycle_id: idOf(FIRST, '10:30'),
    origin: 'scheduled',
    data: { direction: 'worse', since: '2026-11-16T10:00:00-05:00' },
  })
  expect(level.data.cause).toMatch(/^Stressed volatility: VIX 26\.00 \(\d+th percentile .*quoted 2026-11-16 10:15 ET\)/)
  const fired = all.find(({ subject }) => subject === 'VIX_SPIKE')!
  expect(fired).toMatchObject({ kind: 'alert', cycle_id: idOf(FIRST, '10:30'), data: { type: 'fired' } })
})

test('an alert that fires clears, and a gap in the data is not a change of level', async () => {
  await cycle(FIRST, '10:00', CALM_QUOTES)
  await cycle(FIRST, '10:15', PANIC_QUOTES)
  await cycle(FIRST, '10:30', null)
  await cycle(FIRST, '10:45', CALM_QUOTES)
  const lines = await told()
  expect(lines.filter((line) => line.includes('VIX_PANIC'))).toEqual([
    '10:15 VIX_PANIC fired',
    '10:45 VIX_PANIC cleared',
  ])
  expect(lines.filter((line) => line.startsWith('10:30 vix '))).toEqual([])
  expect(lines.filter((line) => line.includes(' vix '))).toEqual([
    '10:15 vix leaning > adverse',
    '10:45 vix adverse > leaning',
  ])
  const cleared = (await logged()).find(({ data }) => data.type === 'cleared')!
  expect(cleared.severity).toBe('info')
  expect(cleared.title).toMatch(/^[A-Z_]+ cleared: /)
})

test('a second delivery, two workers and a re-run log nothing twice', async () => {
  await cycle(FIRST, '10:00', CALM_QUOTES)
  const ready = await readyCycle(FIRST, '10:15', PANIC_QUOTES)
  await Promise.all([stages().signals(ready), stages().signals(ready), stages().signals(ready, true)])
  const { payload, occurredAt } = ready
  const { cycleId } = payload
  const message = { id: `signals:${cycleId}#1`, type: 'signals.computed' as const, occurredAt, cycleId, payload }
  await Promise.all([stages().alerts(message), stages().alerts(message, true), stages().report(message)])
  const before = await told()
  expect(before.filter((line) => line.startsWith('10:15 regime_now '))).toHaveLength(1)
  expect(new Set(before).size).toBe(before.length)
  await cycle(FIRST, '10:15', PANIC_QUOTES, { run: 2 })
  await stages().signals(ready, true)
  expect(await told()).toEqual(before)
})

test('two simultaneous cycles are compared one after the other, whichever comes first', async () => {
  await cycle(FIRST, '10:00', CALM_QUOTES)
  const ready = [await readyCycle(FIRST, '10:15', PANIC_QUOTES), await readyCycle(FIRST, '10:30', PANIC_QUOTES)]
  await Promise.all(ready.map((message) => stages().signals(message)))
  const regimes = (await told()).filter((line) => line.includes(' regime_now '))
  expect(regimes).toHaveLength(1)
  expect(regimes[0]).toMatch(/^10:(15|30) regime_now RISK-ON > RISK-OFF$/)
})

test('an older cycle after a newer one and a back-filled one log nothing', async () => {
  await cycle(FIRST, '10:00', CALM_QUOTES)
  const older = await readyCycle(FIRST, '10:15', PANIC_QUOTES)
  await cycle(FIRST, '10:30', CALM_QUOTES)
  const before = await told()
  await stages().signals(older)
  await cycle(FIRST, '10:45', PANIC_QUOTES, { origin: 'backfill' })
  expect(await told()).toEqual(before)
  // The next live cycle logs what the back-fill skipped, compared with the last one that counted.
  await computeCycle(FIRST, '11:00', PANIC_QUOTES)
  expect(await told()).toContain('11:00 regime_now RISK-ON > RISK-OFF')
})

test('closes that are complete in the evening log the regime then, and the next cycle does not log it again', async () => {
  const evening = instantAt(FIRST, '20:00')
  await cycle(FIRST, '16:00', PANIC_QUOTES)
  const late = await readyCycle(FIRST, '16:15', PANIC_QUOTES)
  const close = (series: SeriesId, value: number, source: string) =>
    ({ series, day: FIRST, value, source, origin: 'scheduled', knownAt: instantAt(FIRST, '16:45') }) as const
  await saveObservations(world.sql, [close('vix_close', 60, 'market'), close('pct_above_50dma', 10, 'breadth')])
  const payload = { day: FIRST, state: 'final', cutoff: evening.toISOString(), run: 1, origin: 'scheduled' } as const
  const due = { id: `day:${FIRST}#1`, type: 'day.due', occurredAt: evening, cycleId: null, payload } as const
  await stages().signals(due)
  await stages().signals({ ...due, id: `day:${FIRST}#2`, payload: { ...payload, run: 2 } })
  const regimes = async () => (await told()).filter((line) => line.includes(' regime '))
  const inTheEvening = ['20:00 regime RISK-ON > PANIC']
  expect(await regimes()).toEqual(inTheEvening)
  const event = (await logged()).find(({ subject }) => subject === 'regime')!
  expect(event).toMatchObject({ severity: 'critical', cycle_id: null, data: { since: '2026-11-16T16:00:00-05:00' } })
  expect(event.data.cause).toMatch(/^PANIC since 2026-11-16\. /)
  await stages().signals(late)
  await cycle(nextSession(FIRST).day, '09:45', PANIC_QUOTES)
  expect(await regimes()).toEqual(inTheEvening)
})

/** Half a year of sessions is enough for the chain's own gamma to be read in place of the vendor's. */
const OWN_SESSIONS = 126

const saveGamma = (series: 'gex_own' | 'gex_vendor', days: readonly TradingDay[], valueAt: (at: number) => number) =>
  saveObservations(
    world.sql,
    days.map((day, at) => {
      const known = { knownAt: publishedAt(series, day), source: 'options', origin: 'scheduled' as const }
      return { series, day, value: valueAt(at), ...known }
    }),
  )
const changesOfGamma = async () => (await told()).filter((line) => line.includes(' gex '))

test('a re-run that reads another series of gamma logs no change, and a later change of that series is logged', async () => {
  const past = sessionsBetween(HISTORY_FROM, addDays(FIRST, -1))
  const own = past.slice(-OWN_SESSIONS)
  await saveGamma('gex_vendor', past, (at) => 1e9 + at * 1e6)
  await saveGamma('gex_own', own.slice(0, -1), (at) => 9e9 - at * 1e6)
  const readAt = async (time: string, run: number) => {
    const snapshot = await readSnapshot(world.sql, idOf(FIRST, time), run)
    const series = snapshot?.score_components.find(({ key }) => key === 'gex')?.inputs[0]?.series
    return [series, snapshot?.signal_levels.gex?.level]
  }

  await cycle(FIRST, '10:00', CALM_QUOTES)
  expect(await readAt('10:00', 1)).toEqual(['gex_vendor', 'favorable'])
  await saveGamma('gex_own', own.slice(-1), () => 1e9)
  await cycle(FIRST, '10:00', CALM_QUOTES, { run: 2 })
  expect(await readAt('10:00', 2)).toEqual(['gex_own', 'adverse'])
  await cycle(FIRST, '10:15', CALM_QUOTES)
  expect(await readAt('10:15', 1)).toEqual(['gex_own', 'adverse'])
  expect(await changesOfGamma()).toEqual([])

  await saveGamma('gex_own', [FIRST], () => 9.5e9)
  await cycle(nextSession(FIRST).day, '10:00', CALM_QUOTES)
  expect(await changesOfGamma()).toEqual(['10:00 gex adverse > favorable'])
  const change = (await logged()).find(({ subject }) => subject === 'gex')!
  expect(change.data).toMatchObject({ since: '2026-11-16T10:00:00-05:00' })
})

test('a change from what only a re-run has read to the next cycle is logged once', async () => {
  const past = sessionsBetween(HISTORY_FROM, addDays(FIRST, -1))
  await saveGamma('gex_vendor', past, (at) => 1e9 + at * 1e6)
  const own = past.slice(-OWN_SESSIONS)
  await saveGamma('gex_own', own.slice(0, -1), (at) => 9e9 - at * 1e6)
  await cycle(FIRST, '10:00', CALM_QUOTES)
  await saveGamma('gex_own', own.slice(-1), () => 1e9)
  await cycle(FIRST, '10:00', CALM_QUOTES, { run: 2 })
  expect(await changesOfGamma()).toEqual([])
  const next = nextSession(FIRST).day
  await saveGamma('gex_own', [FIRST], () => 9.5e9)
  await cycle(next, '10:00', CALM_QUOTES)
  await cycle(next, '10:00', CALM_QUOTES, { run: 2 })
  expect(await changesOfGamma()).toEqual(['10:00 gex adverse > favorable'])
})
