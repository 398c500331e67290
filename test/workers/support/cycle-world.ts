import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../harness/database.ts'
import { quietRelay } from '../../../harness/quiet-relay.ts'
import { publishedAt } from '../../../pipeline/sources/publication-lag.ts'
import { handleDelivery } from '../../../shared/broker/handle-delivery.ts'
import type { NewMessage } from '../../../shared/broker/new-message.ts'
import { toEnvelope } from '../../../shared/broker/new-message.ts'
import type { KnownObservation } from '../../../shared/domain/market/observation.ts'
import type { SeriesId } from '../../../shared/domain/market/series.ts'
import { silentLog } from '../../../shared/log.ts'
import { saveObservations } from '../../../shared/postgres/market/observations.ts'
import { saveQuotes } from '../../../shared/postgres/market/quotes.ts'
import { addArrival, lockCycle, openCycle, startComputing } from '../../../shared/postgres/signals/cycles.ts'
import { sessionsBetween } from '../../../shared/time/calendar.ts'
import { fixedClock } from '../../../shared/time/clock.ts'
import { instantAt } from '../../../shared/time/eastern.ts'
import { addDays, type TradingDay, tradingDay } from '../../../shared/time/trading-day.ts'
import { signalsStage } from '../../../workers/compute-signals.ts'
import { alertsStage } from '../../../workers/evaluate-alerts.ts'
import { reportStage } from '../../../workers/write-report.ts'

export const FIRST = tradingDay('2026-11-16')
export const HISTORY_FROM = tradingDay('2025-01-02')
export const CALM_QUOTES = { VIX: 15, VIX3M: 17.5, SPY: 670 }
export const PANIC_QUOTES = { VIX: 36, VIX3M: 31, SPY: 610 }

type Shapes = Partial<Record<SeriesId, readonly [level: number, swing: number, source: string]>>
const CALM: Shapes = {
  vix_close: [14.5, 1, 'market'],
  vix3m_close: [17, 1, 'market'],
  spy_close: [670, 8, 'market'],
  hy_oas: [3.3, 0.1, 'fred'],
  t10y2y: [0.6, 0.1, 'fred'],
}

/** A calm market as published, up to the evening before the test's first day. */
function calmHistory(shapes: Shapes): KnownObservation[] {
  const days = sessionsBetween(HISTORY_FROM, addDays(FIRST, -1))
  return (Object.keys(shapes) as SeriesId[]).flatMap((series) => {
    const [level, swing, source] = shapes[series]!
    return days.flatMap((day, at) => {
      const knownAt = publishedAt(series, day)
      const value = level + swing * Math.sin(at / 7) * Math.cos(at / 29)
      return knownAt < instantAt(FIRST, '09:30')
        ? [{ series, day, value, knownAt, source, origin: 'imported' as const }]
        : []
    })
  })
}

interface Quoted {
  VIX?: number
  VIX3M?: number
  SPY?: number
}
interface Computed {
  run?: number
  origin?: 'scheduled' | 'backfill'
}

export const idOf = (day: TradingDay, time: string) => `${day}T${time}`

/** Gives a test file a database with a calm market's past before each test, and the stages that judge a cycle. */
export function cycleWorld(more: Shapes = {}) {
  let database: TestDatabase
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database.drop())
  beforeEach(async () => {
    await database.sql`truncate alerts, alert_state, alert_evaluations, cycles, cycle_arrivals, signal_snapshots,
      signals_daily, reports, read_models, observations, quotes, inbox, outbox, events, transition_state
      restart identity cascade`
    await saveObservations(database.sql, calmHistory({ ...CALM, ...more }))
  })

  const stages = () => {
    const deps = { sql: database.sql, relay: quietRelay(), log: silentLog }
    const clock = fixedClock(instantAt(FIRST, '10:00'))
    const alerts = alertsStage({ clock, log: silentLog })
    const report = reportStage({ ...deps, clock, dataMode: 'simulated' })
    const deliver =
      <T extends Parameters<typeof handleDelivery>[1]>(stage: T) =>
      async (message: NewMessage, redelivered = false) =>
        await handleDelivery(deps, stage, { body: toEnvelope(message), deliveryId: message.id, redelivered }, {})
    return {
      signals: deliver(signalsStage() as never),
      alerts: deliver(alerts as never),
      report: deliver(report as never),
    }
  }

  const readyCycle = (day: TradingDay, time: string, quoted: Quoted | null, computed: Computed = {}) =>
    collectCycle(database.sql, day, time, quoted, computed)

  /** Computes the cycle too and returns the message to the readers of its snapshot. */
  async function computeCycle(
    day: TradingDay,
    time: string,
    quoted: Quoted | null,
    computed: Computed = {},
  ): Promise<NewMessage<'signals.computed'>> {
    const ready = await readyCycle(day, time, quoted, computed)
    expect(await stages().signals(ready)).toMatchObject({ outcome: 'done' })
    const { payload, occurredAt } = ready
    const { cycleId, run } = payload
    return { id: `signals:${cycleId}#${run}`, type: 'signals.computed', occurredAt, cycleId, payload }
  }

  async function cycle(day: TradingDay, time: string, quoted: Quoted | null, computed: Computed = {}): Promise<void> {
    const message = await computeCycle(day, time, quoted, computed)
    expect(await stages().alerts(message)).toMatchObject({ outcome: 'done' })
  }

  return {
    get sql() {
      return database.sql
    },
    get url() {
      return database.url
    },
    stages,
    readyCycle,
    computeCycle,
    cycle,
  }
}

/** Does the work of scheduler, ingest and fan-in with the quotes of that moment, and returns the message to the stage. */
async function collectCycle(
  sql: TestDatabase['sql'],
  day: TradingDay,
  time: string,
  quoted: Quoted | null,
  { run = 1, origin = 'scheduled' }: Computed,
): Promise<NewMessage<'cycle.ready'>> {
  const id = idOf(day, time)
  const at = instantAt(day, time)
  if (run === 1) {
    const quotes = Object.entries(quoted ?? {}).map(([symbol, price]) => ({
      symbol,
      price,
      quotedAt: new Date(at.getTime() - 900_000),
      previousClose: null,
      open: null,
      high: null,
      low: null,
      bid: null,
      ask: null,
      volume: null,
    }))
    await saveQuotes(sql, quotes, { at, source: 'market', origin })
    await openCycle(sql, { id, scheduledFor: at, expected: ['market'], deadline: at, origin, openedAt: at })
  }
  await sql.begin(async (tx) => {
    const cycle = (await lockCycle(tx, id))!
    const ok = quoted !== null
    await addArrival(tx, cycle, { source: 'market', ok, degraded: false, reason: ok ? null : 'status 503' }, at)
    await startComputing(tx, id, { run, cutoff: at, traceparent: null })
  })
  const payload = { cycleId: id, run, cutoff: at.toISOString(), origin }
  return { id: `cycle:${id}#${run}`, type: 'cycle.ready', occurredAt: at, cycleId: id, payload }
}
