import type { AccountEventKind } from '../../domain/trading/account.ts'
import type { SettlementPrice } from '../../domain/trading/settlement-price.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import type { Db, Tx } from '../server/db.ts'

/** The first price stays. Returns the stored row, whichever process wrote it. */
export async function freezeSettlementPrice(
  tx: Tx,
  underlying: string,
  expiration: TradingDay,
  price: SettlementPrice,
): Promise<SettlementPrice> {
  await tx`
    insert into settlement_prices (underlying, expiration, price_e4, source, quoted_at)
    values (${underlying}, ${expiration}::text::date, ${price.priceE4}, ${price.source}, ${price.quotedAt})
    on conflict do nothing`
  return (await readSettlementPrice(tx, underlying, expiration))!
}

export async function readSettlementPrice(
  sql: Db,
  underlying: string,
  expiration: TradingDay,
): Promise<SettlementPrice | null> {
  const [row] = await sql<SettlementPrice[]>`
    select s.price_e4 as "priceE4", s.source, s.quoted_at as "quotedAt" from settlement_prices as s
    where s.underlying = ${underlying} and s.expiration = ${expiration}::text::date`
  return row ?? null
}

export interface HeldContract {
  accountId: number
  epoch: number
  contract: string
}

/** One run takes at most this many; the next slot takes the rest. */
const CONTRACTS_MAX = 50_000

/** Options held by open accounts that expire on `through` or earlier, oldest first. */
export async function optionsHeldThrough(sql: Db, through: TradingDay): Promise<HeldContract[]> {
  return await sql<HeldContract[]>`
    select p.account_id as "accountId", p.epoch, p.instrument as contract
    from positions as p join accounts as a on a.id = p.account_id and a.epoch = p.epoch
    where p.quantity <> 0 and char_length(p.instrument) > 15 and a.status <> 'deleted'
      and left(right(p.instrument, 15), 6) <= ${through.slice(2).replaceAll('-', '')}
    order by left(right(p.instrument, 15), 6), p.account_id, p.instrument
    limit ${CONTRACTS_MAX}`
}

export interface SessionClose {
  symbol: string
  price: number
  source: string
}

/** Closes of a session: from the bars of members, and from series of unadjusted closes. Works on any pool. */
export async function closesOfSession(
  sql: Db,
  day: TradingDay,
  symbols: readonly string[],
): Promise<Map<string, SessionClose>> {
  const names = symbols.join(',')
  const rows = await sql<SessionClose[]>`
    (select distinct on (b.symbol) b.symbol, b.close as price, b.source from member_bars as b
     where b.day = ${day}::text::date and b.symbol = any(string_to_array(${names}, ','))
     order by b.symbol, b.revision desc)
    union all
    (select distinct on (o.series) upper(split_part(o.series, '_', 1)) as symbol, o.value as price, o.source
     from observations as o
     where o.series in ('spy_close', 'uso_close') and o.day = ${day}::text::date
       and upper(split_part(o.series, '_', 1)) = any(string_to_array(${names}, ','))
     order by o.series, o.revision desc)`
  return new Map(rows.map((row) => [row.symbol, row]))
}

/** Returns whether a cause already has its entry in this epoch. */
export async function hasEntry(tx: Tx, accountId: number, epoch: number, key: string): Promise<boolean> {
  const rows = await tx`
    select 1 from ledger_entries as e where e.account_id = ${accountId} and e.epoch = ${epoch} and e.key = ${key}`
  return rows.length > 0
}

/** Returns whether an account has an event of this kind about this subject (`data.subject`). */
export async function hasEvent(
  tx: Tx,
  accountId: number,
  epoch: number,
  kind: string,
  subject: string,
): Promise<boolean> {
  const rows = await tx`
    select 1 from account_events as v
    where v.account_id = ${accountId} and v.epoch = ${epoch} and v.kind = ${kind} and v.data->>'subject' = ${subject}
    limit 1`
  return rows.length > 0
}

/** The newest event of one of these kinds, with its subject. */
export async function newestEvent<K extends AccountEventKind>(
  tx: Tx,
  accountId: number,
  epoch: number,
  kinds: readonly K[],
): Promise<{ kind: K; subject: string | null } | null> {
  const [row] = await tx<{ kind: K; subject: string | null }[]>`
    select v.kind, v.data->>'subject' as subject from account_events as v
    where v.account_id = ${accountId} and v.epoch = ${epoch} and v.kind = any(${kinds as K[]})
    order by v.id desc limit 1`
  return row ?? null
}

const ACCOUNTS_MAX = 10_000

export async function accountsInDeficit(sql: Db): Promise<{ accountId: number; epoch: number }[]> {
  return await sql<{ accountId: number; epoch: number }[]>`
    select a.id as "accountId", a.epoch from accounts as a
    where a.deficit and a.status <> 'deleted' order by a.id limit ${ACCOUNTS_MAX}`
}

/** The frozen prices, by `SPY 2026-12-18`. Works on any pool; the API reader's cannot send arrays. */
export async function frozenPrices(
  sql: Db,
  which: readonly { underlying: string; expiration: TradingDay }[],
): Promise<Map<string, number>> {
  const keys = which.map(({ underlying, expiration }) => `${underlying} ${expiration}`)
  const rows = await sql<{ key: string; priceE4: number }[]>`
    select w.key, s.price_e4 as "priceE4" from unnest(string_to_array(${keys.join(',')}, ',')) as w (key)
    join settlement_prices as s
      on s.underlying = split_part(w.key, ' ', 1) and s.expiration = split_part(w.key, ' ', 2)::date`
  return new Map(rows.map(({ key, priceE4 }) => [key, priceE4]))
}

export async function accountsShortOfStock(sql: Db): Promise<{ accountId: number; epoch: number }[]> {
  return await sql<{ accountId: number; epoch: number }[]>`
    select distinct p.account_id as "accountId", p.epoch
    from positions as p join accounts as a on a.id = p.account_id and a.epoch = p.epoch and a.status <> 'deleted'
    where p.quantity < 0 and char_length(p.instrument) <= 15
    order by 1 limit ${ACCOUNTS_MAX}`
}

/**
 * Accounts that may have been short of stock at a close: those that are short now, and those whose ledger has an entry
 * since then, which may have covered the stock.
 */
export async function accountsPerhapsShortAt(sql: Db, close: Date): Promise<{ accountId: number; epoch: number }[]> {
  return await sql<{ accountId: number; epoch: number }[]>`
    select a.id as "accountId", a.epoch from accounts as a
    where a.status <> 'deleted' and (exists (
        select 1 from positions as p
        where p.account_id = a.id and p.epoch = a.epoch and p.quantity < 0 and char_length(p.instrument) <= 15)
      or (select e.at from ledger_entries as e where e.account_id = a.id and e.epoch = a.epoch
          order by e.number desc limit 1) >= ${close})
    order by 1 limit ${ACCOUNTS_MAX}`
}
