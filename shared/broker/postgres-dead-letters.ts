import type { PgBoss } from 'pg-boss'
import { z } from 'zod'
import { isTooDeep, messageIdOf } from './body.ts'
import type { DeadLetter, LetterFilter, StageDepth } from './port.ts'
import { BOSS_SCHEMA, deadQueue, inTransaction, queryJobs, takeAway } from './postgres-queues.ts'
import { STAGES, type StageName } from './topology.ts'

const LIST_MAX = 1_000

interface DeadRow {
  id: string
  queue: string
  data: unknown
  createdOn: Date
  /** Set when pg-boss itself gave up: then `data` is the message itself, without a wrapper. */
  sourceName: string | null
  sourceRetryCount: number | null
}

const Wrapper = z.object({
  body: z.unknown(),
  reason: z.string(),
  errorKind: z.string(),
  attempts: z.int().min(0).max(1_000_000),
  diedAt: z.coerce.date(),
})

export async function listDeadLetters(boss: PgBoss, filter: LetterFilter): Promise<DeadLetter[]> {
  const stages = filter.stage === undefined ? STAGES : [filter.stage]
  const rows = await queryJobs<DeadRow>(
    boss.getDb(),
    `select j.id, j.name as queue, j.data, j.created_on as "createdOn", j.source_name as "sourceName",
       j.source_retry_count as "sourceRetryCount"
     from ${BOSS_SCHEMA}.job as j where j.name = any($1) and j.state < 'active'
     order by j.created_on ${filter.oldestFirst ? 'asc' : 'desc'}, j.id limit $2`,
    [stages.map(deadQueue), Math.min(filter.limit ?? 100, LIST_MAX)],
  )
  return rows.map((row) => letterOf(row, STAGES.find((stage) => deadQueue(stage) === row.queue)!))
}

function letterOf(row: DeadRow, stage: StageName): DeadLetter {
  const wrapped = row.sourceName === null ? Wrapper.safeParse(row.data).data : undefined
  const { body, ...death } = wrapped ?? {
    body: row.data,
    reason: 'its worker died each time, before it could record why',
    errorKind: 'internal',
    attempts: (row.sourceRetryCount ?? 0) + 1,
    diedAt: row.createdOn,
  }
  // Such a body cannot be printed; only a letter that was put there by hand has one.
  const shown = isTooDeep(body) ? 'a body that is nested too deep' : body
  return { id: row.id, stage, messageId: messageIdOf(body), ...death, body: shown }
}

/** Returns the stages that have new work. Two people who redrive the same letter send it once. */
export async function redriveLetters(boss: PgBoss, letters: readonly DeadLetter[]): Promise<Set<StageName>> {
  const stages = new Set<StageName>()
  for (const { id, stage, body } of letters) {
    await inTransaction(boss, async (db) => {
      if (!(await takeAway(boss, db, deadQueue(stage), id))) return
      // A new job id, so that pg-boss does not drop it as a duplicate of the failed job.
      await boss.insert(stage, [{ data: body as object }], { db })
      stages.add(stage)
    })
  }
  return stages
}

export async function dropDeadLetters(boss: PgBoss, letters: readonly DeadLetter[]): Promise<void> {
  for (const { id, stage } of letters) await inTransaction(boss, (db) => takeAway(boss, db, deadQueue(stage), id))
}

/** Counts the jobs themselves: the counts that pg-boss offers may be a minute old. */
export async function readDepths(boss: PgBoss): Promise<StageDepth[]> {
  const rows = await queryJobs<{
    queue: string
    ready: number
    active: number
    delayed: number
    oldestReadyAgeMs: number | null
  }>(
    boss.getDb(),
    `select j.name as queue,
       count(*) filter (where j.state < 'active' and j.start_after <= now())::int as ready,
       count(*) filter (where j.state = 'active')::int as active,
       count(*) filter (where j.state < 'active' and j.start_after > now())::int as delayed,
       (extract(epoch from now() - min(j.start_after) filter (where j.state < 'active' and j.start_after <= now())) * 1000)
         ::float8 as "oldestReadyAgeMs"
     from ${BOSS_SCHEMA}.job as j where j.name = any($1) and j.state <= 'active' group by j.name`,
    [STAGES.flatMap((stage) => [stage, deadQueue(stage)])],
  )
  const byQueue = new Map(rows.map((row) => [row.queue, row]))
  return STAGES.map((stage) => {
    const { ready = 0, active = 0, delayed = 0, oldestReadyAgeMs = null } = byQueue.get(stage) ?? {}
    return { stage, ready, active, delayed, dead: byQueue.get(deadQueue(stage))?.ready ?? 0, oldestReadyAgeMs }
  })
}
