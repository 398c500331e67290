import type { Origin } from '../../domain/market/observation.ts'
import { SessionBreadth } from '../../domain/market/sector-breadth.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import { insertByIndex } from '../server/by-index.ts'
import type { Db } from '../server/db.ts'

/** More than the sessions that are computed at once. */
const ROWS_PER_STATEMENT = 5_000

export interface KnownBreadth {
  breadth: SessionBreadth
  knownAt: Date
  source: string
}

/** Stores the sessions that are new or have changed. */
export async function saveSectorBreadth(
  sql: Db,
  sessions: readonly (KnownBreadth & { origin: Origin })[],
): Promise<number> {
  return await insertByIndex(
    sql,
    sessions,
    { perStatement: ROWS_PER_STATEMENT },
    async (part) =>
      await sql`
    insert into sector_breadth (day, revision, counts, known_at, source, origin)
    select n.day, coalesce(latest.revision, 0) + 1, n.counts, n.known_at, n.source, n.origin
    from unnest(
      ${part.map(({ breadth }) => breadth.day)}::text[]::date[],
      ${part.map(({ breadth }) => JSON.stringify(breadth))}::text[]::jsonb[],
      ${part.map(({ knownAt }) => knownAt.toISOString())}::text[]::timestamptz[],
      ${part.map(({ source }) => source)}::text[], ${part.map(({ origin }) => origin)}::text[]
    ) as n (day, counts, known_at, source, origin)
    left join lateral (
      select s.revision, s.counts from sector_breadth as s
      where s.day = n.day order by s.revision desc limit 1
    ) as latest on true
    where latest.counts is distinct from n.counts
    on conflict do nothing`,
  )
}

/** The newest session in [from, upTo], as it was known at an instant. */
export async function sectorBreadthAsKnown(
  sql: Db,
  { from, upTo, knownBy }: { from: TradingDay; upTo: TradingDay; knownBy: Date },
): Promise<KnownBreadth | null> {
  const [row] = await sql<{ counts: unknown; knownAt: Date; source: string }[]>`
    select s.counts, s.known_at as "knownAt", s.source
    from sector_breadth as s
    where s.day >= ${from}::text::date and s.day <= ${upTo}::text::date and s.known_at <= ${knownBy}
    order by s.day desc, s.revision desc
    limit 1`
  return row ? { breadth: SessionBreadth.parse(row.counts), knownAt: row.knownAt, source: row.source } : null
}
