import type { EndedStatus, TradeClass, TradeSide } from '../../domain/trading/trade.ts'
import type { Db } from '../server/db.ts'
import { type Trade, type TradeRow, tradeColumns, tradeOf } from './trade-rows.ts'

/** The ended trades that a reader wants; what is absent excludes none. */
export interface EndedTradesFilter {
  underlying?: string | undefined
  status?: EndedStatus | undefined
  /** A package has no side. */
  side?: TradeSide | undefined
  class?: TradeClass | undefined
  /** Bounds of the instant of the order: from the first, before the second. */
  orderedFrom?: Date | undefined
  orderedBefore?: Date | undefined
}

export interface EndedTradesPage extends EndedTradesFilter {
  accountId: number
  now: Date
  limit: number
  offset: number
  /** Only trades with a smaller number. */
  belowNumber?: number | undefined
}

type Fragment = ReturnType<typeof openNumbers>

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
 * The ended trades that pass a filter, with a condition. A pending trade whose minute is over has expired, although no
 * row says so yet; such trades are few, and a partial index has them. Each branch asks for one status, so that the
 * index that begins with it also has the order.
 */
function passing(sql: Db, page: EndedTradesPage) {
  const { accountId, now, status, underlying, side, class: kind, orderedFrom, orderedBefore } = page
  const filter = sql`
    ${underlying === undefined ? sql`` : sql`and p.underlying = ${underlying}`}
    ${side === undefined ? sql`` : sql`and p.side = ${side}`}
    ${kind === undefined ? sql`` : sql`and p.class = ${kind}`}
    ${orderedFrom === undefined ? sql`` : sql`and p.created_at >= ${orderedFrom}`}
    ${orderedBefore === undefined ? sql`` : sql`and p.created_at < ${orderedBefore}`}`
  const own = sql`p.account_id = ${accountId} ${filter}`
  if (status === undefined) return [sql`${own} and p.number <> all (array(${openNumbers(sql, accountId, now)}))`]
  const ended = sql`${own} and p.status = ${status}`
  return status === 'expired' ? [ended, sql`${own} and p.status = 'pending' and p.expires_at < ${now}`] : [ended]
}

/** One or two branches of a statement. */
const joined = (sql: Db, [first, second]: readonly Fragment[], by: Fragment) =>
  second ? sql`${first!} ${by} ${second}` : first!

/**
 * The number of ended trades that pass a filter. Where every trade passes it is the number of all trades less the open
 * ones, which the index of the account's trades answers alone.
 */
async function countEnded(sql: Db, page: EndedTradesPage): Promise<number> {
  const { accountId, now, status, underlying, side, class: kind, orderedFrom, orderedBefore } = page
  if ([status, underlying, side, kind, orderedFrom, orderedBefore].every((wanted) => wanted === undefined)) {
    const [count] = await sql<{ total: number }[]>`
      select ((select count(*) from trades as t where t.account_id = ${accountId})
        - (select count(*) from (${openNumbers(sql, accountId, now)}) as o))::integer as total`
    return count?.total ?? 0
  }
  const counts = passing(sql, page).map((condition) => sql`(select count(*) from trades as p where ${condition})`)
  const [count] = await sql<{ total: number }[]>`select (${joined(sql, counts, sql`+`)})::integer as total`
  return count?.total ?? 0
}

/**
 * Trades of an account that have ended by an instant, in any way and epoch, newest first, with the total on all pages.
 * The numbers of a page are found first: a deep page of a busy account would otherwise read every trade before it, with
 * its legs, fills and receipt.
 */
export async function endedTrades(
  sql: Db,
  page: EndedTradesPage,
): Promise<{ trades: Trade[]; total: number; hasMore: boolean }> {
  const { limit, offset, belowNumber } = page
  // The trades of one account are ordered one after the other, so both orders are the same; the index differs.
  const newestFirst = page.orderedFrom || page.orderedBefore ? sql`created_at desc, number desc` : sql`number desc`
  const branches = passing(sql, page).map(
    (condition) => sql`
      (select p.number from trades as p
       where ${condition} ${belowNumber === undefined ? sql`` : sql`and p.number < ${belowNumber}`}
       order by ${newestFirst} limit ${limit + 1 + offset})`,
  )
  const rows = await sql<TradeRow[]>`
    select ${tradeColumns(sql)} from trades as t
    where t.number = any (array(
      select p.number from (${joined(sql, branches, sql`union all`)}) as p
      order by p.number desc limit ${limit + 1} offset ${offset}))
    order by t.number desc`
  const trades = rows.slice(0, limit).map(tradeOf)
  return { trades, total: await countEnded(sql, page), hasMore: rows.length > limit }
}

/** The place of an account's trade in the order of its orders; null for a trade that is not one of its own. */
export async function tradeNumber(sql: Db, accountId: number, tradeId: string): Promise<number | null> {
  const [trade] = await sql<{ number: number }[]>`
    select t.number from trades as t where t.id = ${tradeId} and t.account_id = ${accountId}`
  return trade?.number ?? null
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
