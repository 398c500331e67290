import { setTimeout as sleep } from 'node:timers/promises'
import { COMPUTE_STAGES, type StageName } from '../../shared/broker/topology.ts'
import { SOURCES } from '../../shared/domain/market/source-id.ts'
import { AppError } from '../../shared/errors.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { stepServiceTime } from '../../shared/postgres/server/service-time.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { DAY, historyIsThere, openMarket, startReplica, WORKER } from '../market.ts'
import type { HopsPlan } from '../measured/bare-hops.ts'
import type { Rig } from '../rig.ts'
import type { LimitRow, Samples } from '../row.ts'
import { median, quantile } from '../statistics.ts'
import { shown } from '../table.ts'

const CYCLES = 27
const WARM_UP_HOPS = 10
/** The stages of a cycle, each scaled alone. */
const OWN_WORKER: readonly StageName[] = ['signals', 'report', 'alerts', 'tripwires']
const FIRST_MINUTE = 9 * 60 + 30
const EVERY_MINUTES = 15
/** Finer than the measured time, and still a small share of what the API can answer. */
const POLL_MS = 5
const READABLE_WITHIN_MS = 30_000
const LIMIT_MS = 250

const two = (number: number): string => String(number).padStart(2, '0')
const slot = (index: number): string => {
  const minute = FIRST_MINUTE + index * EVERY_MINUTES
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/** Real time in milliseconds, comparable with Postgres's clock on the same machine. */
const nowMs = (): number => performance.timeOrigin + performance.now()

/** Returns the time at which the report of a slot was first readable. */
async function readable(url: string, time: string): Promise<number> {
  const until = performance.now() + READABLE_WITHIN_MS
  let etag = ''
  while (performance.now() < until) {
    const answer = await fetch(`${url}/report`, { headers: { 'if-none-match': etag } })
    const text = await answer.text()
    if (answer.status === 200 && text.includes(`${DAY} ${time} ET`)) return nowMs()
    etag = answer.headers.get('etag') ?? etag
    await sleep(POLL_MS)
  }
  throw new AppError('unavailable', `no report of ${time} within ${READABLE_WITHIN_MS / 1_000} s`)
}

interface Stamps {
  /** Time at which the transaction of the last source's arrival completed the cycle. */
  arrived: number
  /** Time at which the transaction of the snapshot committed. */
  computed: number
}

async function stamps(sql: Pool, cycleId: string): Promise<Stamps> {
  const stamp = async (id: string) => {
    const [row] = await sql<{ ms: number }[]>`
      select (extract(epoch from o.created_at) * 1000)::float8 as ms from outbox as o where o.message_id = ${id}`
    if (!row) throw new AppError('not_found', `the outbox has no ${id}`)
    return row.ms
  }
  return { arrived: await stamp(`cycle:${cycleId}#1`), computed: await stamp(`signals:${cycleId}#1`) }
}

/** The same broker's bare client, which passes one message over four queues with a commit at each. */
async function openBareHops(rig: Rig, amqpUrl: string | null): Promise<() => Promise<number>> {
  const { url } = await rig.database()
  const plan: HopsPlan = { databaseUrl: url, amqpUrl }
  const child = rig.start('bench/measured/bare-hops.ts', { args: [JSON.stringify(plan)] })
  await child.heard()
  let passed = 0
  const pass = async () => (await child.ask<{ ms: number }>({ id: String(++passed) })).ms
  for (let warmUp = 0; warmUp < WARM_UP_HOPS; warmUp++) await pass()
  return pass
}

/** Runs a session of cycles in separate processes: scheduler, sources, signals, report and one API replica. */
async function session(rig: Rig, amqpUrl?: string): Promise<Samples> {
  const { database, env } = await openMarket(rig, amqpUrl ? { amqpUrl } : {})
  const worker = (name: string, ...args: string[]) => rig.start(WORKER, { args, env, measured: name })
  const workers = [
    worker('scheduler', '--scheduler', '--backfill'),
    worker('ingest', '--sources', SOURCES.join(',')),
    ...OWN_WORKER.map((stage) => worker(stage, '--stages', stage)),
    // The history is complete only once companies and picks have theirs.
    worker('others', '--stages', COMPUTE_STAGES.filter((stage) => !OWN_WORKER.includes(stage)).join(',')),
  ]
  const api = await startReplica(rig, env)
  await historyIsThere(database, workers)
  const bareHops = await openBareHops(rig, amqpUrl ?? null)
  const values: number[] = []
  const computing: number[] = []
  const bare: number[] = []
  for (let index = 0; index < (rig.quick ? 3 : CYCLES); index++) {
    const time = slot(index)
    const reading = readable(api.url, time)
    await stepServiceTime(database.sql, instantAt(DAY, time))
    const read = await reading
    const { arrived, computed } = await stamps(database.sql, `${DAY}T${time}`)
    values.push(read - arrived)
    computing.push(computed - arrived)
    bare.push(await bareHops())
  }
  const hopsMs = quantile(bare, 0.95)
  const note =
    `max ${Math.round(Math.max(...values))} ms, to the snapshot p50 ${Math.round(median(computing))} ms, ` +
    `read every ${POLL_MS} ms; four bare hops between the cycles, a commit at each: p95 ${shown(hopsMs)} ms, ` +
    `so a cycle takes ${shown(quantile(values, 0.95) / hopsMs)} times as long`
  return { values, note }
}

const common = { kind: 'limit', unit: 'ms', limit: LIMIT_MS } as const

export const cyclePostgres: LimitRow = {
  ...common,
  id: 'cycle-postgres',
  figure: 'last source to readable report, Postgres broker',
  sample: (rig) => session(rig),
}

export const cycleRabbitmq: LimitRow = {
  ...common,
  id: 'cycle-rabbitmq',
  figure: 'last source to readable report, RabbitMQ',
  sample: async (rig) => session(rig, await rig.rabbitUrl()),
}
