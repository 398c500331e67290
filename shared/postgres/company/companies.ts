import type { CompanyToFetch } from '../../domain/market/company-record.ts'
import type { IndexMember } from '../../domain/market/index-member.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import type { Db } from '../server/db.ts'

export const COMPANIES_MAX = 2_000
/** One fetch of each pinned name's chain must fit into a vendor's evening. */
export const PINNED_MAX = 50

export interface Company {
  ticker: string
  name: string | null
  sector: string | null
  cik: number | null
  origin: 'member' | 'operator'
  addedAt: Date
  pinnedAt: Date | null
}

const columns = (sql: Db) =>
  sql`c.ticker, c.name, c.sector, c.cik, c.origin, c.added_at as "addedAt", c.pinned_at as "pinnedAt"`

/** Adds the members of a list; what an operator removed stays removed. */
export async function scaffoldMembers(sql: Db, members: readonly IndexMember[], at: Date): Promise<void> {
  await sql`
    insert into companies as c (ticker, name, sector, cik, origin, added_at)
    select n.ticker, n.name, n.sector, n.cik, 'member', ${at}
    from unnest(
      ${members.map(({ symbol }) => symbol)}::text[], ${members.map(({ name }) => name ?? null)}::text[],
      ${members.map(({ sector }) => sector)}::text[], ${members.map(({ cik }) => cik ?? null)}::integer[]
    ) as n (ticker, name, sector, cik)
    order by n.ticker
    on conflict (ticker) do update set
      name = coalesce(excluded.name, c.name), sector = excluded.sector, cik = coalesce(excluded.cik, c.cik)
    where (c.name, c.sector, c.cik) is distinct from
      (coalesce(excluded.name, c.name), excluded.sector, coalesce(excluded.cik, c.cik))`
}

export async function listCompanies(sql: Db): Promise<Company[]> {
  return await sql<Company[]>`
    select ${columns(sql)} from companies as c where c.removed_at is null order by c.ticker limit ${COMPANIES_MAX}`
}

/** Returns whether it is new; a company that was removed comes back. */
export async function addCompany(sql: Db, ticker: string, at: Date): Promise<boolean> {
  const added = await sql`
    insert into companies as c (ticker, origin, added_at) values (${ticker}, 'operator', ${at})
    on conflict (ticker) do update set removed_at = null where c.removed_at is not null`
  return added.count === 1
}

export async function removeCompany(sql: Db, ticker: string, at: Date): Promise<boolean> {
  const removed = await sql`
    update companies as c set removed_at = ${at}, pinned_at = null where c.ticker = ${ticker} and c.removed_at is null`
  return removed.count === 1
}

/** `full` when fifty names are pinned already; `unknown` for a ticker that was not added. */
export async function pinCompany(sql: Db, ticker: string, at: Date): Promise<'pinned' | 'full' | 'unknown'> {
  const pinned = await sql`
    update companies as c set pinned_at = coalesce(c.pinned_at, ${at})
    where c.ticker = ${ticker} and c.removed_at is null
      and (select count(*) from companies as p where p.pinned_at is not null and p.ticker <> ${ticker}) < ${PINNED_MAX}`
  if (pinned.count === 1) return 'pinned'
  const known = await sql`select 1 from companies as c where c.ticker = ${ticker} and c.removed_at is null`
  return known.length === 1 ? 'full' : 'unknown'
}

export async function unpinCompany(sql: Db, ticker: string): Promise<boolean> {
  const unpinned = await sql`
    update companies as c set pinned_at = null where c.ticker = ${ticker} and c.pinned_at is not null`
  return unpinned.count === 1
}

/** The tickers that a source fetches, in order. */
export async function tickersOf(sql: Db, which: 'all' | 'pinned'): Promise<string[]> {
  const rows = await sql<{ ticker: string }[]>`
    select c.ticker from companies as c
    where c.removed_at is null and (${which} = 'all' or c.pinned_at is not null)
    order by c.ticker limit ${COMPANIES_MAX}`
  return rows.map(({ ticker }) => ticker)
}

export async function saveCiks(sql: Db, ciks: readonly { ticker: string; cik: number; name: string }[]): Promise<void> {
  if (ciks.length === 0) return
  await sql`
    update companies as c set cik = n.cik, name = coalesce(c.name, n.name)
    from unnest(${ciks.map(({ ticker }) => ticker)}::text[], ${ciks.map(({ cik }) => cik)}::integer[],
      ${ciks.map(({ name }) => name)}::text[]) as n (ticker, cik, name)
    where c.ticker = n.ticker and c.cik is null`
}

interface ToFetch extends Omit<CompanyToFetch, 'stored'> {
  stored: string[] | null
}

/** Companies with what is stored of them, so that a run requests only what is new. */
export async function companiesToFetch(
  sql: Db,
  tickers: readonly string[],
  today: TradingDay,
): Promise<CompanyToFetch[]> {
  const rows = await sql<ToFetch[]>`
    select c.ticker, c.name, c.cik,
      (select array_agg(distinct r.key) from company_records as r
        where r.ticker = c.ticker and (r.kind = 'ownership' or (r.kind = 'filing' and r.row->'facts' <> 'null'::jsonb))) as stored,
      (select min(r.day)::text from company_records as r
        where r.ticker = c.ticker and r.kind = 'earnings' and r.day >= ${today}::text::date
          and r.revision = (select max(n.revision) from company_records as n
            where n.ticker = r.ticker and n.kind = r.kind and n.key = r.key)) as "nextReport"
    from companies as c
    where c.ticker = any(${tickers as string[]}) and c.removed_at is null
    order by c.ticker limit ${COMPANIES_MAX}`
  return rows.map(({ stored, ...company }) => ({ ...company, stored: new Set(stored ?? []) }))
}

/** The next day on which each company is expected to report, as the calendar was known. */
export async function nextReports(sql: Db, tickers: readonly string[], at: Date): Promise<Map<string, TradingDay>> {
  const rows = await sql<{ ticker: string; day: TradingDay }[]>`
    select k.ticker, min(k.day)::text as day from (
      select distinct on (r.ticker, r.key) r.ticker, r.day, r.row ->> 'eps' as eps, r.row ->> 'time' as time
      from company_records as r
      where r.ticker = any(${tickers as string[]}) and r.kind = 'earnings' and r.known_at <= ${at}
      order by r.ticker, r.key, r.known_at desc, r.revision desc
    ) as k
    cross join (select ${at}::timestamptz at time zone 'America/New_York' as at) as here
    where k.day >= here.at::date and k.eps is null
      and not (k.day = here.at::date and coalesce(k.time, '') = 'before_open' and here.at::time >= '09:30')
    group by k.ticker limit ${COMPANIES_MAX}`
  return new Map(rows.map(({ ticker, day }) => [ticker, day]))
}
