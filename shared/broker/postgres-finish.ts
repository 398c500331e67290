import type { Db, Job, JobAttempt, PgBoss } from 'pg-boss'
import { within } from '../deadline.ts'
import { systemClock } from '../time/clock.ts'
import { contentName, isTooDeep } from './body.ts'
import type { Disposition, Move } from './port.ts'
import { BOSS_SCHEMA, deadQueue, inTransaction, queryJobs, takeAway } from './postgres-queues.ts'
import type { StageName } from './topology.ts'
import { uuidV5 } from './uuid-v5.ts'

const ACKNOWLEDGE_WITHIN_MS = 5_000

export function createFinisher(
  boss: PgBoss,
  stage: StageName,
): (job: Job<object>, disposition: Disposition) => Promise<void> {
  const acknowledge = createAcknowledger(boss, stage)
  return async (job, disposition) => {
    if (disposition.kind === 'ack') await acknowledge({ id: job.id, retryCount: job.retryCount })
    else await replace(boss, stage, job, disposition)
  }
}

/**
 * Acknowledgements that come while a statement is under way share the next one. A handled job is deleted rather than
 * completed: a row that pg-boss would update, index again and delete minutes later serves no purpose, because the inbox
 * knows what was handled.
 */
function createAcknowledger(boss: PgBoss, stage: StageName): (attempt: JobAttempt) => Promise<void> {
  let waiting: JobAttempt[] = []
  let current: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | null = null

  async function flush(): Promise<void> {
    await current.catch(() => {})
    const attempts = waiting
    waiting = []
    next = null
    current = within(ACKNOWLEDGE_WITHIN_MS, 'acknowledge', boss.deleteJob(stage, attempts))
    await current
  }

  return async (attempt) => {
    waiting.push(attempt)
    next ??= flush()
    await next
  }
}

/**
 * Retries and dead letters replace the job, in one transaction: pg-boss's own retry does not take our
 * delay, and it counts in `retryCount`, by which we recognise a job that was lost and delivered again.
 */
async function replace(boss: PgBoss, stage: StageName, job: Job<object>, disposition: Move): Promise<void> {
  await inTransaction(boss, async (db) => {
    const body = isTooDeep(job.data) ? await textOf(db, stage, job.id) : job.data
    if (!(await takeAway(boss, db, stage, { id: job.id, retryCount: job.retryCount }))) return
    if (disposition.kind === 'retry') {
      const again = { id: job.id, data: body as object, startAfter: disposition.delayMs / 1_000 }
      await boss.insert(stage, [again], { db })
      return
    }
    const { reason, errorKind, attempts } = disposition
    const data = { body, reason, errorKind, attempts, diedAt: systemClock.now().toISOString() }
    await boss.insert(deadQueue(stage), [{ id: uuidV5(`dead/${stage}/${contentName(body)}`), data }], { db })
  })
}

/** JavaScript cannot write a body that is nested too deep, so it becomes text. */
async function textOf(db: Db, stage: StageName, id: string): Promise<string> {
  const query = `select j.data::text as text from ${BOSS_SCHEMA}.job as j where j.name = $1 and j.id = $2 limit 1`
  const [row] = await queryJobs<{ text: string }>(db, query, [stage, id])
  return row?.text ?? ''
}
