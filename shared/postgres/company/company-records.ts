import type { CompanyRecord, NameShortVolume, RecordKind } from '../../domain/market/company-record.ts'
import type { Origin } from '../../domain/market/observation.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import { insertByIndex } from '../server/by-index.ts'
import type { Db } from '../server/db.ts'

export interface KnownRecord extends Omit<CompanyRecord, 'knownAt'> {
  knownAt: Date
  origin: Origin
}

const ROWS_PER_STATEMENT = 1_000

/** Stores what is new; a changed record is a new revision. Returns how many rows were added. */
export async function saveRecords(sql: Db, records: readonly KnownRecord[], source: string): Promise<number> {
  // The last record of a name counts: a later document of the same run holds more.
  const last = [...new Map(records.map((record) => [`${record.ticker} ${record.kind} ${record.key}`, record])).values()]
  return await insertByIndex(
    sql,
    last,
    { perStatement: ROWS_PER_STATEMENT },
    async (part) =>
      await sql`
      insert into company_records (ticker, kind, key, revision, day, known_at, row, source, origin)
      select n.ticker, n.kind, n.key, coalesce(latest.revision, 0) + 1, n.day, n.known_at, n.row, ${source}, n.origin
      from unnest(
        ${part.map(({ ticker }) => ticker)}::text[], ${part.map(({ kind }) => kind)}::text[],
        ${part.map(({ key }) => key)}::text[], ${part.map(({ day }) => day)}::text[]::date[],
        ${part.map(({ knownAt }) => knownAt.toISOString())}::text[]::timestamptz[],
        ${part.map(({ row }) => JSON.stringify(row))}::text[]::jsonb[], ${part.map(({ origin }) => origin)}::text[]
      ) as n (ticker, kind, key, day, known_at, row, origin)
      left join lateral (
        select r.revision, r.row from company_records as r
        where r.ticker = n.ticker and r.kind = n.kind and r.key = n.key
        order by r.revision desc limit 1
      ) as latest on true
      where latest.row is distinct from n.row
      order by n.ticker, n.kind, n.key
      on conflict do nothing`,
  )
}

export interface StoredRecord {
  kind: RecordKind
  key: string
  day: TradingDay
  knownAt: Date
  source: string
  row: unknown
}

/** The newest revisions that were known of each of some companies, newest day first. */
export async function recordsAsKnown(
  sql: Db,
  { tickers, kind, knownBy, limit }: { tickers: readonly string[]; kind: RecordKind; knownBy: Date; limit: number },
): Promise<ReadonlyMap<string, StoredRecord[]>> {
  const rows = await sql<(StoredRecord & { ticker: string })[]>`
    select t.ticker, k.kind, k.key, k.day, k."knownAt", k.source, k.row
    from unnest(${tickers as string[]}::text[]) as t (ticker) cross join lateral (
      select n.kind, n.key, n.day::text as day, n."knownAt", n.source, n.row from (
        select distinct on (r.key) r.kind, r.key, r.day, r.known_at as "knownAt", r.source, r.row
        from company_records as r
        where r.ticker = t.ticker and r.kind = ${kind} and r.known_at <= ${knownBy}
        order by r.key, r.known_at desc, r.revision desc
      ) as n
      order by n.day desc, n.key limit ${limit}
    ) as k
    order by t.ticker, k.day desc, k.key`
  return Map.groupBy(rows, ({ ticker }) => ticker)
}

export async function saveShortVolumes(
  sql: Db,
  rows: readonly NameShortVolume[],
  { at, origin }: { at: Date; origin: Origin },
): Promise<number> {
  const tickers = await sql<{ ticker: string }[]>`select c.ticker from companies as c`
  const known = new Set(tickers.map(({ ticker }) => ticker))
  const own = rows.filter(({ symbol }) => known.has(symbol))
  if (own.length === 0) return 0
  const added = await sql`
    insert into short_volumes (symbol, day, short, total, known_at, origin)
    select n.symbol, n.day, n.short, n.total, ${at}, ${origin}
    from unnest(${own.map(({ symbol }) => symbol)}::text[], ${own.map(({ day }) => day)}::text[]::date[],
      ${own.map(({ short }) => short)}::float8[], ${own.map(({ total }) => total)}::float8[]) as n (symbol, day, short, total)
    on conflict do nothing`
  return added.count
}

/** Deletes one batch; call again while it returns `limit`. */
export async function pruneRecords(
  sql: Db,
  { kinds, before }: { kinds: readonly RecordKind[]; before: Date },
  limit: number,
): Promise<number> {
  const gone = await sql`
    delete from company_records as r using (
      select o.ticker, o.kind, o.key, o.revision from company_records as o
      where o.kind = any(${kinds as RecordKind[]}) and o.day < ${before} order by o.day limit ${limit}
    ) as old
    where r.ticker = old.ticker and r.kind = old.kind and r.key = old.key and r.revision = old.revision`
  return gone.count
}

export async function pruneShortVolumes(sql: Db, before: Date, limit: number): Promise<number> {
  const gone = await sql`
    delete from short_volumes as v using (
      select o.symbol, o.day from short_volumes as o where o.day < ${before} order by o.day limit ${limit}
    ) as old
    where v.symbol = old.symbol and v.day = old.day`
  return gone.count
}

/** The newest revision of each record of a kind. */
export async function newestRows(
  sql: Db,
  kind: RecordKind,
  tickers: readonly string[],
): Promise<{ ticker: string; key: string; row: unknown }[]> {
  return await sql<{ ticker: string; key: string; row: unknown }[]>`
    select distinct on (r.ticker, r.key) r.ticker, r.key, r.row from company_records as r
    where r.kind = ${kind} and r.ticker = any(${tickers as string[]})
    order by r.ticker, r.key, r.known_at desc, r.revision desc
    limit ${ROWS_READ_MAX}`
}
const ROWS_READ_MAX = 100_000

/** The newest day up to one on which each company reported, as the calendar was known at an instant. */
export async function lastReports(
  sql: Db,
  { tickers, upTo, knownBy }: { tickers: readonly string[]; upTo: TradingDay; knownBy: Date },
): Promise<Map<string, TradingDay>> {
  const rows = await sql<{ ticker: string; day: TradingDay }[]>`
    select k.ticker, max(k.day)::text as day from (
      select distinct on (r.ticker, r.key) r.ticker, r.day from company_records as r
      where r.ticker = any(string_to_array(${tickers.join(',')}, ',')) and r.kind = 'earnings'
        and r.known_at <= ${knownBy}
      order by r.ticker, r.key, r.known_at desc, r.revision desc
    ) as k
    where k.day <= ${upTo}::text::date group by k.ticker limit 2000`
  return new Map(rows.map(({ ticker, day }) => [ticker, day]))
}
