import { reportHandler, signalsHandler } from '../../harness/broker/effect-handler.ts'
import { type BrokerConfig, connectBroker } from '../../shared/broker/connect.ts'
import type { Point } from '../../shared/broker/handle-delivery.ts'
import { startRelay } from '../../shared/broker/relay.ts'
import { runStage } from '../../shared/broker/run-stage.ts'
import { silentLog } from '../../shared/log.ts'
import { openPool } from '../../shared/postgres/server/db.ts'
import { LEFT_AFTER_MS } from './pace.ts'

export type CrashPoint = Point | 'published' | 'marked'

/** The plan states how and when this process dies. */
export interface CrashPlan {
  config: BrokerConfig
  /** Dies the `nth` time it reaches this point. */
  killAt?: { point: CrashPoint; nth: number }
  /** Dies whenever it handles this message. */
  killOn?: string
  /** The number of messages that share a transaction; absent means 1. */
  batch?: number
}

const plan = JSON.parse(process.argv[2]!) as CrashPlan
const die = () => process.kill(process.pid, 'SIGKILL')

let seen = 0
function at(point: CrashPoint): void {
  if (plan.killAt?.point !== point) return
  seen += 1
  if (seen === plan.killAt.nth) die()
}

const sql = openPool(plan.config.databaseUrl, { max: 6, name: 'crash-worker' })
const broker = await connectBroker(plan.config, silentLog)
const relay = startRelay(
  { sql, broker, log: silentLog },
  { onPublished: () => at('published'), onMarked: () => at('marked'), leftAfterMs: LEFT_AFTER_MS },
)
const deps = { sql, broker, relay, log: silentLog }
const options = { concurrency: 4, onPoint: at, backoff: { firstMs: 100, maxMs: 400 } }
const signals = signalsHandler('w', plan.batch)
const handle: typeof signals.handle = async (tx, message, prepared) => {
  if (message.id === plan.killOn) die()
  return await signals.handle(tx, message, prepared)
}
const subscriptions = [
  await runStage(deps, { ...signals, handle }, options),
  await runStage(deps, reportHandler(), options),
]
process.once('disconnect', () => process.exit(1))
process.once('SIGTERM', async () => {
  for (const subscription of subscriptions) await subscription.drain()
  await relay.stop()
  await broker.close()
  await sql.end({ timeout: 1 })
  // The channel to the parent would keep this process alive.
  process.exit(0)
})
