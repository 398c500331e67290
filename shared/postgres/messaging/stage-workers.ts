import type { WriteRefusal } from '../server/database-error.ts'
import type { Db } from '../server/db.ts'

/** Three missed heartbeats: a busy process is not dropped, and a dead one is not counted for long. */
export const GONE_AFTER_SECONDS = 15
/** A silent worker is hidden first and deleted later, so that a process that paused keeps its row for a while. */
const FORGET_AFTER_SECONDS = 60

export interface WorkerProcess {
  id: string
  host: string
  pid: number
  upSeconds: number
}

/** The figures of one process in one stage. */
export interface StageWork {
  stage: string
  concurrency: number
  inHand: number
  /** Messages that left the stage's queue, with any outcome; a retry stays in it. */
  handledLastMinute: number
  /** Why the database refuses the writes of this stage; absent while it accepts them. */
  refusal?: WriteRefusal | null
}

export interface StageCount {
  stage: string
  outcome: string
  handled: number
  handlingMs: number
}

/**
 * One statement, so that figures and counts are stored together or not at all. All processes update the totals in the
 * same order, so they never wait for each other in a circle.
 */
export async function saveHeartbeat(
  sql: Db,
  { id, host, pid, upSeconds }: WorkerProcess,
  work: readonly StageWork[],
  counts: readonly StageCount[],
): Promise<void> {
  await sql`
    with beat as (
      insert into stage_workers as w
        (process, stage, host, pid, concurrency, in_hand, handled_last_minute, refusal, started_at, seen_at)
      select ${id}::uuid, n.stage, ${host}, ${pid}::int, n.concurrency, n.in_hand, n.handled, n.refusal,
        clock_timestamp() - make_interval(secs => ${upSeconds}::float8), clock_timestamp()
      from unnest(
        ${work.map((each) => each.stage)}::text[], ${work.map((each) => each.concurrency)}::int[],
        ${work.map((each) => each.inHand)}::int[], ${work.map((each) => each.handledLastMinute)}::int[],
        ${work.map((each) => each.refusal ?? null)}::text[]
      ) as n (stage, concurrency, in_hand, handled, refusal)
      on conflict (process, stage) do update set concurrency = excluded.concurrency, in_hand = excluded.in_hand,
        handled_last_minute = excluded.handled_last_minute, refusal = excluded.refusal, seen_at = excluded.seen_at
    )
    ${addTotals(sql, counts)}`
}

/** Adds a drained process's last counts and removes its rows. */
export async function endHeartbeat(sql: Db, process: string, counts: readonly StageCount[]): Promise<void> {
  await sql`
    with gone as (delete from stage_workers as w where w.process = ${process}::uuid)
    ${addTotals(sql, counts)}`
}

const addTotals = (sql: Db, counts: readonly StageCount[]) => sql`
  insert into stage_totals as t (stage, outcome, handled, handling_seconds)
  select n.stage, n.outcome, n.handled, n.ms / 1000
  from unnest(
    ${counts.map((each) => each.stage)}::text[], ${counts.map((each) => each.outcome)}::text[],
    ${counts.map((each) => each.handled)}::bigint[], ${counts.map((each) => each.handlingMs)}::float8[]
  ) as n (stage, outcome, handled, ms)
  order by n.stage, n.outcome
  on conflict (stage, outcome) do update set handled = t.handled + excluded.handled,
    handling_seconds = t.handling_seconds + excluded.handling_seconds`

/** Skips a row whose process is just sending a heartbeat again, instead of waiting for it. */
export async function pruneWorkers(sql: Db): Promise<void> {
  await sql`
    delete from stage_workers as w where (w.process, w.stage) in (
      select o.process, o.stage from stage_workers as o
      where o.seen_at < clock_timestamp() - make_interval(secs => ${FORGET_AFTER_SECONDS})
      for update skip locked
    )`
}

export interface LiveWorker extends StageWork {
  host: string
  pid: number
  startedAt: Date
  seenSecondsAgo: number
}

/** Processes with a recent heartbeat, one row for each stage they run. */
export async function liveWorkers(sql: Db): Promise<LiveWorker[]> {
  return await sql<LiveWorker[]>`
    select w.stage, w.host, w.pid, w.concurrency, w.in_hand as "inHand",
      w.handled_last_minute as "handledLastMinute", w.refusal, w.started_at as "startedAt",
      extract(epoch from clock_timestamp() - w.seen_at)::float8 as "seenSecondsAgo"
    from stage_workers as w
    where w.seen_at >= clock_timestamp() - make_interval(secs => ${GONE_AFTER_SECONDS})
    order by w.stage, w.started_at, w.host, w.pid limit 1000`
}

export interface StageStaff {
  workers: number
  ratePerMinute: number
}

/**
 * Returns how many processes run a stage, and what they handle together in a minute; zeros for a stage without workers.
 */
export function staffOf(stage: string, live: readonly LiveWorker[]): StageStaff {
  const own = live.filter((worker) => worker.stage === stage)
  return { workers: own.length, ratePerMinute: own.reduce((sum, worker) => sum + worker.handledLastMinute, 0) }
}

export interface StageTotal {
  stage: string
  outcome: string
  handled: number
  handlingSeconds: number
}

export async function readStageTotals(sql: Db): Promise<StageTotal[]> {
  return await sql<StageTotal[]>`
    select t.stage, t.outcome, t.handled, t.handling_seconds as "handlingSeconds"
    from stage_totals as t order by t.stage, t.outcome limit 1000`
}
