import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { FEW_MEMBERS } from '../../harness/few-members.ts'
import { loggedEvents } from '../../harness/log-events.ts'
import { RABBIT_START_MS } from '../../harness/rabbitmq.ts'
import type { RabbitNode } from '../../harness/rabbitmq-node.ts'
import { witness } from '../../harness/witness.ts'
import { connectBroker } from '../../shared/broker/connect.ts'
import type { Broker } from '../../shared/broker/port.ts'
import { routingKey, STAGES, stagesFor } from '../../shared/broker/topology.ts'
import { CYCLE_PHASES } from '../../shared/domain/contract/cycle-latency.ts'
import { STEPS as BACKFILL } from '../../shared/domain/contract/history-loading.ts'
import type { Envelope } from '../../shared/domain/contract/messages.ts'
import { freePort } from '../../shared/free-port.ts'
import { silentLog } from '../../shared/log.ts'
import { audit } from '../../shared/postgres/audit/audit.ts'
import { isDone, readProgress } from '../../shared/postgres/market/backfill.ts'
import { liveWorkers, readStageTotals, staffOf } from '../../shared/postgres/messaging/stage-workers.ts'
import { openServiceTime, stepServiceTime } from '../../shared/postgres/server/service-time.ts'
import { cycleLatency } from '../../shared/postgres/signals/cycle-latency.ts'
import { insertWebhook } from '../../shared/postgres/webhooks/webhooks.ts'
import { newSecret } from '../../shared/webhooks/sign-delivery.ts'
import { openAccount } from '../trading/ledger-world.ts'
import { type Endpoint, openEndpoint } from '../webhooks/endpoint.ts'
import { killHolding } from './deaths.ts'
import { type Fleet, openFleet } from './fleet.ts'
import {
  AFTER_CLOSE,
  at,
  BROKER_DIES_BEFORE,
  COPIES,
  copiesOf,
  DAY,
  DEADLY,
  FLEET,
  LONG,
  STEPS,
  TIMES,
  WORKERS,
} from './half-day-plan.ts'
import { cycleIn, minutesCollected, nothingOpen, WITHIN } from './half-day-waits.ts'
import { brokerConfig, TRANSPORTS } from './transports.ts'

const INTERNAL = 'internal-token-of-the-fleet'
/** Started all at once on two cores, fifty processes would run into the deadlines of each other's connections. */
const ABREAST = 6
/** The machine may have other work. */
const START_WITHIN = { within: 120_000 }

describe.each(TRANSPORTS)('a half-day in separate processes on $name', (transport) => {
  let database: TestDatabase
  let fleet: Fleet
  let broker: Broker
  let node: RabbitNode | null = null
  let endpoint: Endpoint | undefined
  const deaths: string[] = []
  let recoveredMs: number | undefined

  beforeAll(async () => {
    node = await transport.startNode()
    database = await freshDatabase()
    await openServiceTime(database.sql, at('09:29'), { speed: 0, reason: 'test' })
    const simulatorPort = String(await freePort())
    fleet = await openFleet(
      {
        LOG_LEVEL: 'info',
        WEBHOOKS_ALLOW_LOCAL: '1',
        SIMULATOR_URL: `http://127.0.0.1:${simulatorPort}`,
        SIMULATOR_PORT: simulatorPort,
        SIMULATOR_SEED: '7',
        SIMULATOR_MEMBERS: String(FEW_MEMBERS),
        BACKFILL_SESSIONS: '2',
        BACKFILL_CYCLE_SESSIONS: '0',
      },
      {
        DATABASE_URL: database.url,
        INTERNAL_TOKEN: INTERNAL,
        ...(node ? { AMQP_URL: node.url } : {}),
      },
    )
    expect(await fleet.start('migrate').gone).toEqual({ code: 0, signal: null })
    // An account, whose value is stored every hour.
    await openAccount(database.sql, 1_000_000)
    // An endpoint, which gets every event.
    endpoint = await openEndpoint()
    const { url } = endpoint
    const wanted = { name: 'all', url, kinds: [], severities: [], enabled: true, warning: null, secret: newSecret() }
    await database.sql.begin((tx) => insertWebhook(tx, wanted, 1))
    fleet.start('simulator')
    await allStarted()
    for (let first = 0; first < FLEET.length; first += ABREAST) {
      for (const service of FLEET.slice(first, first + ABREAST))
        fleet.start(service, service === 'api' ? { PORT: String(await freePort()) } : {})
      await allStarted()
    }
    broker = await connectBroker(brokerConfig(node, database.url), silentLog)
  }, 2 * RABBIT_START_MS)
  afterAll(async () => {
    // Stops what exists, also after a start that failed half-way.
    await fleet?.stop()
    endpoint?.close()
    await broker?.close()
    await database?.drop()
    await node?.stop()
  }, 180_000)

  /** Waits for every process, also for replacements of those that ended. */
  const allStarted = () =>
    eventually(() => {
      expect(fleet.gaveUp() ? fleet.crashes() : []).toEqual([])
      const starting = fleet.starting()
      expect({ starting, crashes: starting.length > 0 ? fleet.crashes() : [] }).toEqual({ starting: [], crashes: [] })
    }, START_WITHIN)

  /** Steps service time; at a deadly slot one process of each kind dies with the slot's work in hand. */
  async function step(time: string): Promise<void> {
    const onward = () => stepServiceTime(database.sql, at(time))
    const phases = DEADLY[time]
    if (!phases) return await onward()
    await allStarted()
    const died = await killHolding({ sql: database.sql, broker, fleet }, phases, onward)
    expect(died.sort()).toEqual(phases.flatMap(({ holding, also }) => [...holding, ...also]).sort())
    deaths.push(...died)
  }

  const answers = async (path: string) =>
    await Promise.all(
      fleet.running('api').map(async ({ env }) => {
        const answer = await fetch(`http://127.0.0.1:${env.PORT}${path}`, { signal: AbortSignal.timeout(5_000) })
        return { status: answer.status, etag: answer.headers.get('etag'), body: await answer.text() }
      }),
    )

  /** The APIs keep serving, and the slot's work is done once the broker is back. */
  async function withoutBroker(time: string): Promise<void> {
    if (!node) return
    await eventually(async () => {
      const slots =
        await database.sql`select 1 from slots as s where s.scheduled_for = ${at(time)} and s.state = 'fired'`
      expect(slots.length).toBeGreaterThan(0)
    }, WITHIN)
    for (const path of ['/health', '/api/v1/status', '/api/v1/signals/latest', '/report']) {
      const statuses = (await answers(path)).map(({ status }) => status)
      expect({ path, statuses }).toEqual({ path, statuses: Array(COPIES).fill(200) })
    }
    const asked = performance.now()
    await node.start()
    await cycleIn(database.sql, `${DAY}T${time}`, ['reported'])
    recoveredMs = performance.now() - asked
  }

  test('each of 16 cycles is reported, although one process of each kind is killed during its work', async () => {
    await cycleIn(database.sql, '2026-11-25T16:20', ['reported'])
    for (const time of TIMES) {
      if (time === BROKER_DIES_BEFORE) {
        // Replacements for processes that died in an earlier slot may still be starting.
        await allStarted()
        await node?.kill()
      }
      await step(time)
      if (time === BROKER_DIES_BEFORE) await withoutBroker(time)
      await cycleIn(database.sql, `${DAY}T${time}`, ['reported'])
      await minutesCollected(database.sql)
    }
    for (const time of AFTER_CLOSE) {
      await step(time)
      await nothingOpen(database.sql, time)
    }
    expect(new Set(deaths)).toEqual(new Set(['api', ...WORKERS]))
    await allStarted()
    // Under compose.yaml too, a process that cannot start in time ends and is restarted; an error of any other kind is
    // a bug.
    expect(fleet.crashes().filter(({ output }) => output.includes(': bug: '))).toEqual([])
    const running = fleet.running().map(({ service }) => service)
    expect(running.sort()).toEqual(['simulator', ...FLEET].sort())
    // The back-fill of the members may end after the day; then the first cycles are computed again.
    await eventually(async () => {
      const progress = await readProgress(database.sql)
      expect(BACKFILL.filter((step) => !isDone(progress, step))).toEqual([])
    }, WITHIN)
    await nothingOpen(database.sql, AFTER_CLOSE.at(-1)!)
  }, 600_000)

  test('every cycle has one report, with every source it expected', async () => {
    const cycles = await database.sql<{ id: string; state: string; reports: number; missing: string[] }[]>`
      select c.id, c.state, (select count(*)::int from reports as r where r.cycle_id = c.id and r.replaces is null) as reports,
        array(select e.source from unnest(c.expected) as e (source) where not exists (
          select 1 from cycle_arrivals as a where a.cycle_id = c.id and a.source = e.source and a.ok)) as missing
      from cycles as c where c.id like ${`${DAY}%`} order by c.id`
    expect([...cycles]).toEqual(
      TIMES.map((time) => ({ id: `${DAY}T${time}`, state: 'reported', reports: 1, missing: [] })),
    )
    const [day] = await database.sql`select d.state from signals_daily as d where d.trade_date = ${DAY}`
    expect(day).toEqual({ state: LONG ? 'final' : 'provisional' })
  })

  test('no message is dead or unsent, no slot is missed, and the audit finds nothing', async ({ task }) => {
    expect(await broker.deadLetters()).toEqual([])
    // An effect is committed a moment before its message is acknowledged.
    await eventually(async () => {
      for (const { stage, ready, active, delayed, dead } of await broker.depths()) {
        expect({ stage, ready, active, delayed, dead }).toEqual({ stage, ready: 0, active: 0, delayed: 0, dead: 0 })
      }
    }, WITHIN)
    const failed = await database.sql`select i.message_id from inbox as i where i.state <> 'done'`
    expect([...failed]).toEqual([])
    const unsent = await database.sql`select o.message_id from outbox as o where o.sent_at is null`
    expect([...unsent]).toEqual([])
    // Time jumps further here than slots of headlines wait; their next slot fetches the same headlines.
    const missed = await database.sql`
      select s.key from slots as s where s.state = 'missed' and s.kind <> 'minute' and s.key not like 'ingest:news:%'`
    expect([...missed]).toEqual([])
    // Time was stepped by quarters of an hour: the last two minutes of each are still in time, the others are missed.
    const minutes = await database.sql<{ state: string; count: number; collected: number }[]>`
      select s.state, count(*)::int as count,
        count(*) filter (where m.minute is not null and m.reason is null)::int as collected
      from slots as s left join minutes as m on m.minute = s.scheduled_for
      where s.kind = 'minute' group by s.state order by s.state`
    expect([...minutes]).toEqual([
      { state: 'fired', count: 2 * STEPS, collected: 2 * STEPS },
      // The sixteen minutes after the close lie between two steps.
      { state: 'missed', count: 13 * STEPS + 16, collected: 0 },
    ])
    for (const finding of await audit(database.sql)) expect(finding.offenders, finding.rule).toEqual([])
    // Events send messages of their own, such as deliveries to webhooks.
    const { messages, done } = await eventually(async () => {
      const sent = await database.sql<{ envelope: Envelope }[]>`select o.envelope from outbox as o`
      const messages = sent.reduce((sum, { envelope }) => sum + stagesFor(routingKey(envelope)).length, 0)
      const [done] = await database.sql<[{ count: number }]>`select count(*)::int as count from inbox`
      expect(done.count).toBe(messages)
      return { messages, done }
    }, WITHIN)
    const attack = `${FLEET.length + 1} processes through a half-day, one of each kind dies${node ? ', and the broker' : ''}`
    const figures = { deaths: deaths.length + (node ? 1 : 0), messages, effects: done.count, recoveredMs }
    witness(task, { invariant: 'I-05', broker: transport.name, attack, ...figures })
  })

  test('workers, their totals per stage and the latency of every cycle are counted', async () => {
    await eventually(async () => {
      const live = await liveWorkers(database.sql)
      for (const stage of STAGES)
        expect({ stage, ...staffOf(stage, live) }).toMatchObject({ stage, workers: copiesOf(stage) })
    }, WITHIN)
    // A worker writes its totals a little after its work, so a killed one may take a stage's only message with it.
    const handled = await database.sql<{ stage: string; count: number }[]>`
      select i.stage, count(*)::int as count from inbox as i where i.state = 'done' group by i.stage`
    const busy = handled.filter(({ count }) => count >= TIMES.length).map(({ stage }) => stage)
    expect(busy).toEqual(expect.arrayContaining(['signals', 'report', 'alerts']))
    await eventually(async () => {
      const totals = await readStageTotals(database.sql)
      for (const stage of busy) {
        const done = totals.find((total) => total.stage === stage && total.outcome === 'done')
        expect(done?.handlingSeconds ?? 0, stage).toBeGreaterThan(0)
      }
    }, WITHIN)
    const latency = await cycleLatency(database.sql)
    expect(latency).toMatchObject({ newest: { cycle: `${DAY}T13:20` }, cycles: TIMES.length, unservedMs: 0 })
    for (const phase of CYCLE_PHASES) expect(latency.quantiles.max[phase], phase).toBeGreaterThan(0)
  }, 180_000)

  test('the webhook got every event of the log, under the id of its place there', async () => {
    await eventually(async () => {
      const events = await loggedEvents(database.sql, { after: 0, before: null, kinds: [], limit: 1_000 })
      expect(events.length).toBeGreaterThan(0)
      expect([...new Set(endpoint!.got.map(({ id }) => id))].sort()).toEqual(
        events.map(({ id }) => `msg_1_${id}`).sort(),
      )
    }, WITHIN)
  }, 180_000)

  test('both APIs, the replaced one and the other, serve the same newest documents', async () => {
    await eventually(async () => {
      const [one, other] = await answers('/api/v1/signals/latest')
      expect(one!.status).toBe(200)
      expect(JSON.parse(one!.body)).toMatchObject({ cycle_id: `${DAY}T13:20` })
      expect(other).toEqual(one)
    })
    const [one, other] = await answers('/report')
    expect(one!.body).toContain('2026-11-27 13:20 ET')
    expect(other).toEqual(one)
  })

  test('all processes drain on SIGTERM', async () => {
    const ends = await fleet.stop()
    expect(ends).toHaveLength(FLEET.length + 1)
    expect(ends.filter(({ code }) => code !== 0)).toEqual([])
    // A worker whose last heartbeat did not arrive is dropped after its silence.
    await eventually(async () => expect(await liveWorkers(database.sql)).toEqual([]), WITHIN)
  }, 180_000)
})
