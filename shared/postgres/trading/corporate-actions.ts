import type { KnownSplit } from '../../domain/market/known-split.ts'
import { actionKey, type CorporateAction } from '../../domain/trading/corporate-action.ts'
import { parseInstrument, underlyingOf } from '../../domain/trading/instrument.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import { isSymbolStored } from '../market/bars-known.ts'
import type { Db, Tx } from '../server/db.ts'

interface Row {
  id: number
  symbol: string
  kind: 'dividend' | 'split'
  exDate: TradingDay
  payDate: TradingDay | null
  amountE4: number | null
  newShares: number | null
  oldShares: number | null
  fractionPriceE4: number | null
  source: string
  accruedAt: Date | null
  closedAt: Date | null
}

export type StoredAction = CorporateAction & Pick<Row, 'accruedAt' | 'closedAt'>

const columns = (sql: Db) => sql`
  c.id, c.symbol, c.kind, c.ex_date as "exDate", c.pay_date as "payDate", c.amount_e4 as "amountE4",
  c.new_shares as "newShares", c.old_shares as "oldShares", c.fraction_price_e4 as "fractionPriceE4", c.source,
  c.accrued_at as "accruedAt", c.closed_at as "closedAt"`

/** Constraints of the table guarantee the columns of each kind. */
function actionOf(row: Row): StoredAction {
  const { id, symbol, exDate, source, accruedAt, closedAt } = row
  const announced = { id, symbol, exDate, source, accruedAt, closedAt }
  if (row.kind === 'dividend') return { ...announced, kind: row.kind, payDate: row.payDate!, amountE4: row.amountE4! }
  const { newShares, oldShares, fractionPriceE4 } = row
  return { ...announced, kind: row.kind, newShares: newShares!, oldShares: oldShares!, fractionPriceE4 }
}

const ACTIONS_MAX = 1_000

/** Actions whose day has come and that have not reached every holder yet. */
export async function openActions(sql: Db, today: TradingDay): Promise<StoredAction[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql)} from corporate_actions as c
    where c.closed_at is null and c.ex_date <= ${today}::text::date
    order by c.ex_date, c.kind desc, c.id limit ${ACTIONS_MAX}`
  return rows.map(actionOf)
}

/** The next dividend of a symbol whose ex-date lies in a span of days; null when none is announced. */
export async function nextDividend(
  sql: Db,
  symbol: string,
  { from, to }: { from: TradingDay; to: TradingDay },
): Promise<{ exDate: TradingDay; amountE4: number } | null> {
  const [row] = await sql<{ exDate: TradingDay; amountE4: number }[]>`
    select c.ex_date as "exDate", c.amount_e4 as "amountE4" from corporate_actions as c
    where c.symbol = ${symbol} and c.kind = 'dividend'
      and c.ex_date between ${from}::text::date and ${to}::text::date
    order by c.ex_date limit 1`
  return row ?? null
}

export async function readAction(sql: Db, id: number): Promise<StoredAction | null> {
  const [row] = await sql<Row[]>`select ${columns(sql)} from corporate_actions as c where c.id = ${id}`
  return row ? actionOf(row) : null
}

/** Newest first. */
export async function listActions(sql: Db): Promise<StoredAction[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql)} from corporate_actions as c order by c.ex_date desc, c.id desc limit ${ACTIONS_MAX}`
  return rows.map(actionOf)
}

/** `begun`: it was sent to holders, so it can no longer be deleted; `closed`: every holder has had it. */
export async function markAction(tx: Tx, id: number, done: 'begun' | 'closed', at: Date): Promise<void> {
  await tx`
    update corporate_actions set
      accrued_at = coalesce(accrued_at, ${at}::timestamptz),
      closed_at = case when ${done} = 'closed' then ${at}::timestamptz else closed_at end
    where id = ${id}`
}

/** Null if there is already one of this kind, symbol and day. */
export async function insertAction(
  sql: Db,
  action: Omit<CorporateAction, 'id'> &
    Partial<Pick<Row, 'payDate' | 'amountE4' | 'newShares' | 'oldShares' | 'fractionPriceE4'>>,
): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    insert into corporate_actions (symbol, kind, ex_date, amount_e4, pay_date, new_shares, old_shares, fraction_price_e4,
      source)
    values (${action.symbol}, ${action.kind}, ${action.exDate}::text::date, ${action.amountE4 ?? null},
      ${action.payDate ?? null}::text::date, ${action.newShares ?? null}, ${action.oldShares ?? null},
      ${action.fractionPriceE4 ?? null}, ${action.source})
    on conflict do nothing returning id`
  return row?.id ?? null
}

/** False if there is none, or it has begun and can no longer be deleted. */
export async function deleteAction(sql: Db, id: number): Promise<boolean> {
  const rows = await sql`
    delete from corporate_actions as c where c.id = ${id} and c.accrued_at is null and c.closed_at is null returning c.id`
  return rows.length > 0
}

/**
 * Returns whether an action of the symbol can concern anybody: it was ever in the index, priced or added by an operator,
 * or an account holds it or its options. Before the first list of members has arrived, any symbol may turn out to be one.
 */
export async function mayBeHeld(sql: Db, symbol: string): Promise<boolean> {
  if (await isSymbolStored(sql, symbol)) return true
  const [row] = await sql<[{ isMember: boolean; held: string | null }]>`
    select not exists (select 1 from index_members as m)
      or exists (select 1 from index_members as m where m.symbol = ${symbol}) as "isMember", (
        select p.instrument from positions as p
        join accounts as a on a.id = p.account_id and a.epoch = p.epoch and a.status <> 'deleted'
        where p.quantity <> 0 and (p.instrument = ${symbol}
          or left(p.instrument, greatest(char_length(p.instrument) - 15, 0)) = ${symbol.replace('.', '')})
        limit 1) as held`
  // The root of an option has no dot: a contract of BRK.B is none of BRKB.
  const held = row.held === null ? null : parseInstrument(row.held)
  return row.isMember || (held !== null && underlyingOf(held) === symbol)
}

const HOLDERS_MAX = 50_000

/** Open accounts without this step yet that held the symbol, or for a split options of it that outlive its day. */
export async function holdersWithoutPart(
  sql: Db,
  action: CorporateAction,
  { step, recordAt }: { step: 'accrue' | 'pay' | 'split'; recordAt: Date },
): Promise<{ accountId: number; epoch: number }[]> {
  const { symbol, exDate } = action
  const root = symbol.replace('.', '')
  const from = exDate.slice(2).replaceAll('-', '')
  const told = step === 'accrue' ? 'dividend_accrued' : 'split'
  return await sql<{ accountId: number; epoch: number }[]>`
    select distinct p.account_id as "accountId", p.epoch
    from positions as p join accounts as a on a.id = p.account_id and a.epoch = p.epoch and a.status <> 'deleted'
    where (p.instrument = ${symbol} or (${step} = 'split' and p.instrument like ${`${root}%`}
        and left(p.instrument, greatest(char_length(p.instrument) - 15, 0)) = ${root}
        and left(right(p.instrument, 15), 6) >= ${from}))
      and (
        select coalesce(sum(l.quantity), 0) from ledger_entries as e join ledger_postings as l on l.entry_id = e.id
        where e.account_id = p.account_id and e.epoch = p.epoch and e.at < ${recordAt}
          and l.book = 'account' and l.instrument = p.instrument
      ) <> 0
      and not exists (
        select 1 from ledger_entries as e
        where e.account_id = p.account_id and e.epoch = p.epoch and e.key = ${actionKey(action)})
      and not exists (
        select 1 from account_events as v
        where ${step} <> 'pay' and v.account_id = p.account_id and v.epoch = p.epoch and v.kind = ${told}
          and v.data->>'subject' = ${actionKey(action)})
    order by 1 limit ${HOLDERS_MAX}`
}

/** Returns whether a symbol was split after a day and up to another. */
export async function wasSplit(
  sql: Db,
  symbol: string,
  { after, through }: { after: TradingDay; through: TradingDay },
): Promise<boolean> {
  const rows = await sql`
    select 1 from corporate_actions as c
    where c.symbol = ${symbol} and c.kind = 'split' and c.ex_date > ${after}::text::date
      and c.ex_date <= ${through}::text::date
    limit 1`
  return rows.length > 0
}

/** The splits of some symbols with an ex-date up to a day that were known at an instant, oldest first, by symbol. */
export async function splitsKnown(
  sql: Db,
  { symbols, upTo, knownBy }: { symbols: readonly string[]; upTo: TradingDay; knownBy: Date },
): Promise<ReadonlyMap<string, KnownSplit[]>> {
  const rows = await sql<(KnownSplit & { symbol: string })[]>`
    select c.symbol, c.ex_date as "exDate", c.new_shares::float8 / c.old_shares as ratio, c.known_at as "knownAt"
    from corporate_actions as c
    where c.kind = 'split' and c.symbol = any(string_to_array(${symbols.join(',')}, ','))
      and c.ex_date <= ${upTo}::text::date and c.known_at <= ${knownBy}
    order by c.symbol, c.ex_date limit ${SPLITS_MAX}`
  return Map.groupBy(rows, ({ symbol }) => symbol)
}
const SPLITS_MAX = 10_000

/** The next split after today, in service time, that pays contracts out instead of multiplying them. */
export async function payingSplitAhead(
  sql: Db,
  symbol: string,
): Promise<{ exDate: TradingDay; newShares: number; oldShares: number } | null> {
  const [row] = await sql<{ exDate: TradingDay; newShares: number; oldShares: number }[]>`
    select c.ex_date as "exDate", c.new_shares as "newShares", c.old_shares as "oldShares" from corporate_actions as c
    where c.symbol = ${symbol} and c.kind = 'split' and c.old_shares > 1
      and c.ex_date > (service_now() at time zone 'America/New_York')::date
    order by c.ex_date limit 1`
  return row ?? null
}
