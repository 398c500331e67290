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

/** Trades of an account that have ended by an instant, in any way and epoch, newest first, with the total. */
export async function endedTrades(
  sql: Db,
  { accountId, now, limit, offset }: TradePage & { accountId: number; now: Date },
): Promise<{ trades: Trade[]; total: number }> {
  const [count] = await sql<{ total: number }[]>`
    select count(*)::integer as total from trades as t
    where t.account_id = ${accountId} and (t.status not in ('pending', 'executing') or t.status = 'pending' and t.expires_at < ${now})`
  const rows = await sql<TradeRow[]>`
    select ${tradeColumns(sql)} from trades as t
    where t.account_id = ${accountId} and (t.status not in ('pending', 'executing') or t.status = 'pending' and t.expires_at < ${now})
    order by t.number desc limit ${limit} offset ${offset}`
  return { trades: rows.map(tradeOf), total: count?.total ?? 0 }
}

/** Trades of all accounts, in any state, newest first. */
export async function recentTrades(sql: Db, limit: number): Promise<Trade[]> {
  const rows = await sql<TradeRow[]>`
    select ${tradeColumns(sql)} from trades as t order by t.number desc limit ${limit}`
  return rows.map(tradeOf)
}
