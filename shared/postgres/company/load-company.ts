import type { RecordKind } from '../../domain/market/company-record.ts'
import type { KnownSplit } from '../../domain/market/known-split.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import type { Db } from '../server/db.ts'
import { undecidedSplits } from '../trading/action-proposals.ts'
import { splitsKnown } from '../trading/corporate-actions.ts'
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
  splits: KnownSplit[]
  undecidedSplit: TradingDay | null
}

export async function companiesNamed(sql: Db, tickers: readonly string[]): Promise<Company[]> {
  return await sql<Company[]>`
    select c.ticker, c.name, c.sector, c.cik, c.origin, c.added_at as "addedAt", c.pinned_at as "pinnedAt"
    from companies as c where c.ticker = any(${tickers as string[]}) and c.removed_at is null
    order by c.ticker limit ${COMPANIES_MAX}`
}

/**
 * Everything stored about some companies as it was known, one query for each kind of row; the queries are sent together
 * and answered one after the other.
 */
export async function loadCompanies(
  sql: Db,
  companies: readonly Company[],
  { knownBy, barsFrom, day }: { knownBy: Date; barsFrom: TradingDay; day: TradingDay },
): Promise<StoredCompany[]> {
  const tickers = companies.map(({ ticker }) => ticker)
  const kinds = Object.keys(LIMITS) as RecordKind[]
  const [rows, moved, bars, shortDays, splits, undecided] = await Promise.all([
    Promise.all(kinds.map((kind) => recordsAsKnown(sql, { tickers, kind, knownBy, limit: LIMITS[kind] }))),
    reportsMoved(sql, tickers, knownBy),
    barsAsKnown(sql, { tickers, knownBy, from: barsFrom }),
    shortDaysAsKnown(sql, tickers, knownBy),
    splitsKnown(sql, { symbols: tickers, upTo: day, knownBy }),
    undecidedSplits(sql, { symbols: tickers, upTo: day, knownBy }),
  ])
  return companies.map((company) => {
    const { ticker } = company
    return {
      company,
      records: Object.fromEntries(
        kinds.map((kind, at) => [kind, rows[at]!.get(ticker) ?? []]),
      ) as StoredCompany['records'],
      moved: new Map((moved.get(ticker) ?? []).map(({ key, days }) => [key, days - 1])),
      bars: bars.get(ticker) ?? [],
      shortDays: shortDays.get(ticker) ?? [],
      splits: splits.get(ticker) ?? [],
      undecidedSplit: undecided.get(ticker) ?? null,
    }
  })
}

/** The rows of each ticker, in the order in which they came. */
const byTicker = <T extends { ticker: string }>(rows: readonly T[]): ReadonlyMap<string, T[]> =>
  Map.groupBy(rows, ({ ticker }) => ticker)

async function reportsMoved(sql: Db, tickers: readonly string[], knownBy: Date) {
  return byTicker(
    await sql<{ ticker: string; key: string; days: number }[]>`
      select r.ticker, r.key, count(distinct r.day)::integer as days from company_records as r
      where r.ticker = any(${tickers as string[]}) and r.kind = 'earnings' and r.known_at <= ${knownBy}
      group by r.ticker, r.key`,
  )
}

interface BarColumns {
  ticker: string
  days: TradingDay[]
  closes: number[]
  highs: (number | null)[]
  lows: (number | null)[]
  volumes: (number | null)[]
  knownMs: number[]
}

/**
 * Daily bars since a day, oldest first; as lists, which the driver parses faster than a row for each bar, and one ticker
 * after the other, because then only days are sorted.
 */
async function barsAsKnown(
  sql: Db,
  { tickers, knownBy, from }: { tickers: readonly string[]; knownBy: Date; from: TradingDay },
): Promise<ReadonlyMap<string, StoredBar[]>> {
  const rows = await sql<BarColumns[]>`
    select t.ticker, a.* from unnest(${tickers as string[]}::text[]) as t (ticker) cross join lateral (
      select json_agg(k.day order by k.day) as days, json_agg(k.close order by k.day) as closes,
        json_agg(k.high order by k.day) as highs, json_agg(k.low order by k.day) as lows,
        json_agg(k.volume order by k.day) as volumes,
        json_agg(extract(epoch from k.known_at) * 1000 order by k.day) as "knownMs"
      from (
        select distinct on (b.day) b.day, b.close, b.high, b.low, b.volume, b.known_at
        from member_bars as b
        where b.symbol = t.ticker and b.day >= ${from}::text::date and b.known_at <= ${knownBy}
        order by b.day, b.revision desc
      ) as k
    ) as a
    where a.days is not null`
  return new Map(rows.map((row) => [row.ticker, barsOf(row)]))
}

const barsOf = ({ days, closes, highs, lows, volumes, knownMs }: BarColumns): StoredBar[] =>
  days.map((day, at) => ({
    day,
    close: closes[at]!,
    high: highs[at]!,
    low: lows[at]!,
    volume: volumes[at]!,
    knownAt: new Date(knownMs[at]!),
  }))

/** The newest sessions of short volume first. */
async function shortDaysAsKnown(sql: Db, tickers: readonly string[], knownBy: Date) {
  return byTicker(
    await sql<(StoredCompany['shortDays'][number] & { ticker: string })[]>`
      select t.ticker, v.* from unnest(${tickers as string[]}::text[]) as t (ticker) cross join lateral (
        select v.day::text as day, v.short, v.total, v.known_at as "knownAt" from short_volumes as v
        where v.symbol = t.ticker and v.known_at <= ${knownBy} order by v.day desc limit ${SHORT_DAYS_MAX}) as v
      order by t.ticker, v.day desc`,
  )
}
const SHORT_DAYS_MAX = 260

/** The closes of the names of some sectors, for what happened to others in the same state. */
export async function sectorCloses(
  sql: Db,
  { sectors, knownBy, from }: { sectors: readonly string[]; knownBy: Date; from: TradingDay },
): Promise<{ sector: string; ticker: string; days: TradingDay[]; closes: number[] }[]> {
  return await sql<{ sector: string; ticker: string; days: TradingDay[]; closes: number[] }[]>`
    select c.sector, c.ticker, a.* from companies as c cross join lateral (
      select json_agg(k.day order by k.day) as days, json_agg(k.close order by k.day) as closes
      from (
        select distinct on (b.day) b.day, b.close from member_bars as b
        where b.symbol = c.ticker and b.day >= ${from}::text::date and b.known_at <= ${knownBy}
        order by b.day, b.revision desc
      ) as k
    ) as a
    where c.sector = any(${sectors as string[]}) and c.removed_at is null and a.days is not null
    order by c.ticker limit ${COMPANIES_MAX}`
}

/** The tickers of each sector, sectors with pinned companies first, and in a sector the pinned ones first. */
export async function tickersBySector(sql: Db): Promise<string[][]> {
  const rows = await sql<{ ticker: string; sector: string | null }[]>`
    select c.ticker, c.sector from companies as c where c.removed_at is null
    order by bool_or(c.pinned_at is not null) over (partition by c.sector) desc, c.sector nulls last, c.pinned_at is null,
      c.ticker limit ${COMPANIES_MAX}`
  return [...Map.groupBy(rows, ({ sector }) => sector).values()].map((own) => own.map(({ ticker }) => ticker))
}
