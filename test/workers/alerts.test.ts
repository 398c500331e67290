import { describe, expect, test } from 'vitest'
import { alertEngine } from '../../pipeline/alerts/index.ts'
import { publishedAt } from '../../pipeline/sources/publication-lag.ts'
import { saveObservations } from '../../shared/postgres/market/observations.ts'
import { readModel } from '../../shared/postgres/signals/read-models.ts'
import { isSession, sessionsBetween } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { alertWorld } from './support/alert-world.ts'
import { CALM_QUOTES, FIRST, idOf, PANIC_QUOTES } from './support/cycle-world.ts'

const { sql, stages, computeCycle, cycle, rowsOf, missingOf, soundly } = alertWorld()

test('an alert fires once, holds between its lines and over a missing source, clears once, and fires again as a new episode', async () => {
  const at = (time: string) => instantAt(FIRST, time)
  await cycle(FIRST, '10:00', CALM_QUOTES)
  expect(await rowsOf('VIX_PANIC')).toEqual([])
  await cycle(FIRST, '10:15', { ...CALM_QUOTES, VIX: 29.9 })
  expect(await rowsOf('VIX_PANIC')).toEqual([])
  await cycle(FIRST, '10:30', PANIC_QUOTES)
  await cycle(FIRST, '10:45', PANIC_QUOTES)
  expect(await rowsOf('VIX_PANIC')).toEqual([{ fired: at('10:30'), cleared: null }])
  expect(await rowsOf('VIX_BACKWARDATION')).toEqual([{ fired: at('10:15'), cleared: null }])
  for (const time of ['11:00', '11:15', '11:30']) {
    await cycle(FIRST, time, null)
    expect(await missingOf('VIX_PANIC')).toBe('source market did not deliver: status 503')
  }
  expect(await rowsOf('VIX_PANIC')).toEqual([{ fired: at('10:30'), cleared: null }])
  // A source that is missing for two cycles is an alert of its own.
  expect(await rowsOf('SOURCE_OUTAGE')).toEqual([{ fired: at('11:15'), cleared: null }])
  await cycle(FIRST, '11:45', { ...CALM_QUOTES, VIX: 27 })
  expect(await missingOf('VIX_PANIC')).toBeNull()
  expect(await rowsOf('VIX_PANIC')).toEqual([{ fired: at('10:30'), cleared: null }])
  await cycle(FIRST, '12:00', { ...CALM_QUOTES, VIX: 24 })
  await cycle(FIRST, '12:15', { ...CALM_QUOTES, VIX: 28 })
  expect(await rowsOf('VIX_PANIC')).toEqual([{ fired: at('10:30'), cleared: at('12:00') }])
  expect(await rowsOf('SOURCE_OUTAGE')).toEqual([{ fired: at('11:15'), cleared: at('12:00') }])
  await cycle(FIRST, '12:30', PANIC_QUOTES)
  expect(await rowsOf('VIX_PANIC')).toEqual([
    { fired: at('10:30'), cleared: at('12:00') },
    { fired: at('12:30'), cleared: null },
  ])
  await soundly()
})

test('five workers, the report and redeliveries of the same snapshot make one evaluation and one row', async () => {
  await cycle(FIRST, '10:00', CALM_QUOTES)
  const message = await computeCycle(FIRST, '10:15', PANIC_QUOTES)
  const outcomes = await Promise.all([
    ...Array.from({ length: 5 }, (_, worker) => stages().alerts({ ...message, id: `test:worker-${worker}#1` })),
    stages().report(message),
    stages().alerts(message),
    stages().alerts(message, true),
  ])
  expect(outcomes.filter(({ outcome }) => outcome === 'retry' || outcome === 'dead')).toEqual([])
  expect(await rowsOf('VIX_PANIC')).toHaveLength(1)
  const evaluations = await sql()`
    select e.fired, e.state from alert_evaluations as e where e.cycle_id = ${idOf(FIRST, '10:15')}`
  expect([...evaluations]).toEqual([{ fired: expect.any(Number), state: 'applied' }])
  await soundly()
})

test('a constraint refuses a second active row of a kind', async () => {
  await cycle(FIRST, '10:00', PANIC_QUOTES)
  const copy = sql()`
    insert into alerts (alert_id, episode, severity, message, fired_at, evidence, origin)
    select a.alert_id, 'another', a.severity, a.message, a.fired_at, a.evidence, a.origin from alerts as a
    where a.alert_id = 'VIX_PANIC'`
  await expect(copy).rejects.toMatchObject({ code: '23505' })
})

test('an older cycle after a newer one, and a re-run, are stored as superseded and change nothing', async () => {
  await cycle(FIRST, '10:00', CALM_QUOTES)
  const older = await computeCycle(FIRST, '10:15', PANIC_QUOTES)
  await cycle(FIRST, '10:30', CALM_QUOTES)
  await stages().alerts(older)
  await stages().alerts(await computeCycle(FIRST, '10:30', CALM_QUOTES, { run: 2 }))
  expect(await rowsOf('VIX_PANIC')).toEqual([])
  const states = await sql()<{ key: string; state: string }[]>`
    select e.cycle_id || '#' || e.run as key, e.state from alert_evaluations as e order by key`
  expect(states.map(({ key, state }) => `${key.slice(11)} ${state}`)).toEqual([
    '10:00#1 applied',
    '10:15#1 superseded',
    '10:30#1 applied',
    '10:30#2 superseded',
  ])
})

test('a kind begins with past closes: a standing alert dates from its firing and is marked as back-filled', async () => {
  const inverted = sessionsBetween(tradingDay('2026-09-01'), addDays(FIRST, -4)).filter(isSession)
  const rows = inverted.map((day) => ({
    series: 't10y2y' as const,
    day,
    value: -0.3,
    knownAt: publishedAt('t10y2y', day),
    source: 'fred',
    origin: 'imported' as const,
  }))
  await saveObservations(sql(), rows)
  await cycle(FIRST, '10:00', CALM_QUOTES)
  const [row] = await sql()`
    select a.origin, a.fired_at as fired, a.state from alerts as a where a.alert_id = 'CURVE_INVERSION'`
  expect(row).toMatchObject({ origin: 'backfill', state: 'active' })
  expect(eastern(row!.fired as Date)).toMatchObject({ day: '2026-09-02', time: '20:00:00' })
  await cycle(FIRST, '10:15', CALM_QUOTES)
  expect(await rowsOf('CURVE_INVERSION')).toHaveLength(1)
})

describe('the report', () => {
  const reportOf = async (time: string) => {
    const [row] = await sql()<{ content: string }[]>`
      select r.content from reports as r where r.cycle_id = ${idOf(FIRST, time)}`
    return row!.content
  }

  test('has the alerts of its own snapshot, also when it runs before the alerts stage', async () => {
    const message = await computeCycle(FIRST, '10:00', PANIC_QUOTES)
    await stages().report(message)
    const content = await reportOf('10:00')
    expect(content).toContain('## Alerts')
    expect(content).toMatch(
      /- \*\*VIX_PANIC\*\* \(critical\), since 2026-11-16 10:00 ET; when it fired: VIX 36\.00, at or above 32\.06/,
    )
    expect(content).toMatch(/\d+ alert kinds lack an input/)
    await stages().alerts(message)
    expect(await rowsOf('VIX_PANIC')).toHaveLength(1)
  })

  test('is written with a note when the rules cannot be run in time', async () => {
    await cycle(FIRST, '10:00', PANIC_QUOTES)
    const message = await computeCycle(FIRST, '10:15', PANIC_QUOTES)
    const held = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    const holding = sql().begin(async (tx) => {
      await tx`lock table alert_state in exclusive mode`
      held.resolve()
      await over.promise
    })
    await held.promise
    expect(await stages().report(message)).toMatchObject({ outcome: 'done' })
    const content = await reportOf('10:15')
    expect(content).toMatch(
      /This snapshot has not been judged: the alert rules (did not finish in time|could not be run)/,
    )
    expect(content).toContain('**VIX_PANIC** (critical), since 2026-11-16 10:00 ET')
    over.resolve()
    await holding
    await stages().alerts(message)
    expect(await rowsOf('VIX_PANIC')).toHaveLength(1)
  })
})

test('the newest finished session updates the track record, an older one does not', async () => {
  const finished = async (day: TradingDay) => {
    const cutoff = instantAt(day, '20:00')
    const payload = { day, cutoff: cutoff.toISOString(), run: 1, origin: 'scheduled' } as const
    await stages().alerts({
      id: `signals:day/${day}#1`,
      type: 'day.computed',
      occurredAt: cutoff,
      cycleId: null,
      payload,
    })
    return await readModel(sql(), 'alerts/track-record')
  }
  expect(await finished(tradingDay('2026-11-12'))).toBeNull()
  const record = JSON.parse((await finished(tradingDay('2026-11-13')))!.body)
  expect(record.alerts).toHaveLength(alertEngine.ids.length)
  expect(record).toMatchObject({ from: '2025-01-02', to: '2026-11-13' })
})
