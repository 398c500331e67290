import { reportHandler, signalsHandler } from '../../harness/broker/effect-handler.ts'
import { type BrokerConfig, connectBroker } from '../../shared/broker/connect.ts'
import { startRelay } from '../../shared/broker/relay.ts'
import { runStage } from '../../shared/broker/run-stage.ts'
import { AppError } from '../../shared/errors.ts'
import { silentLog } from '../../shared/log.ts'
import { openPool } from '../../shared/postgres/server/db.ts'
import { runProcess } from '../../shared/run-process.ts'
import { LEFT_AFTER_MS } from './pace.ts'

export interface OutagePlan {
  config: BrokerConfig
  /** Waits inside the transactions of messages named `held` until the parent sends a message. */
  hold: boolean
}

/** Starts and ends as the product's workers do; its messages fail by name until the test repairs the cause. */
await runProcess('outage-worker', async () => {
  const plan = JSON.parse(process.argv[2]!) as OutagePlan
  const released = new Promise((done) => process.once('message', done))
  const sql = openPool(plan.config.databaseUrl, { max: 10, name: 'outage-worker' })
  const broker = await connectBroker(plan.config, silentLog)
  const relay = startRelay({ sql, broker, log: silentLog }, { leftAfterMs: LEFT_AFTER_MS })
  const deps = { sql, broker, relay, log: silentLog }
  const options = { concurrency: 4, backoff: { firstMs: 8_000, maxMs: 8_000 } }
  const signals = signalsHandler()
  const handle: typeof signals.handle = async (tx, message, prepared) => {
    const name = message.payload.cycleId.split('-')[0]
    const messages = await signals.handle(tx, message, prepared)
    if (plan.hold && name === 'held') await released
    if (name !== 'away' && name !== 'dead') return messages
    const [repaired] = await tx`select 1 from repaired`
    if (!repaired) throw new AppError(name === 'away' ? 'unavailable' : 'invalid', 'not repaired yet')
    return messages
  }
  const subscriptions = [
    await runStage(deps, { ...signals, handle }, options),
    await runStage(deps, reportHandler(), options),
  ]
  return async () => {
    for (const subscription of subscriptions) await subscription.drain()
    await relay.stop()
    await broker.close()
    await sql.end({ timeout: 1 })
  }
})
