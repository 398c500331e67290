import type { Job, PgBoss } from 'pg-boss'
import { within } from '../deadline.ts'
import { errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Delivery, Settlement } from './port.ts'
import { HEARTBEAT_SECONDS } from './postgres-queues.ts'
import { createSettler } from './postgres-settle.ts'
import type { StageName } from './topology.ts'

/** What NOTIFY does not announce (a back-off that has run out, a lost message) waits at most this long. */
const POLL_MS = 1_000
const TOUCH_MS = (HEARTBEAT_SECONDS * 1_000) / 3
const QUERY_WITHIN_MS = 5_000
/** An acknowledgement may have to wait for the statement before it. */
const SETTLE_WITHIN_MS = 2 * QUERY_WITHIN_MS

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
  { boss, log, onLinkBack }: { boss: PgBoss; log: Log; onLinkBack: () => void },
  stage: StageName,
  onDelivery: (delivery: Delivery) => Promise<Settlement>,
  { concurrency }: { concurrency: number },
): Consumer {
  const inHand = new Set<Job<object>>()
  const settle = createSettler(boss, stage)
  let more = true
  let fetching: Promise<void> | null = null
  let draining = false
  let isLinkLost = false
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
      if (isLinkLost) onLinkBack()
      isLinkLost = false
      for (const job of jobs) {
        inHand.add(job)
        void handle(job)
      }
    } catch (error) {
      isLinkLost = true
      log.warn({ stage, error: errorMessage(error) }, 'fetch_failed')
    }
  }

  async function handle(job: Job<object>): Promise<void> {
    try {
      // Fetched while the drain began: given back, as nobody has started it.
      const settlement: Settlement = draining
        ? { kind: 'retry', delayMs: 0 }
        : await onDelivery({ body: job.data, deliveryId: job.id, redelivered: job.retryCount > 0 })
      await within(SETTLE_WITHIN_MS, 'settle', settle(job, settlement))
    } catch (error) {
      // Its heartbeat ends here, so it comes back by itself; the inbox knows what has been done.
      log.warn({ stage, delivery_id: job.id, error: errorMessage(error) }, 'settle_failed')
    } finally {
      inHand.delete(job)
      if (inHand.size === 0) emptied()
      pump()
    }
  }

  async function touch(): Promise<void> {
    if (inHand.size === 0) return
    const held = [...inHand].map(({ id, retryCount }) => ({ id, retryCount }))
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
  async function drain(): Promise<void> {
    draining = true
    clearInterval(poll)
    await fetching
    if (inHand.size > 0) await new Promise<void>((done) => (emptied = done))
    clearInterval(heart)
  }
  let drained: Promise<void> | null = null
  return { wake, drain: () => (drained ??= drain()) }
}
