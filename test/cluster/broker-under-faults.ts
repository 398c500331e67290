import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { signalsComputed } from '../../harness/broker/messages.ts'
import { type RabbitCluster, startRabbitCluster } from '../../harness/cluster/rabbitmq-cluster.ts'
import { eventually } from '../../harness/eventually.ts'
import { connectRabbitBroker } from '../../shared/broker/rabbitmq-broker.ts'
import { startRelay } from '../../shared/broker/relay.ts'
import { runStage } from '../../shared/broker/run-stage.ts'
import { silentLog } from '../../shared/log.ts'
import { outboxBacklog } from '../../shared/postgres/messaging/outbox.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'

/** The queue of the stage that works under faults. */
export const QUEUE = 'market.report'
const PACE_MS = 20
/** Messages after the end of a fault, so that the gap it makes has an end. */
const AFTER = 150
const SETTLED_WITHIN_MS = 90_000

export interface BrokerUnderFaults {
  cluster: RabbitCluster
  unsent(): Promise<number>
  /** Sends messages through the outbox during a fault, expects one effect of each, and prints the longest gap. */
  during(fault: string, work: () => Promise<void>): Promise<void>
  end(): Promise<void>
}

/** A stage that works on a cluster of three nodes, with outbox and inbox in the database. */
export async function openBrokerUnderFaults(sql: Pool): Promise<BrokerUnderFaults> {
  await sql`create table effects (batch integer, message_id text, at timestamptz default clock_timestamp())`
  const cluster = await startRabbitCluster()
  const broker = await connectRabbitBroker(cluster.url, { log: silentLog })
  const relay = startRelay({ sql, broker, log: silentLog })
  let batch = 0
  await runStage(
    { sql, broker, relay, log: silentLog },
    {
      stage: 'report',
      handles: ['signals.computed'],
      async handle(tx, { id }) {
        await tx`insert into effects (batch, message_id) values (${batch}, ${id})`
        return []
      },
    },
    { concurrency: 4 },
  )
  const unsent = async () => (await outboxBacklog(sql)).unsent

  async function sendUntil(isOver: () => boolean): Promise<number> {
    let sent = 0
    for (let after = 0; after < AFTER; sent += 1) {
      const message = signalsComputed(`batch${batch}-${sent}`)
      await relay.transaction(sql, async () => ({ result: null, messages: [message] }))
      if (isOver()) after += 1
      await sleep(PACE_MS)
    }
    return sent
  }

  async function results() {
    const [row] = await sql`
      select count(*)::integer as effects, count(distinct e.message_id)::integer as messages
      from effects as e where e.batch = ${batch}`
    return { effects: row?.effects as number, messages: row?.messages as number }
  }

  /** The wait for the first effect counts, because a fault may begin before it. */
  async function longestGapMs(began: Date): Promise<number> {
    const [row] = await sql`
      select max(g.gap_ms)::integer as ms
      from (
        select extract(epoch from e.at - lag(e.at, 1, ${began}::timestamptz) over (order by e.at)) * 1000 as gap_ms
        from effects as e where e.batch = ${batch}
      ) as g`
    return Number(row?.ms)
  }

  return {
    cluster,
    unsent,
    async during(fault, work) {
      batch += 1
      let isOver = false
      const [now] = await sql`select clock_timestamp() as at`
      const working = work().finally(() => {
        isOver = true
      })
      const [sent] = await Promise.all([sendUntil(() => isOver), working])
      await eventually(async () => expect(await results()).toEqual({ effects: sent, messages: sent }), {
        within: SETTLED_WITHIN_MS,
      })
      // Messages that were sent again arrive before the outbox is empty; none of them may have a second effect.
      await eventually(async () => expect(await unsent()).toBe(0), { within: SETTLED_WITHIN_MS })
      await eventually(async () => {
        const depth = (await broker.depths()).find(({ stage }) => stage === 'report')
        expect(depth).toMatchObject({ ready: 0, active: 0, dead: 0 })
      })
      expect(await results()).toEqual({ effects: sent, messages: sent })
      process.stdout.write(`${fault}: ${sent} messages, longest gap ${await longestGapMs(now?.at as Date)} ms\n`)
    },
    async end() {
      await relay.stop()
      await broker.close()
      await cluster.stop()
    },
  }
}
