import type { Db } from '../server/db.ts'
import { type Trade, type TradeRow, tradeColumns, tradeOf } from './trade-rows.ts'

export interface TradePage {
  limit: number
  offset: number
}

const PENDING_MAX = 500

/** Trades that have not ended at an instant: they can still be confirmed, or wait for their fill. Newest first. */
export async function pendingTrades(sql: Db, accountId: number, now: Date): Promise<Trade[]> {
  const rows = await sql<TradeRow[]>`
    select ${tradeColumns(sql)} from trades as t
    where t.account_id = ${accountId} and (t.status = 'executing' or t.status = 'pending' and t.expires_at >= ${now})
    order by t.number desc limit ${PENDING_MAX}`
  return rows.map(tradeOf)
}

/** The numbers of an account's trades that have not ended at an instant. They are few, and a partial index has them. */
const openNumbers = (sql: Db, accountId: number, now: Date) => sql`
  select o.number from trades as o where o.account_id = ${accountId} and o.status = 'executing'
  union all
  select o.number from trades as o
  where o.account_id = ${accountId} and o.status = 'pending' and o.expires_at >= ${now}`

/**
 * Trades of an account that have ended by an instant, in any way and epoch, newest first, with the total. Total and page
 * are all trades but the open ones, which the index of the account's trades answers alone: a deep page of a busy account
 * would otherwise read every trade before it, with its legs, fills and receipt.
 */
export async function endedTrades(
  sql: Db,
  { accountId, now, limit, offset }: TradePage & { accountId: number; now: Date },
): Promise<{ trades: Trade[]; total: number }> {
  const [count] = await sql<{ total: number }[]>`
    select ((select count(*) from trades as t where t.account_id = ${accountId})
      - (select count(*) from (${openNumbers(sql, accountId, now)}) as o))::integer as total`
  const rows = await sql<TradeRow[]>`
    select ${tradeColumns(sql)} from trades as t
    where t.number = any (array(
      select p.number from trades as p
      where p.account_id = ${accountId} and p.number <> all (array(${openNumbers(sql, accountId, now)}))
      order by p.number desc limit ${limit} offset ${offset}))
    order by t.number desc`
  return { trades: rows.map(tradeOf), total: count?.total ?? 0 }
}

/**
 * Trades of an account with a client order id, in any status: at most one of each epoch, newest first. The epochs are
 * named so that the unique index finds them in an account of many trades.
 */
export async function tradesOfClientOrder(sql: Db, accountId: number, clientOrderId: string): Promise<Trade[]> {
  const rows = await sql<TradeRow[]>`
    select ${tradeColumns(sql)} from trades as t
    where t.account_id = ${accountId} and t.client_order_id = ${clientOrderId}
      and t.epoch = any (array(select generate_series(1, a.epoch) from accounts as a where a.id = ${accountId}))
    order by t.number desc limit ${PENDING_MAX}`
  return rows.map(tradeOf)
}

/** Trades of all accounts, in any state, newest first. */
export async function recentTrades(sql: Db, limit: number): Promise<Trade[]> {
  const rows = await sql<TradeRow[]>`
    select ${tradeColumns(sql)} from trades as t order by t.number desc limit ${limit}`
  return rows.map(tradeOf)
}
