import type { Db } from '../server/db.ts'
import { GONE_AFTER_SECONDS } from './stage-workers.ts'

/** Schedulers look every five seconds; older figures would show a calm line for a service without a scheduler. */
export const SEEN_SECONDS_MAX = 30

interface QueueDepth {
  stage: string
  ready: number
  active: number
  delayed: number
  dead: number
}

/**
 * Also records since when messages have waited for a stage without a worker, or for workers that finished none within a
 * minute. Both start again when no scheduler has looked for a while. The age of the oldest message cannot replace the
 * second: a broker may not know it, and a stage with a long queue still makes progress.
 */
export async function saveStageDepths(
  sql: Db,
  broker: string,
  depths: readonly (QueueDepth & { oldestReadyAgeMs: number | null })[],
  alarm: string | null = null,
): Promise<void> {
  await sql`
    insert into stage_depths as d
      (stage, ready, active, delayed, dead, oldest_ready_at, observed_at, unattended_since,
        standing_since, broker, broker_alarm)
    select n.stage, n.ready, n.active, n.delayed, n.dead,
      clock_timestamp() - make_interval(secs => n.oldest_ms / 1000), clock_timestamp(),
      case when n.ready > 0 and live.workers = 0 then clock_timestamp() end,
      case when n.ready > 0 and live.workers > 0 and live.handled = 0 then clock_timestamp() end, ${broker}, ${alarm}::text
    from unnest(
      ${depths.map((depth) => depth.stage)}::text[], ${depths.map((depth) => depth.ready)}::int[],
      ${depths.map((depth) => depth.active)}::int[], ${depths.map((depth) => depth.delayed)}::int[],
      ${depths.map((depth) => depth.dead)}::int[], ${depths.map((depth) => depth.oldestReadyAgeMs)}::float8[]
    ) as n (stage, ready, active, delayed, dead, oldest_ms)
    cross join lateral (
      select count(*) as workers, coalesce(sum(w.handled_last_minute), 0) as handled from stage_workers as w
      where w.stage = n.stage and w.seen_at >= clock_timestamp() - make_interval(secs => ${GONE_AFTER_SECONDS})
    ) as live
    on conflict (stage) do update set ready = excluded.ready, active = excluded.active, delayed = excluded.delayed,
      dead = excluded.dead, oldest_ready_at = excluded.oldest_ready_at, observed_at = excluded.observed_at,
      broker = excluded.broker, broker_alarm = excluded.broker_alarm, unattended_since = case
        when excluded.unattended_since is null then null
        when d.observed_at < clock_timestamp() - make_interval(secs => ${SEEN_SECONDS_MAX})
          then excluded.unattended_since
        else coalesce(d.unattended_since, excluded.unattended_since)
      end, standing_since = case
        when excluded.standing_since is null then null
        when d.observed_at < clock_timestamp() - make_interval(secs => ${SEEN_SECONDS_MAX})
          then excluded.standing_since
        else coalesce(d.standing_since, excluded.standing_since)
      end`
}

export interface RecordedBroker {
  kind: string
  seenAt: Date
  secondsAgo: number
}

/** The kind of broker that a scheduler last looked at; null before the first look. */
export async function recordedBroker(sql: Db): Promise<RecordedBroker | null> {
  const [row] = await sql<RecordedBroker[]>`
    select d.broker as kind, d.observed_at as "seenAt",
      extract(epoch from clock_timestamp() - d.observed_at)::float8 as "secondsAgo"
    from stage_depths as d
    where d.broker is not null order by d.observed_at desc limit 1`
  return row ?? null
}

export interface SeenStage extends QueueDepth {
  /** Why the broker took no messages then, in its own words; null if it raised no alarm. */
  brokerAlarm: string | null
  oldestReadyAgeSeconds: number | null
  /** The seconds since a scheduler looked: if none is running, the figures are old. */
  seenSecondsAgo: number
  /** The seconds that messages have waited for a stage that no worker runs; null if one does, or none wait. */
  unattendedSeconds: number | null
  /**
   * The seconds that messages have waited for workers that finish none; null if one was finished lately, or none wait.
   */
  standingSeconds: number | null
}

export async function readStageDepths(sql: Db): Promise<SeenStage[]> {
  return await sql<SeenStage[]>`
    select d.stage, d.ready, d.active, d.delayed, d.dead, d.broker_alarm as "brokerAlarm",
      extract(epoch from clock_timestamp() - d.oldest_ready_at)::float8 as "oldestReadyAgeSeconds",
      extract(epoch from clock_timestamp() - d.observed_at)::float8 as "seenSecondsAgo",
      extract(epoch from clock_timestamp() - d.unattended_since)::float8 as "unattendedSeconds",
      extract(epoch from clock_timestamp() - d.standing_since)::float8 as "standingSeconds"
    from stage_depths as d order by d.stage limit 100`
}

/** Why the broker takes no messages, by the newest look of a scheduler; null if it raises no alarm, or is not known. */
export const brokerAlarmOf = (stages: readonly SeenStage[]): string | null =>
  stages.find(({ brokerAlarm, seenSecondsAgo }) => brokerAlarm !== null && seenSecondsAgo <= SEEN_SECONDS_MAX)
    ?.brokerAlarm ?? null
