import { ActionTerms, type VendorReport } from '../../domain/trading/action-report.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import type { Db, Tx } from '../server/db.ts'
import { insertAction } from './corporate-actions.ts'

const PROPOSALS_MAX = 1_000

/**
 * Stores a vendor's announcement, with its newest terms, and opens a case if there is none; returns how much was new. A
 * changed symbol has no day of its own, so it is one case however often it is read.
 */
export async function saveActionReports(sql: Db, reports: readonly VendorReport[], at: Date): Promise<number> {
  if (reports.length === 0) return 0
  // The last report of a document wins, since one statement cannot write a row twice.
  const unique = [
    ...new Map(reports.map((each) => [`${each.symbol} ${each.terms.kind} ${each.exDate}`, each])).values(),
  ]
  const saved = await sql`
    insert into action_reports as r (symbol, kind, ex_date, vendor, terms, known_at)
    select n.symbol, n.kind, n.ex_date::date, n.vendor, n.terms::jsonb, ${at}
    from unnest(${unique.map(({ symbol }) => symbol)}::text[], ${unique.map(({ terms }) => terms.kind)}::text[],
      ${unique.map(({ exDate }) => exDate)}::text[], ${unique.map(({ vendor }) => vendor)}::text[],
      ${unique.map(({ terms }) => JSON.stringify(terms))}::text[]) as n (symbol, kind, ex_date, vendor, terms)
    where n.kind <> 'symbol_change' or not exists (
      select 1 from action_reports as o where o.symbol = n.symbol and o.kind = n.kind and o.terms = n.terms::jsonb)
    order by n.symbol, n.kind, n.ex_date
    on conflict (symbol, kind, ex_date, vendor) do update set terms = excluded.terms, known_at = excluded.known_at
    where r.terms <> excluded.terms`
  await sql`
    insert into action_proposals (symbol, kind, ex_date, known_at)
    select n.symbol, n.kind, n.ex_date::date, ${at}
    from unnest(${unique.map(({ symbol }) => symbol)}::text[], ${unique.map(({ terms }) => terms.kind)}::text[],
      ${unique.map(({ exDate }) => exDate)}::text[]) as n (symbol, kind, ex_date)
    where exists (
      select 1 from action_reports as r where r.symbol = n.symbol and r.kind = n.kind and r.ex_date = n.ex_date::date)
    order by n.symbol, n.kind, n.ex_date
    on conflict (symbol, kind, ex_date) do nothing`
  return saved.count
}

export interface OpenCase {
  id: number
  symbol: string
  exDate: TradingDay
  reports: VendorReport[]
  /** The last close before the ex-date that was known before it opened; null where there is none. */
  closeE4: number | null
}

interface CaseRow {
  id: number
  symbol: string
  exDate: TradingDay
  vendors: string[]
  terms: unknown[]
  close: number | null
}

const caseOf = ({ id, symbol, exDate, vendors, terms, close }: CaseRow): OpenCase => ({
  id,
  symbol,
  exDate,
  reports: vendors.map((vendor, at) => ({ symbol, exDate, vendor, terms: ActionTerms.parse(terms[at]) })),
  closeE4: close === null ? null : Math.round(close * 10_000),
})

/**
 * Cases in a state, each with its vendors' words, the newest first. A close counts in the revision that was known
 * before the ex-date, because a vendor restates earlier closes in new shares once a split has happened.
 */
export async function casesIn(sql: Db, state: 'open' | 'proposed', id: number | null = null): Promise<OpenCase[]> {
  const rows = await sql<CaseRow[]>`
    select p.id, p.symbol, p.ex_date as "exDate", array_agg(r.vendor order by r.known_at desc, r.vendor) as vendors,
      jsonb_agg(r.terms order by r.known_at desc, r.vendor) as terms,
      (select b.close from member_bars as b
        where b.symbol = p.symbol and b.day < p.ex_date and b.day > p.ex_date - 60
          and b.known_at < (p.ex_date + time '09:30') at time zone 'America/New_York'
        order by b.day desc, b.revision desc limit 1) as close
    from action_proposals as p
    join action_reports as r on r.symbol = p.symbol and r.kind = p.kind and r.ex_date = p.ex_date
    where p.state = ${state} and (${id}::integer is null or p.id = ${id}::integer)
    group by p.id, p.symbol, p.ex_date
    order by p.ex_date, p.id limit ${PROPOSALS_MAX}`
  return rows.map(caseOf)
}

/** Returns whether the case was still in that state; `at` null is now, in service time. */
export async function moveCase(
  tx: Tx,
  id: number,
  {
    from,
    to,
    reason,
    at,
  }: {
    from: 'open' | 'proposed'
    to: 'applied' | 'proposed' | 'accepted' | 'rejected'
    reason: string
    at: Date | null
  },
): Promise<boolean> {
  const moved = await tx`
    update action_proposals as p set state = ${to}, reason = ${reason},
      decided_at = case when ${to} = 'proposed' then null else coalesce(${at}::timestamptz, service_now()) end
    where p.id = ${id} and p.state = ${from}`
  return moved.count === 1
}

/** Enters the action of a case; what an operator has entered for the day stays as it is. */
export async function enterAction(
  tx: Tx,
  { symbol, exDate, reports }: OpenCase,
  { terms, fractionPriceE4 }: { terms: ActionTerms; fractionPriceE4: number | null },
): Promise<boolean> {
  const source = [...new Set(reports.map(({ vendor }) => vendor))].sort().join('+')
  if (terms.kind === 'dividend') {
    const { pay_date: payDate, amount_e4: amountE4 } = terms
    await insertAction(tx, { kind: 'dividend', symbol, exDate, payDate, amountE4, source })
    return true
  }
  if (terms.kind !== 'split') return false
  const { new_shares: newShares, old_shares: oldShares } = terms
  await insertAction(tx, { kind: 'split', symbol, exDate, newShares, oldShares, fractionPriceE4, source })
  return true
}

export interface Proposal {
  id: number
  symbol: string
  kind: string
  exDate: TradingDay
  state: string
  reason: string | null
}

/** Newest first. */
export async function listProposals(sql: Db, { undecided }: { undecided: boolean }): Promise<Proposal[]> {
  return await sql<Proposal[]>`
    select p.id, p.symbol, p.kind, p.ex_date as "exDate", p.state, p.reason from action_proposals as p
    where not ${undecided} or p.state in ('open', 'proposed')
    order by p.ex_date desc, p.id desc limit ${PROPOSALS_MAX}`
}

/**
 * Why positions of a symbol may only be closed; null if they may be opened too. A proposal waits for an operator, a
 * split whose day has come waits for proof, and a symbol that ended by an operator's decision stays closed.
 */
export async function whyClosingOnly(sql: Db, symbol: string): Promise<string | null> {
  const [row] = await sql<{ id: number; kind: string; exDate: TradingDay; state: string }[]>`
    select p.id, p.kind, p.ex_date as "exDate", p.state from action_proposals as p
    where p.symbol = ${symbol} and (
      p.state = 'proposed'
      or (p.state = 'open' and p.kind = 'split' and p.ex_date <= (service_now() at time zone 'America/New_York')::date)
      or (p.state = 'accepted' and p.kind in ('symbol_change', 'merger', 'delisting')))
    order by p.id limit 1`
  if (!row) return null
  const what = `a ${row.kind.replace('_', ' ')} of ${row.exDate}`
  if (row.state === 'accepted') return `${what} ended this symbol, so positions can only be closed`
  return `${what} is not decided yet, so positions can only be closed`
}

/** The newest split of each symbol with an ex-date up to a day that was announced and not decided at an instant. */
export async function undecidedSplits(
  sql: Db,
  { symbols, upTo, knownBy }: { symbols: readonly string[]; upTo: TradingDay; knownBy: Date },
): Promise<ReadonlyMap<string, TradingDay>> {
  const rows = await sql<{ symbol: string; exDate: TradingDay }[]>`
    select p.symbol, max(p.ex_date) as "exDate" from action_proposals as p
    where p.kind = 'split' and p.symbol = any(string_to_array(${symbols.join(',')}, ','))
      and p.ex_date <= ${upTo}::text::date and p.known_at <= ${knownBy}
      and (p.decided_at is null or p.decided_at > ${knownBy})
    group by p.symbol limit ${PROPOSALS_MAX}`
  return new Map(rows.map(({ symbol, exDate }) => [symbol, exDate]))
}

/** The symbols that wait for an operator. */
export async function undecidedSymbols(sql: Db): Promise<string[]> {
  const rows = await sql<{ symbol: string }[]>`
    select distinct p.symbol from action_proposals as p where p.state = 'proposed' order by p.symbol limit ${PROPOSALS_MAX}`
  return rows.map(({ symbol }) => symbol)
}
