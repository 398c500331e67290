import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { removeTemporaryFolders, temporaryFolder } from '../../harness/product.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { runOps } from '../../harness/run-ops.ts'
import { connectBroker } from '../../shared/broker/connect.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import type { Broker } from '../../shared/broker/port.ts'
import { runStage } from '../../shared/broker/run-stage.ts'
import { STAGES } from '../../shared/broker/topology.ts'
import { AppError } from '../../shared/errors.ts'
import { silentLog } from '../../shared/log.ts'
import { audit } from '../../shared/postgres/audit/audit.ts'
import { saveStageDepths } from '../../shared/postgres/messaging/stage-depths.ts'
import { saveHeartbeat } from '../../shared/postgres/messaging/stage-workers.ts'
import { openCycle } from '../../shared/postgres/signals/cycles.ts'

const AT = new Date('2026-11-20T15:00:00Z')

const database = testDatabase()
let broker: Broker

beforeAll(async () => {
  broker = await connectBroker({ databaseUrl: database.url }, silentLog)
})
afterAll(async () => {
  await broker.close()
  await removeTemporaryFolders()
})

const ops = (args: string[], env: Record<string, string> = {}) => runOps(args, { DATABASE_URL: database.url, ...env })

test('ops calendar: prints date,open,close,early_close in Eastern time', async () => {
  const { out } = await ops(['calendar', '--from', '2026-11-25', '--to', '2026-11-30', '--csv'])
  expect(out).toBe(
    'date,open,close,early_close\n2026-11-25,09:30,16:00,0\n2026-11-27,09:30,13:00,1\n2026-11-30,09:30,16:00,0\n',
  )
})

test('ops calendar: a bad date is one line on stderr and exit code 1', async () => {
  const { code, out, err } = await ops(['calendar', '--from', '2026-02-30', '--to', '2026-11-30', '--csv'])
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toBe('ops: --from: must be an existing date, written YYYY-MM-DD, such as 2026-11-20\n')
})

test('ops calendar: refuses unknown options and prints numbers as numbers', async () => {
  expect((await ops(['calendar', '--from', '1980-01-01', '--to', '2026-11-30'])).err).toContain('1993-01-01')
  expect((await ops(['calendar', '--from', '2026-12-01', '--to', '2026-11-30'])).code).toBe(1)
  const { out } = await ops(['calendar', '--from', '2026-11-27', '--to', '2026-11-27', '--json'])
  expect(JSON.parse(out)).toEqual([{ date: '2026-11-27', open: '09:30', close: '13:00', early_close: 1 }])
})

test('ops lag: prints each stage with its depth, as a table and as JSON', async () => {
  const { out } = await ops(['lag'])
  for (const stage of ['ingest-fred', 'signals', 'report']) expect(out).toContain(stage)
  const json = JSON.parse((await ops(['lag', '--json'])).out)
  expect(json).toMatchObject({ broker: 'postgres', outbox: { unsent: 0 }, workers: [] })
  expect(json.stages).toHaveLength(STAGES.length)
  expect(json.stages[0]).toMatchObject({ workers: 0, rate_per_minute: 0 })
  expect(out).toContain('no scheduled cycle yet')
  expect(json.market_event_to_served).toEqual({
    newest: null,
    unserved_ms: 0,
    cycles: 0,
    p50: null,
    p95: null,
    max: null,
  })
})

test('ops lag: prints workers, their rate, and how long a market event took to be served', async () => {
  const { sql } = database
  const self = { host: 'here', upSeconds: 60 }
  const work = { stage: 'report', concurrency: 2, inHand: 1 }
  await saveHeartbeat(sql, { ...self, id: randomUUID(), pid: 11 }, [{ ...work, handledLastMinute: 30 }], [])
  await saveHeartbeat(sql, { ...self, id: randomUUID(), pid: 12 }, [{ ...work, handledLastMinute: 12 }], [])
  await sql`
    insert into cycles (id, scheduled_for, expected, deadline, state, cutoff, origin, opened_at,
      due_at, collected_at, computed_at, reported_at)
    values ('a', ${AT}, '{}', ${AT}, 'reported', ${AT}, 'scheduled', ${AT},
        ${AT}, ${AT}::timestamptz + interval '4 s', ${AT}::timestamptz + interval '4.2 s', ${AT}::timestamptz + interval '4.25 s'),
      ('b', ${AT}::timestamptz + interval '15 m', '{}', ${AT}, 'collecting', null, 'scheduled', ${AT},
        clock_timestamp() - interval '30 m', null, null, null)`
  const { out } = await ops(['lag', '--workers'])
  expect(out).toMatch(/^stage +ready +active +delayed +dead +oldest +workers +rate\/min\n/)
  expect(out).toMatch(/^report +0 +0 +0 +0 +- +2 +42$/m)
  expect(out).toMatch(/^report +here:12 +1 of 2 +12 /m)
  expect(out).toMatch(/^b +- +- +- +-$/m)
  expect(out).toMatch(/^p95 of 1 +4\.0 s +200 ms +50 ms +4\.3 s$/m)
  expect(out).toMatch(/^the oldest event not served yet has waited 30 min$/m)
  const json = JSON.parse((await ops(['lag', '--json'])).out)
  const served = { collected_ms: 4_000, computed_ms: 200, reported_ms: 50, total_ms: 4_250 }
  expect(json.market_event_to_served).toMatchObject({ newest: { cycle: 'b', total_ms: null }, cycles: 1, max: served })
  expect(json.workers.map(({ pid }: { pid: number }) => pid).sort()).toEqual([11, 12])
  await sql`truncate stage_workers, cycles cascade`
})

test('lag: an alarm that a scheduler has seen stands beside the messages that wait for its end', async () => {
  const idle = { stage: 'report', ready: 0, active: 0, delayed: 0, dead: 0, oldestReadyAgeMs: null } as const
  await saveStageDepths(database.sql, 'postgres', [idle], 'low on disk')
  expect((await ops(['lag'])).out).toContain('(broker: postgres; it takes no messages: low on disk)')
  expect(JSON.parse((await ops(['lag', '--json'])).out).broker_alarm).toBe('low on disk')
  await database.sql`truncate stage_depths`
})

test('ops refuses another broker than the one that the scheduler uses', async () => {
  await saveStageDepths(database.sql, 'rabbitmq', [
    { stage: 'report', ready: 0, active: 0, delayed: 0, dead: 0, oldestReadyAgeMs: null },
  ])
  const { code, err } = await ops(['dead', 'list'])
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/uses rabbitmq as its broker \(seen \S+-0[45]:00\): set AMQP_URL/),
  })
  await database.sql`truncate stage_depths`
})

test('ops dead: list, show, dry run, drop and redrive; the message then has its effect', async () => {
  let broken = true
  let effects = 0
  const handler = {
    stage: 'report' as const,
    handles: ['signals.computed' as const],
    handle: async () => {
      if (broken) throw new AppError('invalid', 'the template is broken')
      effects++
      return []
    },
  }
  const stage = { sql: database.sql, broker, relay: quietRelay(), log: silentLog }
  const subscription = await runStage(stage, handler, { concurrency: 1 })
  const payload = { cycleId: 'x', run: 1, cutoff: AT.toISOString(), origin: 'scheduled' } as const
  await broker.publish([toEnvelope({ id: 'signals:x#1', type: 'signals.computed', occurredAt: AT, payload })])
  await eventually(async () => expect(await broker.deadLetters()).toHaveLength(1))

  const list = await ops(['dead', 'list'])
  expect(list.out).toContain('the template is broken')
  const [letter] = JSON.parse((await ops(['dead', 'list', '--json'])).out)
  expect(letter).toMatchObject({ stage: 'report', message_id: 'signals:x#1', error_kind: 'invalid' })
  expect((await ops(['dead', 'show', letter.id])).out).toContain('"signals.computed"')
  expect((await ops(['dead', 'show', 'nobody'])).code).toBe(1)
  expect((await ops(['dead', 'redrive', '--stage', 'report', '--dry-run'])).out).toContain(
    'dry run: 1 would be sent again',
  )
  expect(await broker.deadLetters()).toHaveLength(1)

  expect((await ops(['dead', 'drop', letter.id, '--reason', ' '])).code).toBe(1)
  await broker.publish([toEnvelope({ id: 'signals:y#1', type: 'signals.computed', occurredAt: AT, payload })])
  await eventually(async () => expect(await broker.deadLetters()).toHaveLength(2))
  const useless = (await broker.deadLetters()).find(({ messageId }) => messageId === 'signals:y#1')!
  expect((await ops(['dead', 'drop', useless.id, '--reason', 'sent by hand'])).out).toContain('1 dropped')
  expect(await broker.deadLetters()).toHaveLength(1)
  const dropped =
    await database.sql`select d.message_id, d.died_of, d.reason, d.body->>'id' as id from dropped_letters as d`
  expect([...dropped]).toEqual([
    { message_id: 'signals:y#1', died_of: 'the template is broken', reason: 'sent by hand', id: 'signals:y#1' },
  ])
  expect(await database.sql`select 1 from inbox as i where i.state = 'failed'`).toHaveLength(1)

  broken = false
  expect((await ops(['dead', 'redrive', letter.id])).out).toContain('1 sent again')
  await eventually(() => expect(effects).toBe(1))
  await eventually(async () => expect(await broker.deadLetters()).toHaveLength(0))
  const [event] = await database.sql`select e.title, e.data from events as e where e.subject = 'stage/report'`
  expect(event).toMatchObject({ data: { stage: 'report', sent: 1, by: 'ops' } })

  broken = true
  await broker.publish(
    ['a', 'b', 'c'].map((key) =>
      toEnvelope({ id: `signals:${key}#1`, type: 'signals.computed', occurredAt: AT, payload }),
    ),
  )
  await eventually(async () => expect(await broker.deadLetters()).toHaveLength(3))
  expect((await ops(['dead', 'drop', '--reason', 'a test'])).code).toBe(1)
  expect((await ops(['dead', 'drop', '--stage', 'report', '--reason', 'a test'])).out).toContain('3 dropped')
  expect(await broker.deadLetters()).toHaveLength(0)
  await subscription.drain()
})

const openTen = () =>
  openCycle(database.sql, {
    id: '2026-11-20T10:00',
    scheduledFor: AT,
    expected: ['market'],
    deadline: AT,
    origin: 'backfill',
    openedAt: AT,
  })

test('ops cycle: list shows cycles, and rerun refuses an unknown one', async () => {
  await openTen()
  expect((await ops(['cycle', 'list'])).out).toContain('2026-11-20T10:00')
  const { code, err } = await ops(['cycle', 'rerun', '2026-11-20T10:15'])
  expect(code).toBe(1)
  expect(err).toContain('no cycle with this id')
})

test('ops audit: passes sound data, and exits with 1 and the rows on a planted error of each kind', async () => {
  const { sql } = database
  await openTen()
  await sql`insert into slots (key, kind, scheduled_for, state, decided_at, origin)
    values ('cycle:2026-11-20T10:00', 'cycle', ${AT}, 'fired', ${AT}, 'backfill')`
  expect(await ops(['audit'])).toMatchObject({ code: 0 })
  const broken: Record<string, () => PromiseLike<unknown>> = {
    'reported-cycle-has-report': () => sql`update cycles set state = 'reported', cutoff = ${AT}`,
    'report-days-count-reports': () =>
      sql`insert into report_days (date, week, reports) values ('2026-11-20', '2026-W47', 1)`,
    'computed-cycle-has-snapshot': () => sql`update cycles set state = 'computed', cutoff = ${AT}`,
    'snapshot-sees-no-future': () => sql`update cycles set state = 'computing', cutoff = ${new Date(AT.getTime() + 1)}`,
    'cutoff-covers-arrivals': () =>
      sql`insert into cycle_arrivals (cycle_id, source, ok, degraded, arrived_at)
      select c.id, 'market', true, false, c.cutoff + interval '1 second' from cycles as c`.then(
        () => sql`update cycles set deadline = cutoff + interval '1 minute'`,
      ),
    'cycle-instants-ascend': () =>
      sql`update cycles set collected_at = ${AT}, computed_at = ${new Date(AT.getTime() - 1_001)}`,
    'fired-cycle-slot-has-cycle': () => sql`insert into slots (key, kind, scheduled_for, state, decided_at, origin)
      values ('cycle:2026-11-20T10:15', 'cycle', ${AT}, 'fired', ${AT}, 'backfill')`,
    'done-has-no-zombie': () => sql`insert into outbox (message_id, envelope, created_at)
      values ('x', '{}', clock_timestamp() - interval '2 minutes')`,
    'observation-revisions-are-dense':
      () => sql`insert into observations (series, day, revision, value, known_at, source, origin)
      values ('wti', '2026-11-20', 2, 60, ${AT}, 'fred', 'scheduled')`,
    'alert-episodes-take-turns': () =>
      sql`insert into alert_state (alert_id, evaluated_through) values ('VIX_PANIC', '2026-11-20T20:00:00Z')`.then(
        () => sql`insert into alerts
          (alert_id, episode, severity, message, fired_at, evidence, cleared_at, cleared_message, cleared_on, origin)
          select 'VIX_PANIC', 'planted:' || hour, 'critical', '', ('2026-11-20T' || hour || ':00:00Z')::timestamptz, '{}',
            '2026-11-20T17:00:00Z', '', '{}', 'scheduled' from unnest(array['15', '16']) as hour`,
      ),
    'alert-was-decided-by-its-state': () => sql`insert into alerts
      (alert_id, episode, severity, message, fired_at, evidence, origin)
      values ('OIL_SPIKE', 'planted', 'warning', '', ${AT}, '{}', 'scheduled')`,
    // The constraint is dropped, because the audit must not rely on it.
    'event-fires-keep-to-the-budget': async () => {
      await sql`alter table event_fires drop constraint event_fires_tstzrange_excl`
      await sql`insert into event_fires (key, source, subject, cause, at, outcome, day, number, quiet_until)
        select 'planted/' || number, 'escalation', 'judgment', '', f.at, 'granted', '2026-11-20', number,
          f.at + interval '30 minutes'
        from (values (1, '2026-11-20T15:00:00Z'::timestamptz), (2, '2026-11-20T15:29:00Z')) as f (number, at)`
    },
    'wires-rest-after-a-fire': () => sql`insert into event_fires (key, source, subject, cause, at, outcome, reason, day)
      select 'wire/vix_20:' || f.met, 'wire', 'vix_20', '', f.at, 'refused', 'planted', '2026-11-20'
      from (values ('2026-11-20T09:40:00-05:00', '2026-11-20T15:00:00Z'::timestamptz),
        ('2026-11-20T11:30:00-05:00', '2026-11-20T16:59:00Z')) as f (met, at)`,
    'daily-row-is-a-score-or-a-reason': () => sql`insert into signals_daily
      (trade_date, state, as_of, rules_version, regime_reason, health_score, live_points, points, origin)
      values ('2026-11-20', 'final', ${AT}, '1', '', 50, 76, '{}', 'scheduled')`,
  }
  for (const [rule, plant] of Object.entries(broken)) {
    await plant()
    const finding = (await audit(sql)).find((candidate) => candidate.rule === rule)
    expect({ rule, offenders: finding?.offenders.length }).toEqual({ rule, offenders: 1 })
  }
  const { code, out } = await ops(['audit', '--json'])
  expect(code).toBe(1)
  const broke = (findings: readonly { rule: string; offenders: readonly unknown[] }[]) =>
    findings.filter(({ offenders }) => offenders.length > 0).map(({ rule }) => rule)
  expect(broke(JSON.parse(out))).toEqual(broke(await audit(sql)))
})

test('ops without a running service prints one line with what to do', async () => {
  const folder = await temporaryFolder()
  const { code, err } = await ops(['lag'], { DATABASE_URL: '', DATA_DIR: folder })
  expect(code).toBe(1)
  expect(err).toMatch(/^ops: no service runs on DATA_DIR [^\n]+\n$/)
})

test('ops account add: prints a token that may trade, and refuses a name by its rule', async () => {
  const { out, code } = await ops(['account', 'add', 'my agent'])
  expect(code).toBe(0)
  expect(out).toMatch(/^ms_agt_[0-9A-Za-z_]+\n$/)
  const [account] = await database.sql`
    select a.name, a.cash_e4 as cash, t.scope from accounts as a join account_tokens as t on t.account_id = a.id`
  expect(account).toEqual({ name: 'my agent', cash: 1_000_000_000, scope: 'trade' })
  expect((await ops(['account', 'add', ' my agent'])).err).toBe(
    'ops: the name must be 1 to 64 characters without control characters or outer spaces\n',
  )
  expect((await ops(['account', 'add', 'x', '--balance', '0.5'])).err).toMatch(/^ops: --balance must be dollars from 1/)
})
