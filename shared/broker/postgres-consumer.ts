import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, PgBoss } from 'pg-boss'
import { within } from '../deadline.ts'
import { errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import { failureOf } from './failure.ts'
import type { Delivery, Disposition } from './port.ts'
import { createFinisher } from './postgres-finish.ts'
import { HEARTBEAT_SECONDS } from './postgres-queues.ts'
import type { StageName } from './topology.ts'

const TOUCH_MS = (HEARTBEAT_SECONDS * 1_000) / 3
const QUERY_WITHIN_MS = 5_000
/** An acknowledgement may have to wait for the previous statement. */
const FINISH_WITHIN_MS = 2 * QUERY_WITHIN_MS
const FINISH_AGAIN_MS = 1_000

export interface Consumer {
  /** Fetches at once, because there may be a message. */
  wake(): void
  drain(): Promise<void>
}

interface ConsumeOptions {
  boss: PgBoss
  log: Log
  stage: StageName
  concurrency: number
  onDelivery(delivery: Delivery): Promise<Disposition>
  /** A fetch has succeeded after one or more have failed. */
  onLinkBack(): void
}

/**
 * Fetches by itself instead of `boss.work`, which fetches once per polling interval and worker: here a
 * free slot fetches at once while there is more, all free slots share one fetch, and an idle stage
 * fetches nothing until it is woken. Nothing is fetched ahead of a free slot.
 */
export function consume({ boss, log, stage, concurrency, onDelivery, onLinkBack }: ConsumeOptions): Consumer {
  const inHand = new Set<Job<object>>()
  const finish = createFinisher(boss, stage)
  /** Deliveries of a batch end together: their places are filled by one fetch. */
  const pumpSoon = soonOnce(pump)
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
      // One line for each stage and outage: during it, every stage fails again each second.
      if (!isLinkLost) log.warn({ stage, error: errorMessage(error) }, 'fetch_failed')
      isLinkLost = true
    }
  }

  /** Keeps the job during an outage: lost and delivered again each time, it would end as a dead letter. */
  async function finishAtLast(job: Job<object>, disposition: Disposition): Promise<void> {
    for (;;) {
      try {
        return await within(FINISH_WITHIN_MS, 'finish', finish(job, disposition))
      } catch (error) {
        if (draining || failureOf(error).kind !== 'unavailable') throw error
        log.warn({ stage, delivery_id: job.id, error: errorMessage(error) }, 'finish_failed')
        await sleep(FINISH_AGAIN_MS)
      }
    }
  }

  async function handle(job: Job<object>): Promise<void> {
    try {
      // A job that was fetched while the drain began is returned, because no handler has started it.
      const disposition: Disposition = draining
        ? { kind: 'retry', delayMs: 0 }
        : await onDelivery({ body: job.data, deliveryId: job.id, redelivered: job.retryCount > 0 })
      await finishAtLast(job, disposition)
    } catch (error) {
      // Its heartbeat ends here, so the job is redelivered by itself; the inbox knows what has been done.
      log.warn({ stage, delivery_id: job.id, error: errorMessage(error) }, 'finish_failed')
    } finally {
      inHand.delete(job)
      if (inHand.size === 0) emptied()
      pumpSoon()
    }
  }

  const wake = () => {
    more = true
    pump()
  }
  const heart = setInterval(() => void touch(boss, log, stage, inHand), TOUCH_MS)
  pump()
  async function drain(): Promise<void> {
    draining = true
    await fetching
    if (inHand.size > 0) await new Promise<void>((done) => (emptied = done))
    clearInterval(heart)
  }
  let drained: Promise<void> | null = null
  return { wake, drain: () => (drained ??= drain()) }
}

/** Runs work after the present events, once for all calls until then. */
function soonOnce(work: () => void): () => void {
  let isPending = false
  return () => {
    if (isPending) return
    isPending = true
    setImmediate(() => {
      isPending = false
      work()
    })
  }
}

async function touch(boss: PgBoss, log: Log, stage: StageName, inHand: ReadonlySet<Job<object>>): Promise<void> {
  if (inHand.size === 0) return
  const held = [...inHand].map(({ id, retryCount }) => ({ id, retryCount }))
  await within(QUERY_WITHIN_MS, 'touch', boss.touch(stage, held)).catch((error: unknown) =>
    log.warn({ stage, error: errorMessage(error) }, 'touch_failed'),
  )
}
