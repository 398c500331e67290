import { cycleReady } from '../harness/broker/messages.ts'
import type { OpenTransport, Transport } from '../harness/broker/transport.ts'
import { toEnvelope } from '../shared/broker/new-message.ts'
import { BINDINGS } from '../shared/broker/topology.ts'
import { silentLog } from '../shared/log.ts'
import type { Child } from './child.ts'
import type { DrainOrder, DrainPlan } from './measured/drain.ts'
import type { Database, Rig } from './rig.ts'
import type { Sides } from './row.ts'
import { median } from './statistics.ts'
import { shown } from './table.ts'

/** A worker handles two messages at a time; with eight, the row measures more than waiting for the disk. */
const CONCURRENCY = 8
const PUBLISH_BATCH = 200
const WARM_UP = 0.25

/** Both sides drain the same queue of the same broker into the same table, each in a process of its own. */
export async function drainSides(
  rig: Rig,
  { open, bareScript, messages }: { open: OpenTransport; bareScript: string; messages: number },
  clear: (database: Database, transport: Transport) => Promise<void>,
): Promise<Sides> {
  const database = await rig.database()
  await database.sql`create table effects (message_id text not null, stage text not null, worker text)`
  const transport = await open(database.url, BINDINGS)
  rig.defer(() => transport.close())
  const publisher = await transport.connect({ log: silentLog })
  rig.defer(() => publisher.close())
  const plan: DrainPlan = { ...transport.workerConfig, concurrency: CONCURRENCY }
  const args = [JSON.stringify(plan)]
  const ours = rig.start('bench/measured/drain-stage.ts', { args, measured: 'stage' })
  await ours.heard()
  const bare = rig.start(bareScript, { args })
  await bare.heard()

  let round = 0
  async function rate(child: Child, count: number, output = false): Promise<number> {
    round += 1
    const envelopes = Array.from({ length: count }, (_, at) => toEnvelope(cycleReady(`r${round}m${at}`)))
    for (let from = 0; from < count; from += PUBLISH_BATCH) {
      await publisher.publish(envelopes.slice(from, from + PUBLISH_BATCH))
    }
    const { seconds } = await child.ask<{ seconds: number }>({ messages: count, output } satisfies DrainOrder)
    await database.sql`truncate inbox, outbox, effects`
    await clear(database, transport)
    return count / seconds
  }
  const warmUp = Math.ceil(messages * WARM_UP)
  await rate(ours, warmUp)
  for (const output of [false, true]) await rate(bare, warmUp, output)
  const withOutput: number[] = []
  let weWereLast = false
  return {
    async ours() {
      weWereLast = true
      return await rate(ours, messages)
    },
    async ceiling() {
      // The ceiling is measured right after our turn; the variant with output is only a note and is measured
      // separately.
      const before = weWereLast ? await rate(bare, messages) : null
      weWereLast = false
      withOutput.push(await rate(bare, messages, true))
      return before ?? (await rate(bare, messages))
    },
    note: () =>
      `${messages} messages a round, ${CONCURRENCY} at a time; the ceiling where each message makes another, as ours does: ` +
      `${shown(median(withOutput))} msg/s`,
  }
}
