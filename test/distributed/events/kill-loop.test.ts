import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import canonicalize from 'canonicalize'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownPostgresBroker } from '../../../harness/broker/postgres-transport.ts'
import type { OwnBroker } from '../../../harness/broker/transport.ts'
import { eventually } from '../../../harness/eventually.ts'
import { NO_RATE_LIMITS_TEXT } from '../../../harness/no-rate-limits.ts'
import { ownRabbit, RABBIT_START_MS } from '../../../harness/rabbitmq.ts'
import type { RabbitNode } from '../../../harness/rabbitmq-node.ts'
import { isLong } from '../../../harness/run-environment.ts'
import { type Witnessed, witness } from '../../../harness/witness.ts'
import { freePort } from '../../../shared/free-port.ts'
import { eventBounds } from '../../../shared/postgres/events/events.ts'
import { openPool, type Pool } from '../../../shared/postgres/server/db.ts'
import { openServiceTime } from '../../../shared/postgres/server/service-time.ts'
import { NOW } from '../../api/support/seed.ts'
import { type Fleet, openFleet } from '../fleet.ts'
import { type Follower, followAll, type Seen } from './followers.ts'
import { openReceivers, type Receiver, WANTED } from './receivers.ts'
import { writeEvents } from './write-events.ts'

/** The long run is the proof; the short one shows on every push that it still holds. */
const PLAN = isLong
  ? { seconds: 60, perSecond: 200, streams: 50, sockets: 10, killEveryMs: 2_000, downMs: 2_000, copies: 2 }
  : { seconds: 3, perSecond: 50, streams: 10, sockets: 3, killEveryMs: 500, downMs: 200, copies: 1 }
const REPLICAS = 2
/** A busy machine is slow to start what was killed, and the Postgres broker misses a killed worker for 16 s. */
const WITHIN = { within: isLong ? 900_000 : 120_000 }
const AGAIN_AFTER_MS = 200

let postgres: OwnBroker
let rabbit: RabbitNode | null = null
let fleet: Fleet
let sql: Pool
let receivers: Awaited<ReturnType<typeof openReceivers>> | undefined
let isEnding = false
const bases: string[] = []
const followers: Follower[] = []

beforeAll(async () => {
  postgres = await ownPostgresBroker()
  // Only the long run brings RabbitMQ, whose start alone takes longer than the short one.
  rabbit = isLong ? await ownRabbit() : null
  const url = postgres.databaseUrl!
  sql = openPool(url, { max: 2, name: 'kill-loop' })
  await openServiceTime(sql, NOW, { speed: 0, reason: 'test' })
  const shared = {
    LOG_LEVEL: 'info',
    RATE_LIMITS: NO_RATE_LIMITS_TEXT,
    BACKFILL_SESSIONS: '0',
    BACKFILL_CYCLE_SESSIONS: '0',
    WEBHOOKS_ALLOW_LOCAL: '1',
    WEBHOOKS_RETRY_S: '1,1,2,2,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4',
  }
  fleet = await openFleet(shared, { DATABASE_URL: url, ...(rabbit ? { AMQP_URL: rabbit.url } : {}) })
  for (let copy = 0; copy < REPLICAS; copy++) {
    const port = String(await freePort())
    bases.push(`http://127.0.0.1:${port}`)
    keep('api', { PORT: port })
  }
  for (let copy = 0; copy < PLAN.copies; copy++) {
    keep('scheduler')
    keep('webhooks')
  }
  receivers = await openReceivers(sql)
  const starting = () =>
    fleet
      .running()
      .map(({ output }) => output())
      .filter((said) => !/workers_started|"listening"/.test(said))
  await eventually(() => expect(starting()).toEqual([]), { within: 120_000 })
}, RABBIT_START_MS)

afterAll(async () => {
  isEnding = true
  for (const follower of followers) follower.stop()
  await fleet?.stop()
  for (const receiver of receivers?.alive ?? []) receiver.close()
  await sql?.end({ timeout: 1 })
  await rabbit?.stop()
  await postgres?.remove()
}, 180_000)

/** Starts a process again whenever it ends, as an orchestrator does. */
function keep(service: string, env: Record<string, string> = {}): void {
  const member = fleet.start(service, env)
  void member.gone.then(async () => {
    await sleep(AGAIN_AFTER_MS)
    if (!isEnding) keep(service, env)
  })
}

/** Kills the copies of a service in turn; one that is about to start again is spared. */
async function kill(service: string, round: number): Promise<void> {
  const running = fleet.running(service)
  const victim = running[round % running.length]
  if (victim) process.kill(victim.pid, 'SIGKILL')
}

async function restart({ kill: end, start }: Pick<OwnBroker, 'kill' | 'start'>): Promise<void> {
  await end()
  await sleep(PLAN.downMs)
  await start()
}

/** Kills one thing after the other until the time is over; returns how often each died. */
async function killInTurn(): Promise<Record<string, number>> {
  const deaths: Record<string, number> = {}
  const turns: [name: string, kill: (round: number) => Promise<void>][] = [
    ['api', (round) => kill('api', round)],
    ['webhooks', (round) => kill('webhooks', round)],
    ['scheduler', (round) => kill('scheduler', round)],
    ['postgres', () => restart(postgres)],
    ...(rabbit ? [['rabbitmq', () => restart(rabbit!)] as [string, () => Promise<void>]] : []),
  ]
  const until = performance.now() + PLAN.seconds * 1_000
  for (let round = 0; round < turns.length || performance.now() < until; round++) {
    const [name, die] = turns[round % turns.length]!
    await sleep(PLAN.killEveryMs)
    await die(Math.floor(round / turns.length))
    deaths[name] = (deaths[name] ?? 0) + 1
  }
  return deaths
}

const hashOf = (before: string, event: Record<string, unknown>): string => {
  const { hash: _hash, prev_id_in_filter: _filter, ...rest } = event
  return createHash('sha256')
    .update(`${before}\n${canonicalize(rest)}`)
    .digest('hex')
}

/** The hash of each event follows from the one before it and its own content, as any client can check. */
function expectChain(whole: readonly Record<string, unknown>[]): void {
  let before = '0'.repeat(64)
  for (const event of whole) {
    expect(event.hash, `event ${event.id}`).toBe(hashOf(before, event))
    before = event.hash as string
  }
}

const idsOf = ({ webhookId }: Receiver, log: readonly Seen[], from: number): string[] =>
  log.filter(({ id, kind }) => id > from && WANTED.includes(kind)).map(({ id }) => `msg_${webhookId}_${id}`)

const behind = (length: number): string[] =>
  followers.flatMap(({ name, seen, connections }) =>
    seen.length < length ? [`${name}: ${seen.length} of ${length}, ${connections} connections`] : [],
  )

/** Waits until every event has its id; returns the log. */
async function wholeLog(written: number): Promise<Seen[]> {
  await eventually(async () => {
    const [left] = await sql<[{ waiting: number; logged: number }]>`
      select count(*) filter (where e.hash is null)::integer as waiting,
        count(*) filter (where e.key like 'kill-loop-%')::integer as logged
      from events as e where e.log = 'public'`
    expect(left).toEqual({ waiting: 0, logged: written })
  }, WITHIN)
  const log = await sql<Seen[]>`
    select e.id, e.prev_id, e.hash, e.kind from events as e where e.log = 'public' order by e.id`
  return [...log]
}

/** Waits until everything is delivered to the endpoints that are not dead. */
const allDelivered = (deadId: number) =>
  eventually(async () => {
    const open = await sql<{ webhook: number; state: string; count: number }[]>`
      select d.webhook_id as webhook, d.state, count(*)::integer as count from webhook_deliveries as d
      where d.webhook_id <> ${deadId} and d.state <> 'delivered' group by 1, 2`
    expect([...open]).toEqual([])
  }, WITHIN)

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0)

test('whatever is killed, every client has every event once and in order, and webhooks get each at least once', async ({
  task,
}) => {
  followers.push(...followAll(PLAN, bases))
  const from = (await eventBounds(sql))?.latest ?? 0
  const writer = writeEvents(sql, PLAN.perSecond)
  const died = await killInTurn()
  const written = await writer.stop()
  const stopped = performance.now()
  const log = await wholeLog(written)
  await eventually(() => expect(behind(log.length)).toEqual([]), WITHIN)
  const followedMs = performance.now() - stopped
  for (const { name, seen, faults } of followers)
    expect({ name, seen, faults }).toEqual({ name, seen: log, faults: [] })
  for (const { whole } of followers) if (whole.length > 0) expectChain(whole)

  const { alive, deadId } = receivers!
  await allDelivered(deadId)
  const deliveredMs = performance.now() - stopped
  for (const receiver of alive) {
    expect(receiver.faults, receiver.name).toEqual([])
    expect([...receiver.accepted].sort(), receiver.name).toEqual(idsOf(receiver, log, from).sort())
  }

  const deaths = sum(Object.values(died))
  const victims = Object.keys(died).join(', ')
  const broker = rabbit ? 'RabbitMQ' : 'Postgres'
  const attack = `${PLAN.seconds} s of ${PLAN.perSecond} events a second; ${victims} die in turn`
  const seen = (who: string, figures: Pick<Witnessed, 'messages' | 'effects' | 'duplicated' | 'recoveredMs'>) =>
    witness(task, { invariant: 'I-06', broker, attack: `${attack}: ${who}`, deaths, lost: 0, ...figures })
  const streamed = sum(followers.map((follower) => follower.seen.length))
  const { streams, sockets } = PLAN
  seen(`${streams} streams, ${sockets} sockets`, {
    messages: log.length * followers.length,
    effects: streamed,
    duplicated: 0,
    recoveredMs: followedMs,
  })
  for (const { name, accepted, attempts } of alive) {
    const effects = sum(attempts.values())
    const duplicated = effects - attempts.size
    seen(`webhook, ${name}`, { messages: accepted.size, effects, duplicated, recoveredMs: deliveredMs })
  }
}, 1_500_000)
