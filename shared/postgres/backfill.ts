import type { Db } from './db.ts'

export const STEPS = ['history', 'members', 'chains', 'days', 'cycles', 'recompute'] as const
export type Step = (typeof STEPS)[number]

export interface Progress {
  step: Step
  done: number
  total: number
}

export async function reportProgress(sql: Db, step: Step, done: number, total: number): Promise<void> {
  await sql`
    insert into backfill (step, done, total) values (${step}, ${done}, ${total})
    on conflict (step) do update set done = excluded.done, total = excluded.total, updated_at = clock_timestamp()`
}

export async function readProgress(sql: Db): Promise<Progress[]> {
  return await sql<Progress[]>`select b.step, b.done, b.total from backfill as b limit 10`
}

export const isDone = (progress: readonly Progress[], step: Step): boolean =>
  progress.some((row) => row.step === step && row.done === row.total)

/** Cycles computed before the closing chains were there: with them, the same cutoff reads more history. */
export async function cyclesBeforeChains(sql: Db): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select c.id from cycles as c join backfill as b on b.step = 'chains'
    where c.updated_at < b.updated_at and c.state = 'reported'
    order by c.scheduled_for limit 100`
  return rows.map((row) => row.id)
}
