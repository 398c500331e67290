import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { type AlertRow, alertColumns, alertTables } from '../../shared/postgres/alerts/alerts.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import {
  type CycleRun,
  cycleDocument,
  cycleKnownBy,
  SNAPSHOT_KEY,
} from '../../shared/postgres/signals/cycle-documents.ts'

export interface CycleSnapshot extends CycleRun {
  snapshot: SignalsSnapshot
}

/** The snapshot of the newest cycle whose cutoff had passed at an instant; null before the first. */
export async function snapshotKnownBy(db: Db, at: Date): Promise<CycleSnapshot | null> {
  const cycle = await cycleKnownBy(db, at)
  const stored = cycle && (await cycleDocument(db, cycle, SNAPSHOT_KEY))
  return cycle && stored ? { ...cycle, snapshot: JSON.parse(stored.body) as SignalsSnapshot } : null
}

export async function activeEpisode(db: Db, alertId: string): Promise<AlertRow | null> {
  const [row] = await db<AlertRow[]>`
    select ${alertColumns(db)} from ${alertTables(db)} where a.alert_id = ${alertId} and a.cleared_at is null limit 1`
  return row ?? null
}

/** An episode by its number, or by the name that its events carry. */
export async function episodeBy(db: Db, by: { id: number } | { episode: string }): Promise<AlertRow | null> {
  const found = 'id' in by ? db`a.id = ${by.id}` : db`a.episode = ${by.episode}`
  const [row] = await db<AlertRow[]>`
    select ${alertColumns(db)} from ${alertTables(db)} where ${found} limit 1`
  return row ?? null
}

export interface ObservationKey {
  series: string
  /** A day, or the instant of a quote, which has no revisions. */
  for: string
  knownAt: Date
  source: string
}

export interface ObservationFacts {
  series: string
  for: string
  /** Null for a quote. */
  revision: number | null
  /** The newest value where it was corrected since. */
  correctedTo: number | null
  correctedAt: Date | null
}

/** The revision of each input, and its later correction. */
export async function revisionsOf(db: Db, keys: readonly ObservationKey[]): Promise<ObservationFacts[]> {
  const wanted = keys.map((key) => ({ series: key.series, day: key.for, known_at: key.knownAt.toISOString() }))
  return await db<ObservationFacts[]>`
    select k.series, k.day as for, o.revision, n.value as "correctedTo", n.known_at as "correctedAt"
    from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb) as k (series text, day text, known_at timestamptz)
    left join lateral (
      select c.revision from observations as c
      where c.series = k.series and length(k.day) = 10 and c.day = left(k.day, 10)::date
        and c.known_at <= k.known_at + interval '1 second'
      order by c.revision desc limit 1
    ) as o on true
    left join lateral (
      select c.value, c.known_at from observations as c
      where c.series = k.series and c.day = left(k.day, 10)::date and c.revision > o.revision
      order by c.revision desc limit 1
    ) as n on true`
}

export interface RunFacts {
  source: string
  knownAt: Date
  /** Null where the run is no longer stored. */
  id: number | null
  ok: number | null
  degraded: number | null
  error: string | null
  runAt: Date | null
}

/** The run that brought each value: the first of its source that ended at or after the value was known. */
export async function runsOf(db: Db, keys: readonly ObservationKey[]): Promise<RunFacts[]> {
  const wanted = keys.map(({ source, knownAt }) => ({ source, known_at: knownAt.toISOString() }))
  return await db<RunFacts[]>`
    select k.source, k.known_at as "knownAt", r.id, r.ok, r.degraded, r.error, r.run_at as "runAt"
    from (
      select distinct w.source, w.known_at
      from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb) as w (source text, known_at timestamptz)
    ) as k
    left join lateral (
      select sr.id, sr.ok, sr.degraded, sr.error, sr.run_at from source_runs as sr
      where sr.source = k.source and sr.run_at >= k.known_at - interval '1 second' and sr.ok = 1
      order by sr.run_at, sr.id limit 1
    ) as r on true`
}

export async function sourceRunAt(db: Db, source: string, at: Date): Promise<RunFacts | null> {
  const [row] = await db<RunFacts[]>`
    select sr.source, sr.run_at as "knownAt", sr.id, sr.ok, sr.degraded, sr.error, sr.run_at as "runAt"
    from source_runs as sr where sr.source = ${source} and sr.run_at <= ${at}::timestamptz + interval '1 minute'
    order by sr.run_at desc, sr.id desc limit 1`
  return row ?? null
}
