import { signalsHandler } from '../../harness/broker/effect-handler.ts'
import { connectBroker } from '../../shared/broker/connect.ts'
import type { Broker } from '../../shared/broker/port.ts'
import { startRelay } from '../../shared/broker/relay.ts'
import { runStage } from '../../shared/broker/run-stage.ts'
import { createLog } from '../../shared/log.ts'
import { openPool } from '../../shared/postgres/server/db.ts'
import { POOL_MAX, runDrain } from './drain.ts'

/** The number of messages that the product's stages with batches take together. */
const BATCH = 16

/** Our side: inbox, effect and outbox rows in one commit, the output published with a confirm, one log line. */
await runDrain(async ({ concurrency, ...config }) => {
  const log = createLog({ level: 'info', process: 'worker' })
  const sql = openPool(config.databaseUrl, { max: POOL_MAX, name: 'bench-stage' })
  const connected = await connectBroker(config, log)
  let settled = 0
  let published = 0
  let check = () => {}
  const broker: Broker = {
    ...connected,
    async publish(envelopes) {
      await connected.publish(envelopes)
      published += envelopes.length
      check()
    },
    subscribe: (stage, onDelivery, options) =>
      connected.subscribe(
        stage,
        async (delivery) => {
          const settlement = await onDelivery(delivery)
          settled += 1
          check()
          return settlement
        },
        options,
      ),
  }
  const relay = startRelay({ sql, broker, log })

  return {
    async drain({ messages }) {
      settled = 0
      published = 0
      const done = Promise.withResolvers<void>()
      check = () => {
        if (settled >= messages && published >= messages) done.resolve()
      }
      const subscription = await runStage({ sql, broker, relay, log }, signalsHandler('w', BATCH), { concurrency })
      await done.promise
      await subscription.drain()
    },
    async close() {
      await relay.stop()
      await connected.close()
      await sql.end({ timeout: 1 })
    },
  }
})
