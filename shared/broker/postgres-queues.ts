import pg from 'pg'
import { type Db, PgBoss, type Queue, type QueueResult } from 'pg-boss'
import type { Log } from '../log.ts'
import { atHost, databaseAddress } from '../postgres/server/database-url.ts'
import { preparedClient } from './prepared-client.ts'
import { primaryClient } from './primary-client.ts'
import { STAGES, type StageName } from './topology.ts'

export const BOSS_SCHEMA = 'pgboss'
const POOL_MAX = 4
const STATEMENT_TIMEOUT_MS = 15_000
/** Covers a half-open link, over which the server's own limit cannot reach us; pg then drops the connection. */
const ANSWER_TIMEOUT_MS = 16_000
const CONNECT_TIMEOUT_MS = 5_000
/** The driver's ten seconds would close and open a connection several times a minute, and each login costs a hash. */
const IDLE_MS = 60_000
/**
 * When a worker's machine vanishes during a transaction, the job stays locked until the server notices, and the search
 * for lost messages waits for it. Our transactions take milliseconds.
 */
const IDLE_IN_TRANSACTION_MS = 10_000

/**
 * A connection caches the plan of a fetch. A plan made while the table of jobs was empty would read the whole table
 * once it is long; without sequential scans it uses the index that is in the order of the queue.
 */
const BY_INDEX = 'enable_seqscan=off'

/** The minimum that pg-boss allows; a worker that is silent for this long loses its messages. */
export const HEARTBEAT_SECONDS = 10
/** How often one of the processes looks for lost messages: they are back within HEARTBEAT_SECONDS plus twice this. */
export const SUPERVISE_SECONDS = 3
/** Handled jobs are deleted at once; what pg-boss itself ends, and completed jobs of the version before, go after this. */
const KEEP_ENDED_SECONDS = 300
const MAINTENANCE_SECONDS = 60
/** Jobs that wait for other jobs are looked for this seldom, because we have none. */
const FLOW_SECONDS = 3_600
/** pg-boss's maximum: no message is dropped for its age while a stage is off, and dead letters wait for a person. */
const KEEP_WAITING_SECONDS = 365 * 86_400
/**
 * Longer than any handler may take, prepare included: the bars of all members take up to 26 minutes of a vendor's
 * budget. RabbitMQ allows half an hour, this is a minute less; heartbeats reveal a dead worker long before.
 */
export const EXPIRE_SECONDS = 1_740
/** The stage runner gives up after a few; this ends a message that kills its worker before the runner can count. */
const LOST_MAX = 20

export const deadQueue = (stage: StageName): string => `${stage}.dead`

/** Reads pg-boss's job table directly, because pg-boss caches its own counts for a minute. */
export async function queryJobs<T>(db: Db, text: string, values: unknown[]): Promise<T[]> {
  return (await db.executeSql(text, values)).rows as T[]
}

/**
 * Returns those of the queues that have a job to fetch: neither being handled nor delayed. The limit makes the server
 * search each queue by index until the first such job, however many there are.
 */
export async function readyQueues<Q extends string>(db: Db, queues: readonly Q[]): Promise<Q[]> {
  const query = `
    select q.name from unnest($1::text[]) as q (name) cross join lateral (
      select 1 from ${BOSS_SCHEMA}.job as j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= ${BOSS_SCHEMA}.job_now()
      limit 1) as first`
  return (await queryJobs<{ name: Q }>(db, query, [queues])).map(({ name }) => name)
}

export async function startBoss(databaseUrl: string, log: Log, stages: readonly StageName[] = STAGES): Promise<PgBoss> {
  // pg-boss passes options that it does not know on to pg.
  const { hosts } = databaseAddress(databaseUrl)
  const Client = preparedClient(hosts.length > 1 ? primaryClient(databaseUrl) : pg.Client)
  const link = { query_timeout: ANSWER_TIMEOUT_MS, idleTimeoutMillis: IDLE_MS, keepAlive: true, Client }
  const boss = new PgBoss({
    ...link,
    connectionString: hosts.length > 1 ? atHost(databaseUrl, hosts[0]!) : databaseUrl,
    schema: BOSS_SCHEMA,
    max: POOL_MAX,
    application_name: 'broker',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: `-c statement_timeout=${STATEMENT_TIMEOUT_MS} -c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS} -c ${BY_INDEX}`,
    // Our scheduler fires the slots: pg-boss's cron does not make up for downtime.
    schedule: false,
    registerInstance: false,
    // pg-boss would otherwise trace its own polling as soon as there is a provider.
    openTelemetry: { enabled: false },
    // postgres-supervise.ts calls it in one process at a time.
    supervise: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    flowIntervalSeconds: FLOW_SECONDS,
  })
  boss.on('error', (error) => log.warn({ error: error.message }, 'broker_error'))
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'broker_warning'))
  await boss.start()
  await declareQueues(boss, stages)
  return boss
}

async function declareQueues(boss: PgBoss, stages: readonly StageName[]): Promise<void> {
  const waiting = { retentionSeconds: KEEP_WAITING_SECONDS, deleteAfterSeconds: KEEP_ENDED_SECONDS }
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const declare = async (name: string, options: Omit<Queue, 'name'>) => {
    const known = existing.get(name)
    if (!known) return await boss.createQueue(name, options)
    // Nearly every process finds the queues already configured as needed, and updating each takes a tenth of a second
    // in all.
    const differs = Object.entries(options).some(([key, value]) => known[key as keyof QueueResult] !== value)
    if (differs) await boss.updateQueue(name, options)
  }
  for (const stage of stages) {
    await declare(deadQueue(stage), waiting)
    await declare(stage, {
      ...waiting,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: EXPIRE_SECONDS,
      retryLimit: LOST_MAX,
      retryDelay: 0,
      deadLetter: deadQueue(stage),
    })
  }
}

/** Runs work in a transaction of pg-boss's own pool, for jobs that move between queues. */
export async function inTransaction<T>(boss: PgBoss, work: (db: Db) => Promise<T>): Promise<T> {
  const tx = await boss.getDb().beginTransaction!()
  try {
    const result = await work(tx.db)
    await tx.commit()
    return result
  } catch (error) {
    await tx.rollback()
    throw error
  }
}

/** Removes a job. Returns false if it is no longer ours: a heartbeat was missed, or another process was quicker. */
export async function takeAway(
  boss: PgBoss,
  db: Db,
  queue: string,
  job: string | { id: string; retryCount: number },
): Promise<boolean> {
  // The published type is empty; pg-boss 12.38 returns `affected`.
  const answer = (await (typeof job === 'string'
    ? boss.deleteJob(queue, job, { db })
    : boss.deleteJob(queue, job, { db }))) as { affected: number }
  return answer.affected > 0
}
