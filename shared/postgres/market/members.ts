import type { BarRange, IndexMember, MemberBars } from '../../domain/market/index-member.ts'
import { RESTATED_MIN } from '../../domain/market/known-split.ts'
import type { Origin } from '../../domain/market/observation.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import { scaffoldMembers } from '../company/companies.ts'
import { insertByIndex } from '../server/by-index.ts'
import type { Db } from '../server/db.ts'

const MEMBERS_MAX = 1_000
const ROWS_PER_STATEMENT = 20_000

/** Inserts new members and closes the rows of those that left or changed sector. Ignores a list older than the last. */
export async function saveMembers(
  sql: Db,
  members: readonly IndexMember[],
  { at, source }: { at: Date; source: string },
): Promise<number> {
  if (members.length === 0) return 0
  const [last] = await sql<[{ known: Date | null }]>`
    select greatest(max(m.known_at), max(m.gone_at)) as known from index_members as m`
  if (last.known !== null && last.known >= at) return 0
  const symbols = members.map(({ symbol }) => symbol)
  const sectors = members.map(({ sector }) => sector)
  await sql`
    update index_members as m set gone_at = ${at}
    where m.gone_at is null and not exists (
      select 1 from unnest(${symbols}::text[], ${sectors}::text[]) as n (symbol, sector)
      where n.symbol = m.symbol and n.sector = m.sector)`
  const names = members.map(({ name }) => name ?? null)
  await sql`
    update index_members as m set name = n.name
    from unnest(${symbols}::text[], ${names}::text[]) as n (symbol, name)
    where m.gone_at is null and m.symbol = n.symbol and n.name is not null and m.name is distinct from n.name`
  const added = await sql`
    insert into index_members (symbol, known_at, sector, name, since, cik, source)
    select n.symbol, ${at}, n.sector, n.name, n.since, n.cik, ${source}
    from unnest(${symbols}::text[], ${sectors}::text[], ${names}::text[],
      ${members.map(({ since }) => since)}::text[]::date[],
      ${members.map(({ cik }) => cik ?? null)}::integer[]) as n (symbol, sector, name, since, cik)
    where not exists (select 1 from index_members as m where m.symbol = n.symbol and m.gone_at is null)`
  await scaffoldMembers(sql, members, at)
  return added.count
}

/** The index as it was known at an instant. */
export async function membersAsKnown(sql: Db, knownBy: Date): Promise<IndexMember[]> {
  return await sql<IndexMember[]>`
    select m.symbol, m.sector, m.since::text as since from index_members as m
    where m.known_at <= ${knownBy} and (m.gone_at is null or m.gone_at > ${knownBy})
    order by m.symbol
    limit ${MEMBERS_MAX}`
}

export type KnownBar = {
  symbol: string
  day: TradingDay
  close: number
  range?: BarRange | null
  knownAt: Date
  origin: Origin
}

/** Stores what is new; a changed close is a new revision. Returns how many rows were added. */
export const saveMemberBars = (sql: Db, bars: readonly KnownBar[], source: string): Promise<number> =>
  insertByIndex(
    sql,
    bars,
    { perStatement: ROWS_PER_STATEMENT },
    async (part) =>
      await sql`
      insert into member_bars (symbol, day, revision, close, open, high, low, volume, known_at, source, origin)
      select n.symbol, n.day, coalesce(latest.revision, 0) + 1, n.close, n.open, n.high, n.low, n.volume, n.known_at,
        ${source}, n.origin
      from unnest(
        ${part.map((bar) => bar.symbol)}::text[], ${part.map((bar) => bar.day)}::text[]::date[],
        ${part.map((bar) => bar.close)}::float8[], ${part.map((bar) => bar.knownAt.toISOString())}::text[]::timestamptz[],
        ${part.map((bar) => bar.origin)}::text[],
        ${part.map((bar) => bar.range?.open ?? null)}::float8[], ${part.map((bar) => bar.range?.high ?? null)}::float8[],
        ${part.map((bar) => bar.range?.low ?? null)}::float8[], ${part.map((bar) => bar.range?.volume ?? null)}::float8[]
      ) as n (symbol, day, close, known_at, origin, open, high, low, volume)
      left join lateral (
        select b.revision, b.close from member_bars as b
        where b.symbol = n.symbol and b.day = n.day
        order by b.revision desc limit 1
      ) as latest on true
      where latest.close is distinct from n.close
      on conflict do nothing`,
  )

/** The first closes of an answer whose vendor has restated them for a split. */
interface RestatedStart {
  symbol: string
  days: readonly TradingDay[]
  closes: readonly number[]
}

/** This many of the first closes must show one ratio, because a single close may have been corrected. */
const TOLD_BY_MIN = 3
/** They are rounded, and some may have been corrected by little. */
const RATIO_APART_MAX = 1.05

/**
 * Restates the bars before an answer by the ratio that its first closes show: a vendor's answer reaches back a year,
 * and without this the older bars would stay in old shares forever. The caller must not have stored the answer yet.
 */
export async function restateEarlierBars(
  sql: Db,
  starts: readonly RestatedStart[],
  { at, origin }: { at: Date; origin: Origin },
): Promise<number> {
  if (starts.length === 0) return 0
  const closes = starts.flatMap(({ symbol, days, closes: own }) =>
    days.map((day, index) => ({ symbol, first: days[0]!, day, close: own[index]! })),
  )
  const added = await sql`
    insert into member_bars (symbol, day, revision, close, open, high, low, volume, known_at, source, origin)
    select s.symbol, k.day, k.revision + 1, k.close / s.ratio, k.open / s.ratio, k.high / s.ratio, k.low / s.ratio,
      k.volume * s.ratio, ${at}, k.source, ${origin}
    from (
      select n.symbol, n.first, percentile_disc(0.5) within group (order by o.close / n.close) as ratio
      from unnest(${closes.map(({ symbol }) => symbol)}::text[], ${closes.map(({ first }) => first)}::text[]::date[],
        ${closes.map(({ day }) => day)}::text[]::date[], ${closes.map(({ close }) => close)}::float8[]
      ) as n (symbol, first, day, close)
      cross join lateral (
        select b.close from member_bars as b where b.symbol = n.symbol and b.day = n.day
        order by b.revision desc limit 1
      ) as o
      group by n.symbol, n.first
      having count(*) >= ${TOLD_BY_MIN}
        and max(o.close / n.close) < ${RATIO_APART_MAX} * min(o.close / n.close)
        and greatest(min(o.close / n.close), 1 / max(o.close / n.close)) >= ${RESTATED_MIN}
    ) as s
    cross join lateral (
      select distinct on (b.day) b.day, b.revision, b.close, b.open, b.high, b.low, b.volume, b.source
      from member_bars as b where b.symbol = s.symbol and b.day < s.first
      order by b.day, b.revision desc
    ) as k
    order by s.symbol, k.day
    on conflict do nothing`
  return added.count
}

interface BarColumns {
  symbol: string
  days: TradingDay[]
  closes: number[]
}

/** Closes since a day of every member with stored bars, oldest first, as known at an instant. */
export async function memberBarsAsKnown(
  sql: Db,
  { from, knownBy }: { from: TradingDay; knownBy: Date },
): Promise<Omit<MemberBars, 'rebased'>[]> {
  return await sql<BarColumns[]>`
    select k.symbol, array_agg(k.day::text order by k.day) as days, array_agg(k.close order by k.day) as closes
    from (
      select distinct on (b.symbol, b.day) b.symbol, b.day, b.close
      from member_bars as b
      where b.day >= ${from}::text::date and b.known_at <= ${knownBy}
      order by b.symbol, b.day, b.revision desc
    ) as k
    group by k.symbol
    order by k.symbol
    limit ${MEMBERS_MAX}`
}

/** Deletes one batch; call again while it returns `limit`. */
export async function pruneMemberBars(sql: Db, before: Date, limit: number): Promise<number> {
  const gone = await sql`
    delete from member_bars as b using (
      select old.symbol, old.day, old.revision from member_bars as old
      where old.day < ${before} order by old.day limit ${limit}
    ) as old
    where b.symbol = old.symbol and b.day = old.day and b.revision = old.revision`
  return gone.count
}
