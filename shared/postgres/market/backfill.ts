import {
  type BackfillStep,
  type HistoryLoading,
  historyLoading,
  type StepProgress,
} from '../../domain/contract/history-loading.ts'
import type { Db } from '../server/db.ts'

export type Step = BackfillStep
export type Progress = StepProgress

export async function reportProgress(sql: Db, step: Step, done: number, total: number): Promise<void> {
  await sql`
    insert into backfill (step, done, total) values (${step}, ${done}, ${total})
    on conflict (step) do update set done = excluded.done, total = excluded.total, updated_at = clock_timestamp()`
}

export async function readProgress(sql: Db): Promise<Progress[]> {
  return await sql<Progress[]>`select b.step, b.done, b.total from backfill as b limit 100`
}

/** The part of the history that is still loading, by real time. */
export async function readLoading(
  sql: Db,
  until?: Parameters<typeof historyLoading>[2],
): Promise<HistoryLoading | null> {
  const rows = await sql<(Progress & { seconds: number })[]>`
    select b.step, b.done, b.total, extract(epoch from clock_timestamp() - min(b.started_at) over ())::float8 as seconds
    from backfill as b limit 100`
  return historyLoading(rows, rows[0]?.seconds ?? 0, until)
}

export const isDone = (progress: readonly Progress[], step: Step): boolean =>
  progress.some((row) => row.step === step && row.done === row.total)

/**
 * Cycles that were computed before the closing chains were stored: with them, the same cutoff reads more history. The
 * newest cycle is always among them, because its alerts were judged before the whole history had set their states.
 */
export async function cyclesToRecompute(sql: Db): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select c.id from cycles as c join backfill as b on b.step = 'chains'
    where c.state = 'reported' and (c.updated_at < b.updated_at or c.scheduled_for = (
      select max(newest.scheduled_for) from cycles as newest where newest.state = 'reported'))
    order by c.scheduled_for limit 100`
  return rows.map((row) => row.id)
}
