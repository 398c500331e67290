import type { KnownObservation, Observation } from '../../domain/market/observation.ts'
import type { SeriesId } from '../../domain/market/series.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import { insertByIndex } from '../server/by-index.ts'
import type { Db } from '../server/db.ts'

const ROWS_PER_STATEMENT = 5_000

/** Stores what is new; a changed value is a new revision. Returns how many rows were added. */
export const saveObservations = (sql: Db, rows: readonly KnownObservation[]): Promise<number> =>
  insertByIndex(
    sql,
    rows,
    { perStatement: ROWS_PER_STATEMENT },
    async (part) =>
      await sql`
      insert into observations (series, day, revision, value, known_at, source, origin)
      select n.series, n.day, coalesce(latest.revision, 0) + 1, n.value, n.known_at, n.source, n.origin
      from unnest(
        ${part.map((row) => row.series)}::text[], ${part.map((row) => row.day)}::text[]::date[],
        ${part.map((row) => row.value)}::float8[], ${part.map((row) => row.knownAt.toISOString())}::text[]::timestamptz[],
        ${part.map((row) => row.source)}::text[], ${part.map((row) => row.origin)}::text[]
      ) as n (series, day, value, known_at, source, origin)
      left join lateral (
        select o.revision, o.value from observations as o
        where o.series = n.series and o.day = n.day
        order by o.revision desc limit 1
      ) as latest on true
      where latest.value is distinct from n.value
      on conflict do nothing`,
  )

export interface SeriesHistory {
  day: TradingDay
  value: number
  knownAt: Date
  source: string
  /** Values known before this one, oldest first; absent where the value was never revised. */
  earlier?: { value: number; knownAt: Date }[]
}

interface SeriesColumns {
  series: SeriesId
  days: TradingDay[]
  values: number[]
  knownMs: number[]
  sources: string[]
  /** Earlier revisions by day; null where there are none. */
  earlier: Record<TradingDay, { value: number; knownMs: number }[]> | null
}

export interface SeriesWindow {
  series: readonly SeriesId[]
  from: TradingDay
  upTo: TradingDay
  knownBy: Date
}

/**
 * Days in [from, upTo] of each series, oldest first, each as it was known at `knownBy`. Works on any pool: one without
 * array types (see siblingPool) neither sends nor reads arrays, and the driver also parses lists faster as JSON. One
 * series after the other takes half the time, because then only days are sorted.
 */
export async function seriesAsKnown(
  sql: Db,
  { series, from, upTo, knownBy }: SeriesWindow,
): Promise<Partial<Record<SeriesId, SeriesHistory[]>>> {
  const rows = await sql<SeriesColumns[]>`
    select s.series, a.* from unnest(string_to_array(${[...new Set(series)].join(',')}, ',')) as s (series)
    cross join lateral (
      select json_agg(k.day order by k.day) as days, json_agg(k.value order by k.day) as values,
        json_agg(extract(epoch from k.known_at) * 1000 order by k.day) as "knownMs",
        json_agg(k.source order by k.day) as sources,
        json_object_agg(k.day, (
          select json_agg(json_build_object('value', e.value, 'knownMs', extract(epoch from e.known_at) * 1000) order by e.revision)
          from observations as e where e.series = s.series and e.day = k.day and e.revision < k.revision
        )) filter (where k.revision > 1) as earlier
      from (
        select distinct on (o.day) o.day, o.revision, o.value, o.known_at, o.source
        from observations as o
        where o.series = s.series and o.day >= ${from}::text::date and o.day <= ${upTo}::text::date
          and o.known_at <= ${knownBy}
        order by o.day, o.revision desc
      ) as k
    ) as a
    where a.days is not null`
  const found: Partial<Record<SeriesId, SeriesHistory[]>> = {}
  for (const row of rows) {
    found[row.series] = row.days.map((day, at) => ({
      day,
      value: row.values[at]!,
      knownAt: new Date(row.knownMs[at]!),
      source: row.sources[at]!,
      ...earlierOf(row, day),
    }))
  }
  return found
}

function earlierOf({ earlier }: SeriesColumns, day: TradingDay): Pick<SeriesHistory, 'earlier'> {
  const revisions = earlier?.[day]
  return revisions ? { earlier: revisions.map(({ value, knownMs }) => ({ value, knownAt: new Date(knownMs) })) } : {}
}

/** The rows of the newest day, and those of earlier days that have no value yet. */
export async function newOrNewest(sql: Db, rows: readonly Observation[]): Promise<Observation[]> {
  const newest = rows.reduce((day, row) => (row.day > day ? row.day : day), '')
  const stored = await sql<{ series: SeriesId; day: string }[]>`
    select distinct n.series, n.day::text as day
    from unnest(${rows.map((row) => row.series)}::text[], ${rows.map((row) => row.day)}::text[]::date[]) as n (series, day)
    join observations as o on o.series = n.series and o.day = n.day`
  const known = new Set(stored.map(({ series, day }) => `${series} ${day}`))
  return rows.filter(({ series, day }) => day === newest || !known.has(`${series} ${day}`))
}

/**
 * Returns whether a source has ever delivered, which decides whether its whole history or only the newest data is
 * requested. For most sources a recent run answers at once; rows of years have no index by source.
 */
export async function hasDelivered(sql: Db, source: string): Promise<boolean> {
  const [row] = await sql<[{ found: boolean }]>`
    select exists (select 1 from source_runs as r where r.source = ${source} and r.stored > 0)
      or exists (select 1 from observations as o where o.source = ${source})
      or exists (select 1 from fed_fund_futures as f where f.source = ${source}) as found`
  return row.found
}
