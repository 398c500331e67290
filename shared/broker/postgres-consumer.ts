import type { Job, PgBoss } from 'pg-boss'
import { errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import { within } from './deadline.ts'
import type { Delivery, Settlement } from './port.ts'
import { deadQueue, HEARTBEAT_SECONDS, inTransaction, takeAway } from './postgres-queues.ts'
import type { StageName } from './topology.ts'
import { uuidV5 } from './uuid-v5.ts'

/** What NOTIFY does not announce (a back-off that has run out, a lost message) waits at most this long. */
const POLL_MS = 1_000
const TOUCH_MS = (HEARTBEAT_SECONDS * 1_000) / 3
const QUERY_WITHIN_MS = 5_000

export interface Consumer {
  /** There may be something to fetch. */
  wake(): void
  drain(): Promise<void>
}

/**
 * Fetches by itself instead of `boss.work`, which fetches once per polling interval and worker: here a
 * free slot fetches at once while there is more, all free slots share one fetch, and an idle stage
 * costs one query a second however many slots it has. Nothing is fetched ahead of a free slot.
 */
export function consume(
  { boss, log }: { boss: PgBoss; log: Log },
  stage: StageName,
  onDelivery: (delivery: Delivery) => Promise<Settlement>,
  { concurrency }: { concurrency: number },
): Consumer {
  const inHand = new Map<string, Job<object>>()
  let more = true
  let fetching: Promise<void> | null = null
  let draining = false
  let emptied: () => void = () => {}

  function pump(): void {
    if (draining || fetching || !more || inHand.size >= concurrency) return
    more = false
    fetching = fetchSome(concurrency - inHand.size).finally(() => {
      fetching = null
      pump()
    })
  }

  async function fetchSome(free: number): Promise<void> {
    try {
      const jobs = await within(QUERY_WITHIN_MS, 'fetch', boss.fetch<object>(stage, { batchSize: free }))
      if (jobs.length === free) more = true
      for (const job of jobs) {
        inHand.set(job.id, job)
        void handle(job)
      }
    } catch (error) {
      log.warn({ stage, error: errorMessage(error) }, 'fetch_failed')
    }
  }

  async function handle(job: Job<object>): Promise<void> {
    try {
      // Fetched while the drain began: given back, as nobody has started it.
      const settlement: Settlement = draining
        ? { kind: 'retry', delayMs: 0 }
        : await onDelivery({ body: job.data, deliveryId: job.id, redelivered: job.retryCount > 0 })
      await within(QUERY_WITHIN_MS, 'settle', settle(boss, stage, job, settlement))
    } catch (error) {
      // Its heartbeat ends here, so it comes back by itself; the inbox knows what has been done.
      log.warn({ stage, delivery_id: job.id, error: errorMessage(error) }, 'settle_failed')
    } finally {
      inHand.delete(job.id)
      if (inHand.size === 0) emptied()
      pump()
    }
  }

  async function touch(): Promise<void> {
    if (inHand.size === 0) return
    const held = [...inHand.values()].map(({ id, retryCount }) => ({ id, retryCount }))
    await within(QUERY_WITHIN_MS, 'touch', boss.touch(stage, held)).catch((error: unknown) =>
      log.warn({ stage, error: errorMessage(error) }, 'touch_failed'),
    )
  }

  const wake = () => {
    more = true
    pump()
  }
  const poll = setInterval(wake, POLL_MS)
  const heart = setInterval(() => void touch(), TOUCH_MS)
  pump()
  return {
    wake,
    async drain() {
      draining = true
      clearInterval(poll)
      await fetching
      if (inHand.size > 0) await new Promise<void>((done) => (emptied = done))
      clearInterval(heart)
    },
  }
}

/**
 * Retries and dead letters replace the job, in one transaction: pg-boss's own retry neither takes our
 * delay nor leaves `retryCount` to mean what we need it for, lost and delivered again.
 */
async function settle(boss: PgBoss, stage: StageName, job: Job<object>, settlement: Settlement): Promise<void> {
  const attempt = { id: job.id, retryCount: job.retryCount }
  if (settlement.kind === 'ack') {
    await boss.complete(stage, attempt)
    return
  }
  await inTransaction(boss, async (db) => {
    if (!(await takeAway(boss, db, stage, attempt))) return
    if (settlement.kind === 'retry') {
      const again = { id: job.id, data: job.data, startAfter: settlement.delayMs / 1_000 }
      await boss.insert(stage, [again], { db })
      return
    }
    const { reason, errorKind, attempts } = settlement
    const data = { body: job.data, reason, errorKind, attempts, diedAt: new Date().toISOString() }
    await boss.insert(deadQueue(stage), [{ id: uuidV5(`dead/${stage}/${nameOf(job)}`), data }], { db })
  })
}

/** A message that dies twice (a duplicate came late) is one dead letter. */
function nameOf({ id, data }: Job<object>): string {
  // Whatever JSON somebody put there, whatever pg-boss's types say.
  const name = data !== null && typeof data === 'object' && 'id' in data ? data.id : null
  return typeof name === 'string' ? name : id
}
