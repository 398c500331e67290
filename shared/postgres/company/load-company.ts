import type { RecordKind } from '../../domain/market/company-record.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import type { Db } from '../server/db.ts'
import { COMPANIES_MAX, type Company } from './companies.ts'
import { recordsAsKnown, type StoredRecord } from './company-records.ts'

/** Rows that a panel may look at, by kind: a year of sessions and what the ranks of the oldest need. */
const LIMITS: Readonly<Record<RecordKind, number>> = {
  profile: 1,
  filing: 80,
  ownership: 200,
  estimates: 365,
  earnings: 40,
  options: 620,
  gamma: 1,
  headline: 200,
}

export interface StoredBar {
  day: TradingDay
  close: number
  high: number | null
  low: number | null
  volume: number | null
  knownAt: Date
}

export interface StoredCompany {
  company: Company
  bars: StoredBar[]
  records: Record<RecordKind, StoredRecord[]>
  /** The number of times that the calendar moved a report, by its record's key. */
  moved: ReadonlyMap<string, number>
  shortDays: { day: TradingDay; short: number; total: number; knownAt: Date }[]
}

export async function companiesNamed(sql: Db, tickers: readonly string[]): Promise<Company[]> {
  return await sql<Company[]>`
    select c.ticker, c.name, c.sector, c.cik, c.origin, c.added_at as "addedAt", c.pinned_at as "pinnedAt"
    from companies as c where c.ticker = any(${tickers as string[]}) and c.removed_at is null
    order by c.ticker limit ${COMPANIES_MAX}`
}

/** Everything stored about a company as it was known; its queries are sent together and answered one after the other. */
export async function loadCompany(
  sql: Db,
  company: Company,
  { knownBy, barsFrom }: { knownBy: Date; barsFrom: TradingDay },
): Promise<StoredCompany> {
  const { ticker } = company
  const kinds = Object.keys(LIMITS) as RecordKind[]
  const [rows, moved, bars, shortDays] = await Promise.all([
    Promise.all(kinds.map((kind) => recordsAsKnown(sql, { ticker, kind, knownBy, limit: LIMITS[kind] }))),
    reportsMoved(sql, ticker, knownBy),
    barsAsKnown(sql, { ticker, knownBy, from: barsFrom }),
    sql<StoredCompany['shortDays']>`
      select v.day::text as day, v.short, v.total, v.known_at as "knownAt" from short_volumes as v
      where v.symbol = ${ticker} and v.known_at <= ${knownBy} order by v.day desc limit 260`,
  ])
  const records = Object.fromEntries(kinds.map((kind, at) => [kind, rows[at]!])) as StoredCompany['records']
  return { company, records, moved, bars, shortDays }
}

async function reportsMoved(sql: Db, ticker: string, knownBy: Date): Promise<StoredCompany['moved']> {
  const rows = await sql<{ key: string; days: number }[]>`
    select r.key, count(distinct r.day)::integer as days from company_records as r
    where r.ticker = ${ticker} and r.kind = 'earnings' and r.known_at <= ${knownBy}
    group by r.key limit ${LIMITS.earnings * 4}`
  return new Map(rows.map(({ key, days }) => [key, days - 1]))
}

/** Daily bars since a day, oldest first. */
export async function barsAsKnown(
  sql: Db,
  { ticker, knownBy, from }: { ticker: string; knownBy: Date; from: TradingDay },
): Promise<StoredBar[]> {
  return await sql<StoredBar[]>`
    select distinct on (b.day) b.day::text as day, b.close, b.high, b.low, b.volume, b.known_at as "knownAt"
    from member_bars as b
    where b.symbol = ${ticker} and b.day >= ${from}::text::date and b.known_at <= ${knownBy}
    order by b.day, b.revision desc limit 1000`
}

/** The closes of the names of some sectors, for what happened to others in the same state. */
export async function sectorCloses(
  sql: Db,
  { sectors, knownBy, from }: { sectors: readonly string[]; knownBy: Date; from: TradingDay },
): Promise<{ sector: string; ticker: string; days: TradingDay[]; closes: number[] }[]> {
  return await sql<{ sector: string; ticker: string; days: TradingDay[]; closes: number[] }[]>`
    select k.sector, k.symbol as ticker, array_agg(k.day::text order by k.day) as days,
      array_agg(k.close order by k.day) as closes
    from (
      select distinct on (b.symbol, b.day) c.sector, b.symbol, b.day, b.close
      from companies as c join member_bars as b on b.symbol = c.ticker
      where c.sector = any(${sectors as string[]}) and c.removed_at is null
        and b.day >= ${from}::text::date and b.known_at <= ${knownBy}
      order by b.symbol, b.day, b.revision desc
    ) as k
    group by k.sector, k.symbol order by k.symbol limit ${COMPANIES_MAX}`
}

/** Tickers by sector, so that a batch of panels reads few sectors. */
export async function tickersBySector(sql: Db): Promise<string[]> {
  const rows = await sql<{ ticker: string }[]>`
    select c.ticker from companies as c where c.removed_at is null
    order by c.pinned_at is null, c.sector nulls last, c.ticker limit ${COMPANIES_MAX}`
  return rows.map(({ ticker }) => ticker)
}
