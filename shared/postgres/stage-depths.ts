import type { StageDepth } from '../broker/port.ts'
import type { Db } from './db.ts'

export async function saveStageDepths(sql: Db, depths: readonly StageDepth[]): Promise<void> {
  await sql`
    insert into stage_depths as d (stage, ready, active, delayed, dead, oldest_ready_at, observed_at)
    select n.stage, n.ready, n.active, n.delayed, n.dead,
      clock_timestamp() - make_interval(secs => n.oldest_ms / 1000), clock_timestamp()
    from unnest(
      ${depths.map((depth) => depth.stage)}::text[], ${depths.map((depth) => depth.ready)}::int[],
      ${depths.map((depth) => depth.active)}::int[], ${depths.map((depth) => depth.delayed)}::int[],
      ${depths.map((depth) => depth.dead)}::int[], ${depths.map((depth) => depth.oldestReadyAgeMs)}::float8[]
    ) as n (stage, ready, active, delayed, dead, oldest_ms)
    on conflict (stage) do update set ready = excluded.ready, active = excluded.active, delayed = excluded.delayed,
      dead = excluded.dead, oldest_ready_at = excluded.oldest_ready_at, observed_at = excluded.observed_at`
}

export interface SeenStage {
  stage: string
  ready: number
  active: number
  delayed: number
  dead: number
  oldestReadyAgeSeconds: number | null
  /** How long ago a scheduler looked: with none running, the figures are old. */
  seenSecondsAgo: number
}

export async function readStageDepths(sql: Db): Promise<SeenStage[]> {
  return await sql<SeenStage[]>`
    select d.stage, d.ready, d.active, d.delayed, d.dead,
      extract(epoch from clock_timestamp() - d.oldest_ready_at)::float8 as "oldestReadyAgeSeconds",
      extract(epoch from clock_timestamp() - d.observed_at)::float8 as "seenSecondsAgo"
    from stage_depths as d order by d.stage limit 100`
}
