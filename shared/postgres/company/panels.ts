import type { TradingDay } from '../../time/trading-day.ts'
import { activeTraceparent } from '../../tracing/span.ts'
import type { Db } from '../server/db.ts'

/** Stores the documents of companies; an older computation never replaces a newer one. */
export async function savePanels(
  sql: Db,
  panels: readonly { ticker: string; panel: string; document: string }[],
  asOf: Date,
): Promise<void> {
  if (panels.length === 0) return
  await sql`
    insert into company_panels as p (ticker, panel, as_of, document, traceparent)
    select n.ticker, n.panel, ${asOf}, n.document, ${activeTraceparent()}
    from unnest(${panels.map(({ ticker }) => ticker)}::text[], ${panels.map(({ panel }) => panel)}::text[],
      ${panels.map(({ document }) => document)}::text[]) as n (ticker, panel, document)
    order by n.ticker, n.panel
    on conflict (ticker, panel) do update set
      as_of = excluded.as_of, document = excluded.document, traceparent = excluded.traceparent,
      written_at = clock_timestamp()
    where p.as_of <= excluded.as_of`
}

/** The companies for which a panel was never computed. */
export async function companiesWithout<T extends { ticker: string }>(
  sql: Db,
  panel: string,
  companies: readonly T[],
): Promise<T[]> {
  const computed = await sql<{ ticker: string }[]>`
    select p.ticker from company_panels as p
    where p.panel = ${panel} and p.ticker = any(${companies.map(({ ticker }) => ticker)}::text[])`
  const known = new Set(computed.map(({ ticker }) => ticker))
  return companies.filter(({ ticker }) => !known.has(ticker))
}

export interface ReadPanel {
  ticker: string
  name: string | null
  sector: string | null
  cik: number | null
  origin: 'member' | 'operator'
  isPinned: boolean
  /** Null until the panel was computed. */
  document: string | null
  traceparent: string | null
}

/** A company with one of its documents, in one query; null for a ticker that is not scaffolded. */
export async function readPanel(sql: Db, ticker: string, panel: string): Promise<ReadPanel | null> {
  const [row] = await sql<ReadPanel[]>`
    select c.ticker, c.name, c.sector, c.cik, c.origin, c.pinned_at is not null as "isPinned", p.document, p.traceparent
    from companies as c
    left join company_panels as p on p.ticker = c.ticker and p.panel = ${panel}
    where c.ticker = ${ticker} and c.removed_at is null limit 1`
  return row ?? null
}

const PINNED_READ_MAX = 100

/** The pinned companies with what their newest computation left for the watchlist. */
export async function pinnedRows(
  sql: Db,
): Promise<{ ticker: string; name: string | null; document: string | null; asOf: Date | null }[]> {
  return await sql<{ ticker: string; name: string | null; document: string | null; asOf: Date | null }[]>`
    select c.ticker, c.name, p.document, p.as_of as "asOf"
    from companies as c
    left join company_panels as p on p.ticker = c.ticker and p.panel = 'watch'
    where c.pinned_at is not null and c.removed_at is null
    order by c.ticker limit ${PINNED_READ_MAX}`
}

export interface KnownFilings extends Omit<ReadPanel, 'document' | 'traceparent'> {
  filings: { key: string; day: TradingDay; knownAt: Date; row: unknown }[]
}

/** The filings with figures that were known at an instant, in one query; null for a ticker that is not scaffolded. */
export async function filingsKnown(sql: Db, ticker: string, knownBy: Date): Promise<KnownFilings | null> {
  const rows = await sql<
    (Omit<KnownFilings, 'filings'> & { key: string | null; day: TradingDay; knownAt: Date; row: unknown })[]
  >`
    select c.ticker, c.name, c.sector, c.cik, c.origin, c.pinned_at is not null as "isPinned",
      k.key, k.day::text as day, k.known_at as "knownAt", k.row
    from companies as c
    left join lateral (
      select distinct on (r.key) r.key, r.day, r.known_at, r.row from company_records as r
      where r.ticker = c.ticker and r.kind = 'filing' and r.known_at <= ${knownBy}
      order by r.key, r.known_at desc, r.revision desc
    ) as k on true
    where c.ticker = ${ticker} and c.removed_at is null
    order by k.day desc, k.key limit ${FILINGS_READ_MAX}`
  const [first] = rows
  if (!first) return null
  const { ticker: own, name, sector, cik, origin, isPinned } = first
  const filings = rows.flatMap(({ key, day, knownAt, row }) => (key === null ? [] : [{ key, day, knownAt, row }]))
  return { ticker: own, name, sector, cik, origin, isPinned, filings }
}
const FILINGS_READ_MAX = 200

/** The parts of panels from which the screener reads a company. */
export interface PanelPart {
  ticker: string
  panel: 'estimates' | 'ownership' | 'sentiment'
  part: unknown
}

/** Parts of documents that were written by an instant; a later one describes another instant. */
export async function panelParts(db: Db, tickers: readonly string[], knownBy: Date): Promise<PanelPart[]> {
  return await db<PanelPart[]>`
    select p.ticker, p.panel, case p.panel when 'estimates' then p.document::jsonb->'revisions'
      when 'ownership' then p.document::jsonb->'open_market' else p.document::jsonb->'components' end as part
    from company_panels as p
    where p.ticker = any(string_to_array(${tickers.join(',')}, ','))
      and p.panel in ('estimates', 'ownership', 'sentiment') and p.as_of <= ${knownBy}
    order by p.ticker, p.panel limit 5000`
}
