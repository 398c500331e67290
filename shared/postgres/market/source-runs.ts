import type { Origin } from '../../domain/market/observation.ts'
import type { SourceId } from '../../domain/market/source-id.ts'
import { SOURCE_RUN_ERROR_CHARS_MAX } from '../../domain/market/source-run.ts'
import { scrubText } from '../../flow-vendor/scrub.ts'
import { eastern } from '../../time/eastern.ts'
import { activeTraceparent } from '../../tracing/span.ts'
import type { Db } from '../server/db.ts'

export interface SourceRunRow {
  messageId: string
  source: SourceId
  ok: 0 | 1
  degraded: 0 | 1
  error: string | null
  runAt: Date
  durationMs: number
  requests: number
  stored: number
  origin: Origin
  /** The errors of requests that failed without failing the run. */
  gaps?: readonly string[] | undefined
}

/** Redacts keys in quoted URLs and the unnamed vendor; before the cut, which could leave half of one. */
export function presentableError(text: string): string {
  const clean = text
    .replaceAll('\0', '')
    .replace(/([?&](?:api_?key|access_?token|token|key|secret)=)[^&\s"']+/gi, '$1[redacted]')
    .replace(/(\w+:\/\/)[^/\s@"']+@/g, '$1')
  return scrubText(clean).slice(0, SOURCE_RUN_ERROR_CHARS_MAX)
}

const presentableOrNull = (text: string | null | undefined): string | null =>
  text == null ? null : presentableError(text)

/** The default for SOURCE_RUNS_KEEP_DAYS. */
export const SOURCE_RUNS_KEEP_DAYS = 30

/** Returns whether it was new: a redelivered request leaves one record, and counts once in the aggregate of its day. */
export async function saveSourceRun(db: Db, run: SourceRunRow): Promise<boolean> {
  const [gap] = run.gaps ?? []
  const rows = await db`
    with added as (
      insert into source_runs (message_id, source, ok, degraded, error, run_at, duration_ms, requests, stored, origin,
        traceparent, gaps, gap)
      values (${run.messageId}, ${run.source}, ${run.ok}, ${run.degraded}, ${presentableOrNull(run.error)}, ${run.runAt}, ${run.durationMs},
        ${run.requests}, ${run.stored}, ${run.origin}, ${activeTraceparent()}, ${run.gaps?.length ?? 0}, ${presentableOrNull(gap)})
      on conflict (message_id) do nothing
      returning source, ok, degraded, requests
    )
    insert into source_run_days as d (source, day, runs, ok, degraded, requests)
    select a.source, ${eastern(run.runAt).day}::date, 1, a.ok, a.degraded, a.requests from added as a
    on conflict (source, day) do update set runs = d.runs + 1, ok = d.ok + excluded.ok,
      degraded = d.degraded + excluded.degraded, requests = d.requests + excluded.requests
    returning d.source`
  return rows.length === 1
}

/**
 * Deletes one batch, so that pruning never holds a long lock; call again while it returns `limit`. The newest run of
 * each kind stays, so that a source that last ran long ago does not look as if it never ran.
 */
export async function pruneSourceRuns(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from source_runs as sr
    where sr.id in (
      select old.id from source_runs as old
      where old.run_at < ${before} and exists (
        select 1 from source_runs as newer
        where newer.source = old.source and newer.ok = old.ok and newer.degraded = old.degraded
          and newer.run_at > old.run_at)
      order by old.run_at
      limit ${limit})
    returning sr.id`
  return rows.length
}

/**
 * When a source last delivered by itself, as known at an instant: a degraded run, which used an earlier value, does not
 * count.
 */
export async function lastGoodRunAt(db: Db, source: SourceId, by: Date): Promise<Date | null> {
  const rows = await db<{ runAt: Date }[]>`
    select sr.run_at as "runAt" from source_runs as sr
    where sr.source = ${source} and sr.ok = 1 and sr.degraded = 0 and sr.run_at <= ${by}
    order by sr.run_at desc
    limit 1`
  return rows[0]?.runAt ?? null
}

/** The scheduled runs of a source within a time, and how many of them delivered by themselves. */
export async function runsBetween(
  db: Db,
  source: SourceId,
  { since, until }: { since: Date; until: Date },
): Promise<{ runs: number; good: number }> {
  const rows = await db<{ runs: number; good: number }[]>`
    select count(*)::int as runs, (count(*) filter (where sr.ok = 1 and sr.degraded = 0))::int as good
    from source_runs as sr
    where sr.source = ${source} and sr.origin = 'scheduled' and sr.run_at >= ${since} and sr.run_at <= ${until}`
  return rows[0]!
}

/** The sources that failed and have never brought anything. */
export async function sourcesWithoutData(db: Db): Promise<string[]> {
  const rows = await db<{ source: string }[]>`
    select sr.source from source_runs as sr
    group by sr.source having bool_and(sr.stored = 0) and bool_or(sr.ok = 0)
    order by sr.source limit 100`
  return rows.map(({ source }) => source)
}
