import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../api/database/reader.ts'
import { measureStages } from '../../api/status/stage-metrics.ts'
import { freshDatabase, type TestDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { AppError } from '../../shared/errors.ts'
import { saveStageDepths } from '../../shared/postgres/messaging/stage-depths.ts'
import { saveHeartbeat } from '../../shared/postgres/messaging/stage-workers.ts'
import { stepServiceTime } from '../../shared/postgres/server/service-time.ts'
import { INTERNAL, testApi } from '../api/support/api.ts'
import { isBalanced, metricsIn } from './promql.ts'
import { dashboard, documentText, panels, rules } from './watching-files.ts'

/** The metrics that rules and dashboard may use; a test below compares /metrics with them. */
const METRICS: Record<string, string> = {
  http_request_duration_seconds: 'histogram',
  database_reads_state: 'gauge',
  document_cache_hits_total: 'counter',
  document_cache_loads_total: 'counter',
  document_cache_evictions_total: 'counter',
  document_cache_bytes: 'gauge',
  stage_messages: 'gauge',
  stage_oldest_ready_seconds: 'gauge',
  stage_standing_seconds: 'gauge',
  broker_alarm: 'gauge',
  scheduler_silent_seconds: 'gauge',
  outbox_oldest_seconds: 'gauge',
  source_run_age_seconds: 'gauge',
  stage_workers: 'gauge',
  stage_handled_last_minute: 'gauge',
  stage_handled_total: 'counter',
  stage_handling_seconds_total: 'counter',
  market_event_to_served_seconds: 'gauge',
  market_event_to_served_last_seconds: 'gauge',
  market_event_unserved_seconds: 'gauge',
  cycles_failed: 'gauge',
  cycle_phase_seconds: 'gauge',
  session_open_seconds: 'gauge',
  quotes_age_seconds: 'gauge',
  vendor_budget_remaining: 'gauge',
  vendor_requests_today: 'gauge',
  brokerage_login_expires_seconds: 'gauge',
  orders_refused_total: 'counter',
  events_waiting: 'gauge',
  webhook_oldest_due_seconds: 'gauge',
}
const NAMES = Object.entries(METRICS).flatMap(([name, type]) =>
  type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
)
const FROM_THE_DATABASE = Object.keys(METRICS).slice(6, -4)

describe('alert rules and dashboard', () => {
  const expressions = [...rules.map(({ alert, expr }) => ({ title: alert, expr })), ...panels]

  test.each(expressions)('$title: names only existing metrics', ({ expr }) => {
    expect(metricsIn(expr)).not.toEqual([])
    expect(metricsIn(expr).filter((name) => !NAMES.includes(name))).toEqual([])
    expect(isBalanced(expr)).toBe(true)
  })

  test('names and ids are unique; every metric is on the dashboard', () => {
    const unique = (list: readonly unknown[]) => expect(new Set(list).size).toBe(list.length)
    unique(rules.map(({ alert }) => alert))
    unique(dashboard.panels.map(({ id }) => id))
    unique(dashboard.panels.map(({ gridPos: { x, y } }) => `${x},${y}`))
    const shown = panels.flatMap(({ expr }) => metricsIn(expr))
    for (const name of Object.keys(METRICS))
      expect(
        shown.some((one) => one === name || (METRICS[name] === 'histogram' && one.startsWith(`${name}_`))),
        name,
      ).toBe(true)
  })

  test('the runbook of each rule is a heading of operations.md, and no heading is left over', () => {
    const section = documentText('operations.md').split('## Alert rules\n')[1]!.split('\n## ')[0]!
    const headings = [...section.matchAll(/^### (\w+)$/gm)].map(([, name]) => name!)
    expect(headings).toEqual(rules.map(({ alert }) => alert))
    for (const { alert, annotations } of rules)
      expect(annotations.runbook_url).toBe(`operations.md#${alert.toLowerCase()}`)
  })

  test('metricsIn finds metrics and nothing else', () => {
    const expr = 'sum by (le, a) (rate(x_total{b=~"y|z"}[5m])) / on (c) max(w) > 0.5 and hour() >= 15 or absent(v)'
    expect(metricsIn(expr)).toEqual(['x_total', 'w', 'v'])
    expect([isBalanced('a(b[5m])'), isBalanced('a(b[5m)]'), isBalanced('(a')]).toEqual([true, false, false])
  })
})

describe('/metrics', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database.drop())

  const depth = { stage: 'signals' as const, ready: 3, active: 2, delayed: 1, dead: 4, oldestReadyAgeMs: 7_000 }

  test('has every listed metric, with its type and the figures of the database', async () => {
    await saveStageDepths(database.sql, 'postgres', [depth, { ...depth, stage: 'report', oldestReadyAgeMs: null }])
    await database.sql`
      insert into outbox (message_id, envelope, created_at) values ('m', '{}', clock_timestamp() - interval '40 s')`
    await database.sql`
      insert into source_runs (message_id, source, ok, degraded, error, run_at, duration_ms, requests, stored, origin)
      values ('a', 'fred', 1, 0, null, service_now() - interval '90 s', 1, 1, 1, 'scheduled'),
        ('b', 'fred', 0, 0, 'away', service_now(), 1, 1, 0, 'scheduled'),
        ('c', 'fred', 1, 1, 'away', service_now(), 1, 1, 0, 'scheduled'),
        ('d', 'cot', 0, 0, 'away', service_now() - interval '70 s', 1, 1, 0, 'scheduled'),
        ('e', 'cot', 0, 0, 'away', service_now(), 1, 1, 0, 'scheduled')`
    const app = await testApi(database.url)
    const authorization = `Bearer ${INTERNAL}`
    const scrape = async () => (await app.inject({ url: '/metrics', headers: { authorization } })).body
    await scrape()
    const body = await scrape()
    for (const [name, type] of Object.entries(METRICS)) expect(body).toContain(`# TYPE ${name} ${type}\n`)
    const value = (series: string) =>
      Number(
        body
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.split(' ')[1],
      )
    const states = ['ready', 'active', 'delayed', 'dead'].map((state) =>
      value(`stage_messages{stage="signals",state="${state}"}`),
    )
    expect(states).toEqual([3, 2, 1, 4])
    expect(value('stage_oldest_ready_seconds{stage="signals"}')).toBeGreaterThanOrEqual(7)
    expect(value('stage_oldest_ready_seconds{stage="report"}')).toBe(0)
    expect(value('outbox_oldest_seconds')).toBeGreaterThanOrEqual(40)
    // A run that used an earlier value is no delivery, and a source that never delivered counts from its first run.
    expect(value('source_run_age_seconds{source="fred"}')).toBeGreaterThanOrEqual(90)
    expect(value('source_run_age_seconds{source="cot"}')).toBeGreaterThanOrEqual(70)
    // There is no latency to report before the first cycle.
    expect(body).not.toMatch(/^(?:market_event_to_served|cycle_phase)\w*[ {]/m)
    expect(value('market_event_unserved_seconds')).toBe(0)
    expect(value('cycles_failed')).toBe(0)
    expect(value('stage_workers{stage="signals"}')).toBe(0)
  })

  const idOf = (pid: number) => `00000000-0000-4000-8000-00000000000${pid}`
  const beat = (pid: number, handledLastMinute: number) =>
    saveHeartbeat(
      database.sql,
      { id: idOf(pid), host: 'h', pid, upSeconds: 1 },
      [{ stage: 'signals', concurrency: 2, inHand: 0, handledLastMinute }],
      [
        { stage: 'signals', outcome: 'done', handled: 3, handlingMs: 1_500 },
        { stage: 'signals', outcome: 'retry', handled: 1, handlingMs: 500 },
      ],
    )

  test('workers, rate and totals are sums over the processes; latency is by quantile and phase', async () => {
    await beat(1, 5)
    await beat(2, 6)
    await database.sql`
      insert into cycles (id, scheduled_for, expected, deadline, state, cutoff, origin, opened_at,
        due_at, collected_at, computed_at, reported_at)
      select 'c' || n, now() + n * interval '1 s', '{}', now(), 'reported', now(), 'scheduled', now(),
        now(), now() + n * interval '1 s', now() + n * interval '2 s', now() + n * interval '3 s'
      from generate_series(1, 3) as n`
    const lines = await over(async (work) => await work(database.sql))()
    expect(lines).toEqual(
      expect.arrayContaining([
        'stage_workers{stage="signals"} 2',
        'stage_workers{stage="report"} 0',
        'stage_handled_last_minute{stage="signals"} 11',
        'stage_handled_total{stage="signals",outcome="done"} 6',
        'stage_handled_total{stage="signals",outcome="retry"} 2',
        'stage_handling_seconds_total{stage="signals"} 4',
        'market_event_to_served_seconds{quantile="0.5"} 6',
        'market_event_to_served_seconds{quantile="0.95"} 9',
        'market_event_to_served_seconds{quantile="1"} 9',
        'market_event_to_served_last_seconds 9',
        'cycle_phase_seconds{phase="computed",quantile="0.5"} 2',
        'market_event_unserved_seconds 0',
      ]),
    )
    await database.sql`truncate stage_workers, stage_totals, cycles cascade`
  })

  test('an alarm of the broker is 1 for what it lacks, and 0 again after it', async () => {
    const alarms = async (alarm: string | null) => {
      await saveStageDepths(database.sql, 'rabbitmq', [depth], alarm)
      const lines = await over(async (work) => await work(database.sql))()
      return lines.filter((line) => line.startsWith('broker_alarm'))
    }
    const lines = (memory: number, disk: number) => [
      `broker_alarm{resource="memory"} ${memory}`,
      `broker_alarm{resource="disk"} ${disk}`,
    ]
    expect(await alarms('low on disk')).toEqual(lines(0, 1))
    expect(await alarms('low on memory & disk')).toEqual(lines(1, 1))
    expect(await alarms(null)).toEqual(lines(0, 0))
  })

  test('status warns of a stage with messages and no worker, once that has lasted', async () => {
    await saveStageDepths(database.sql, 'postgres', [{ ...depth, stage: 'report', ready: 12 }, depth])
    const app = await testApi(database.url)
    const warnings = async () => {
      const { warnings } = (await app.inject({ url: '/api/v1/status' })).json() as { warnings: string[] }
      return warnings.filter((one) => one.startsWith('stage '))
    }
    expect(await warnings()).toEqual([])
    await database.sql`update stage_depths set unattended_since = clock_timestamp() - interval '31 s'`
    await beat(1, 0)
    await eventually(async () =>
      expect(await warnings()).toEqual(['stage report: no worker is there for 12 waiting messages']),
    )
  })

  function over(read: Reader['read'], readEveryMs?: number) {
    const registry = new Registry()
    const reader: Reader = { read, state: () => 'up', onUp: () => {}, close: async () => {} }
    measureStages(registry, reader, readEveryMs === undefined ? {} : { readEveryMs })
    return async () => (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  }

  test('one read serves all gauges and all scrapes within five seconds', async () => {
    let reads = 0
    const scrape = over(async (work) => {
      reads++
      return await work(database.sql)
    })
    await Promise.all([scrape(), scrape()])
    expect((await scrape()).length).toBeGreaterThan(FROM_THE_DATABASE.length)
    expect(reads).toBe(1)
  })

  test('while the database is away a scrape succeeds without its figures', async () => {
    let away = false
    const scrape = over(async (work) => {
      if (away) throw new AppError('unavailable', 'away')
      return await work(database.sql)
    }, 0)
    expect(await scrape()).not.toEqual([])
    away = true
    expect(await scrape()).toEqual([])
  })

  test('a session counts from its open to its close by the calendar, and quotes and budgets have figures', async () => {
    await database.sql`
      insert into service_time (real_origin, service_origin, speed, since, last_seen)
      values (clock_timestamp(), '2026-11-27T09:00:00-05:00', 0, '2026-11-27T09:00:00-05:00', '2026-11-27T09:00:00-05:00')`
    const seconds: (number | undefined)[] = []
    for (const time of ['09:00', '09:31', '12:59', '13:00']) {
      await stepServiceTime(database.sql, new Date(`2026-11-27T${time}:00-05:00`))
      const lines = await over(async (work) => await work(database.sql))()
      seconds.push(Number(lines.find((line) => line.startsWith('session_open_seconds'))?.split(' ')[1]))
      expect(lines.filter((line) => line.startsWith('vendor_budget_remaining')).length).toBeGreaterThan(3)
      expect(lines.some((line) => line.startsWith('quotes_age_seconds'))).toBe(false)
    }
    expect(seconds).toEqual([0, 60, 209 * 60, 0])
  })

  test('refused orders are counted by the code that the client gets', async () => {
    const app = await testApi(database.url)
    await app.inject({ method: 'POST', url: '/api/v1/trading/trades', payload: { symbol: 'SPY' } })
    await app.inject({ url: '/api/v1/trading/trades' })
    const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${INTERNAL}` } })
    const lines = body.split('\n').filter((line) => line.startsWith('orders_refused_total'))
    expect(lines.filter((line) => !line.endsWith(' 0'))).toEqual(['orders_refused_total{code="unauthorized"} 1'])
    // A burst counts for the alert only if the series was there before it.
    const { expr } = rules.find(({ alert }) => alert === 'OrdersRefusedForUs')!
    const codes = /code=~"([^"]+)"/.exec(expr)![1]!.split('|')
    expect(lines.filter((line) => line.endsWith(' 0'))).toEqual(
      codes.map((code) => `orders_refused_total{code="${code}"} 0`),
    )
  })

  test('stages without a recent observation are absent', async () => {
    await database.sql`update stage_depths set observed_at = clock_timestamp() - interval '31 s'`
    const lines = await over(async (work) => await work(database.sql))()
    expect(lines.filter((line) => /^stage_(messages|oldest)/.test(line))).toEqual([])
    expect(lines.join('\n')).toContain('outbox_oldest_seconds')
  })
})
