import type { Envelope } from '../domain/contract/messages.ts'
import { errorKind, errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import { lockUnsent, markSent, oldestUnsentAgeMs } from '../postgres/messaging/outbox.ts'
import type { Pool } from '../postgres/server/db.ts'
import { createOutageLines } from './outage-lines.ts'
import type { Broker } from './port.ts'

const SWEEP_EVERY_MS = 2_000
/** Younger rows are on their way: the process that wrote them publishes and marks them. */
const LEFT_AFTER_MS = 3_000
const SWEEP_BATCH = 100
/** How many unroutable messages are remembered, so that they do not hold back the others. */
const REFUSED_MAX = 1_000

interface SweeperDeps {
  sql: Pool
  broker: Broker
  log: Log
}

export interface SweeperOptions {
  /** How old a row has to be to count as left behind. */
  leftAfterMs?: number
}

/** Publishes what was left unpublished, at the start and then every two seconds; any number of sweepers may run. */
export function startSweeper(
  deps: SweeperDeps,
  { leftAfterMs = LEFT_AFTER_MS }: SweeperOptions = {},
): { stop(): Promise<void> } {
  const refused = new Set<string>()
  const lines = createOutageLines()
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let current = tick()

  async function tick(): Promise<void> {
    try {
      const oldest = await oldestUnsentAgeMs(deps.sql)
      let more = oldest !== null && oldest >= leftAfterMs
      while (more && !stopped) more = (await sweep(deps, refused, leftAfterMs)) === SWEEP_BATCH
      lines.restored(performance.now())
    } catch (error) {
      const failures = lines.failed(performance.now())
      if (failures !== null) deps.log.warn({ error: errorMessage(error), failures }, 'outbox_sweep_failed')
    }
    if (!stopped) timer = setTimeout(() => (current = tick()), SWEEP_EVERY_MS)
  }

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await current
    },
  }
}

async function sweep({ sql, broker, log }: SweeperDeps, refused: Set<string>, leftAfterMs: number): Promise<number> {
  return await sql.begin(async (tx) => {
    const left = await lockUnsent(tx, { olderThanMs: leftAfterMs, except: [...refused], limit: SWEEP_BATCH })
    if (left.length === 0) return 0
    const sent = await publishEach(broker, left)
    await markSent(tx, sent)
    for (const { id, type } of left) {
      if (sent.includes(id)) continue
      if (refused.size < REFUSED_MAX) refused.add(id)
      log.error({ message_id: id, type }, 'message_unroutable')
    }
    log.warn({ messages: sent.length }, 'outbox_swept')
    return left.length
  })
}

/** One message without a queue must not hold back the others; an absent broker holds back all. */
async function publishEach(broker: Broker, envelopes: readonly Envelope[]): Promise<string[]> {
  const ids = envelopes.map((envelope) => envelope.id)
  try {
    await broker.publish(envelopes)
    return ids
  } catch (error) {
    if (errorKind(error) !== 'internal') throw error
    if (envelopes.length === 1) return []
    const half = Math.ceil(envelopes.length / 2)
    const first = await publishEach(broker, envelopes.slice(0, half))
    return [...first, ...(await publishEach(broker, envelopes.slice(half)))]
  }
}
