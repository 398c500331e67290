import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../../api/start-api.ts'
import { testDatabase } from '../../harness/database.ts'
import { NO_RATE_LIMITS } from '../../harness/no-rate-limits.ts'
import { RABBIT_START_MS } from '../../harness/rabbitmq.ts'
import type { RabbitNode } from '../../harness/rabbitmq-node.ts'
import { isClusterRun } from '../../harness/run-environment.ts'
import { type RunningProcess, startProcess } from '../../harness/run-to-end.ts'
import { INTERNAL } from '../../harness/tokens.ts'
import { connectBroker } from '../../shared/broker/connect.ts'
import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Broker } from '../../shared/broker/port.ts'
import { type Relay, startRelay } from '../../shared/broker/relay.ts'
import { AppError, errorKind } from '../../shared/errors.ts'
import { silentLog } from '../../shared/log.ts'
import { saveStageDepths } from '../../shared/postgres/messaging/stage-depths.ts'
import { ensureServiceTime } from '../../shared/postgres/server/service-time.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { LISTENING } from '../api/support/listening.ts'
import { NOW } from '../api/support/seed.ts'
import { brokerConfig, TRANSPORTS } from '../distributed/transports.ts'

/** Eight processes start slowly while other tests run, so only `npm run test:cluster` goes that far. */
const WORKERS_MAX = isClusterRun ? 8 : 3
/** A stage that handles one message at a time. */
const STAGE = 'company'
const LOOK_EVERY_MS = 500
const WAITING_MIN = 100
const TRICKLE = 60
const TRICKLE_EVERY_MS = 100

interface Scale {
  desired_workers: number
  workers: number
  waiting: number
  in_work: number
}

/** The window of an autoscaler keeps it from stopping processes that it has only just started. */
type Direction = 'up' | 'down'

describe.each(TRANSPORTS)('on $name', (transport) => {
  const db = testDatabase()
  let node: RabbitNode | null
  let env: Record<string, string>
  let broker: Broker
  let relay: Relay
  let api: Awaited<ReturnType<typeof startApi>>
  const workers: RunningProcess[] = []
  const drained: RunningProcess[] = []
  beforeAll(async () => {
    await ensureServiceTime(db.sql)
    // The effect of a message, in the transaction of its handler: it takes a while and leaves a row.
    await db.sql`create table effects (message_id text not null)`
    await db.sql.unsafe(`
      create function work() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(0.3);
        insert into effects (message_id) values (new.message_id);
        return new;
      end $$;
      create trigger work before insert on inbox for each row execute function work();`)
    node = await transport.startNode()
    env = { DATABASE_URL: db.url, ...(node ? { AMQP_URL: node.url } : {}) }
    broker = await connectBroker(brokerConfig(node, db.url), silentLog)
    relay = startRelay({ sql: db.sql, broker, log: silentLog })
    api = await startApi({
      databaseUrl: db.url,
      ...LISTENING,
      tokens: { internal: INTERNAL },
      limits: { rates: NO_RATE_LIMITS },
    })
  }, RABBIT_START_MS)
  afterAll(async () => {
    for (const { child } of workers) child.kill('SIGKILL')
    await api?.close()
    await relay?.stop()
    await broker?.close()
    await node?.stop()
  })

  let sent = 0
  async function send(count: number): Promise<void> {
    const messages = Array.from({ length: count }, (): NewMessage<'day.computed'> => {
      sent += 1
      const payload = { day: tradingDay('2026-03-02'), cutoff: NOW.toISOString(), run: 1, origin: 'backfill' } as const
      return { id: `scaling:${sent}#1`, type: 'day.computed', occurredAt: NOW, payload }
    })
    await relay.transaction(db.sql, async () => ({ result: null, messages }))
  }

  /**
   * One check of an autoscaler: reports the queues as a scheduler does, gets how many processes to run, and runs them.
   */
  async function scale(direction: Direction): Promise<Scale> {
    await saveStageDepths(db.sql, broker.kind, await broker.depths())
    const answer = await fetch(`${api.url}/api/v1/internal/stages/${STAGE}`, {
      headers: { authorization: `Bearer ${INTERNAL}` },
    })
    if (answer.status === 503) throw new AppError('unavailable', await answer.text())
    expect(answer.status).toBe(200)
    const load = (await answer.json()) as Scale
    for (const { child, said } of workers) expect(child.exitCode, said()).toBeNull()
    const desired = Math.min(WORKERS_MAX, load.desired_workers)
    const wanted = direction === 'up' ? Math.max(workers.length, desired) : Math.min(workers.length, desired)
    while (workers.length < wanted) workers.push(startProcess(['workers/main.ts', '--stages', STAGE], env))
    for (const worker of workers.splice(wanted)) {
      worker.child.kill('SIGTERM')
      drained.push(worker)
    }
    return load
  }

  async function scaleUntil(
    direction: Direction,
    isEnough: (load: Scale) => boolean,
    eachTime = async (_load: Scale) => {},
  ): Promise<void> {
    for (;;) {
      // A look that a busy broker or replica does not answer in time is skipped, as an autoscaler does.
      const load = await scale(direction).catch((error: unknown) => {
        if (errorKind(error) !== 'unavailable') throw error
      })
      if (load && isEnough(load)) return
      if (load) await eachTime(load)
      await sleep(LOOK_EVERY_MS)
    }
  }

  test(`a stage goes from 1 process to ${WORKERS_MAX} and back under load, and each message has one effect`, async () => {
    await scaleUntil('up', ({ workers: live }) => live === 1)
    expect(workers).toHaveLength(1)
    await scaleUntil(
      'up',
      ({ workers: live }) => live === WORKERS_MAX,
      async ({ waiting }) => {
        if (waiting < WAITING_MIN) await send(WAITING_MIN)
      },
    )
    // Processes that are asked to stop hold messages, because more still arrive.
    const trickle = (async () => {
      for (let n = 0; n < TRICKLE; n += 1) {
        await send(1)
        await sleep(TRICKLE_EVERY_MS)
      }
    })()
    await scaleUntil('down', ({ waiting, in_work }) => workers.length === 1 && waiting + in_work === 0)
    await trickle
    await scaleUntil(
      'down',
      ({ desired_workers, waiting, in_work }) => desired_workers === 1 && waiting + in_work === 0,
    )

    expect(drained).toHaveLength(WORKERS_MAX - 1)
    expect(await Promise.all(drained.map(({ ended }) => ended))).toEqual(drained.map(() => 0))
    const [effects] = await db.sql`
      select count(*)::integer as n, count(distinct e.message_id)::integer as messages from effects as e`
    expect(effects).toEqual({ n: sent, messages: sent })
    const states = await db.sql`
      select i.state, i.attempts, count(*)::integer as n from inbox as i where i.stage = ${STAGE} group by 1, 2`
    expect(states).toEqual([{ state: 'done', attempts: 1, n: sent }])
    process.stdout.write(`on ${transport.name}: ${sent} messages, ${drained.length} processes drained\n`)
  }, 240_000)
})
