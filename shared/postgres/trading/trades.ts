import { randomUUID } from 'node:crypto'
import type { OpenStatus, TradeReason, TradeStatus } from '../../domain/trading/trade.ts'
import type { Db, Tx } from '../server/db.ts'
import type { Account } from './accounts.ts'
import type { IdempotencyKey } from './idempotency.ts'
import { logFill } from './log-fill.ts'
import { type Trade, type TradeFill, type TradeQuote, type TradeRow, tradeColumns, tradeOf } from './trade-rows.ts'

export type { LegFill, Trade, TradeFill, TradeQuote } from './trade-rows.ts'

/** A pending trade of a quote. */
export const newTrade = ({ id, epoch }: Pick<Account, 'id' | 'epoch'>, quote: TradeQuote): Trade => ({
  ...quote,
  id: randomUUID(),
  accountId: id,
  epoch,
  status: 'pending',
  reason: null,
  confirmedAt: null,
  endedAt: null,
  fill: null,
  livePriceE4: null,
  confirmKey: null,
  balanceAfterE4: null,
  fillRef: null,
})

/** The caller must hold the account lock. */
export async function insertTrade(tx: Tx, trade: Trade): Promise<void> {
  const legs = trade.legs.map((leg, at) => ({
    leg: at + 1,
    instrument: leg.instrument,
    quantity: leg.quantity,
    price_e4: leg.priceE4,
    bid_e4: leg.bidE4,
    ask_e4: leg.askE4,
    multiplier: leg.multiplier,
  }))
  const itself = tx`
    insert into trades (id, account_id, epoch, client_order_id, request_sha256, class, underlying, side, quantity, price_e4,
      notional_e4, fees_e4, total_e4, cash_before_e4, cash_after_e4, tolerance_e4, worst_price_e4, rules_version, bid_e4,
      ask_e4, quoted_at, source, delay_seconds, rich, created_at, expires_at)
    values (${trade.id}, ${trade.accountId}, ${trade.epoch}, ${trade.clientOrderId}, ${trade.request}, ${trade.class},
      ${trade.underlying}, ${trade.side}, ${trade.quantity}, ${trade.priceE4}, ${trade.notionalE4},
      ${trade.feesE4}, ${trade.totalE4}, ${trade.cashBeforeE4}, ${trade.cashAfterE4}, ${trade.toleranceE4},
      ${trade.worstPriceE4}, ${trade.rulesVersion}, ${trade.bidE4}, ${trade.askE4}, ${trade.quotedAt}, ${trade.source}, ${trade.delaySeconds},
      ${JSON.stringify(trade.rich)}::text::jsonb, ${trade.createdAt}, ${trade.expiresAt})`
  const itsLegs = tx`
    insert into trade_legs (trade_id, leg, instrument, quantity, price_e4, bid_e4, ask_e4, multiplier)
    select ${trade.id}, l.leg, l.instrument, l.quantity, l.price_e4, l.bid_e4, l.ask_e4, l.multiplier
    from jsonb_to_recordset(${JSON.stringify(legs)}::text::jsonb) as l (leg smallint, instrument text, quantity bigint,
      price_e4 bigint, bid_e4 bigint, ask_e4 bigint, multiplier integer)`
  await Promise.all([itself, itsLegs])
}

/** A trade of this account; null for another account's trade, as for an unknown one. */
export async function readTrade(sql: Db, accountId: number, id: string): Promise<Trade | null> {
  const [row] = await sql<TradeRow[]>`
    select ${tradeColumns(sql)} from trades as t where t.id = ${id} and t.account_id = ${accountId}`
  return row ? tradeOf(row) : null
}

/** The caller must hold the account lock already; every transaction locks in that order. */
export async function lockTrade(tx: Tx, accountId: number, id: string): Promise<Trade | null> {
  const [row] = await tx<TradeRow[]>`
    select ${tradeColumns(tx)} from trades as t where t.id = ${id} and t.account_id = ${accountId} for update of t`
  return row ? tradeOf(row) : null
}

/**
 * Returns whether Postgres's clock has not stepped since the trade was quoted. The caller must hold the trade's lock.
 */
export async function isOfPresentClock(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx<{ same: boolean }[]>`
    select t.clock_epoch = current_clock_epoch() as same from trades as t where t.id = ${id}`
  return row?.same ?? false
}

/** A trade of the account's present epoch by its client order id. */
export async function findClientOrder(tx: Tx, accountId: number, clientOrderId: string): Promise<Trade | null> {
  const [row] = await tx<TradeRow[]>`
    select ${tradeColumns(tx)} from trades as t
    where t.account_id = ${accountId} and t.client_order_id = ${clientOrderId}
      and t.epoch = (select a.epoch from accounts as a where a.id = ${accountId})`
  return row ? tradeOf(row) : null
}

/** Returns whether an order seems answered already, by its id or its Idempotency-Key; certain only under the lock. */
export async function isAnswered(
  sql: Db,
  accountId: number,
  { clientOrderId, key }: { clientOrderId: string | null; key: IdempotencyKey | null },
): Promise<boolean> {
  if (clientOrderId === null && key === null) return false
  const [row] = await sql<{ answered: boolean }[]>`
    select exists (
      select 1 from trades as t join accounts as a on a.id = t.account_id and a.epoch = t.epoch
      where t.account_id = ${accountId} and t.client_order_id = ${clientOrderId}
    ) or exists (
      select 1 from idempotency_keys as k
      where k.scope = ${key?.scope ?? null} and k.key_sha256 = ${key?.sha256 ?? null}
    ) as answered`
  return row!.answered
}

export interface TradeEnd {
  status: Exclude<TradeStatus, OpenStatus>
  reason?: TradeReason
  at: Date
  fill?: TradeFill
  livePriceE4?: number | null
  confirmKey?: Buffer | null
}

/** The trade after its end. */
export const ended = (trade: Trade, { status, at, ...end }: TradeEnd): Trade => ({
  ...trade,
  status,
  endedAt: at,
  fill: end.fill ?? null,
  reason: end.reason ?? null,
  livePriceE4: end.livePriceE4 ?? null,
  confirmKey: end.confirmKey ?? trade.confirmKey,
})

/** Saves the end of a trade that was not filled. The caller must hold the locks of the account and the trade. */
export async function saveEnd(tx: Tx, trade: Trade): Promise<void> {
  const { fill } = trade
  await tx`
    update trades set status = ${trade.status}, reason = ${trade.reason}, ended_at = ${trade.endedAt},
      executed_price_e4 = ${fill?.priceE4 ?? null}, fill_notional_e4 = ${fill?.notionalE4 ?? null},
      fill_fees_e4 = ${fill?.feesE4 ?? null}, fill_total_e4 = ${fill?.totalE4 ?? null},
      live_price_e4 = ${trade.livePriceE4}, confirm_key = ${trade.confirmKey}
    where id = ${trade.id}`
}

/**
 * Saves a filled trade; `entry` is the number of the ledger’s entry that moves cash and positions for it. The caller
 * must hold the locks of the account and the trade.
 */
export async function saveFilled(tx: Tx, trade: Trade, { fill, entry }: { fill: TradeFill; entry: number }) {
  await Promise.all([saveEnd(tx, trade), saveLegFills(tx, trade.id, fill), logFill(tx, trade, fill, entry)])
}

/** A confirmed trade that waits for its fill. The caller must hold the locks of the account and the trade. */
export async function saveExecuting(tx: Tx, trade: Trade): Promise<void> {
  await tx`
    update trades set status = 'executing', confirmed_at = ${trade.confirmedAt}, confirm_key = ${trade.confirmKey}
    where id = ${trade.id}`
}

/** Confirmed trades that wait for their fill, the oldest confirmation first; `after` is the last trade of the page before. */
export async function executingTrades(
  sql: Db,
  { after, limit }: { after: Trade | null; limit: number },
): Promise<Trade[]> {
  // A Date holds milliseconds, and so does confirmed_at, which `saveExecuting` writes from one.
  const further = after
    ? sql`and (t.confirmed_at, t.id) > (${after.confirmedAt}::timestamptz, ${after.id}::uuid)`
    : sql``
  const rows = await sql<TradeRow[]>`
    select ${tradeColumns(sql)} from trades as t where t.status = 'executing' ${further}
    order by t.confirmed_at, t.id limit ${limit}`
  return rows.map(tradeOf)
}

async function saveLegFills(tx: Tx, tradeId: string, { legs }: TradeFill): Promise<void> {
  const fills = legs.map((leg, at) => ({
    leg: at + 1,
    price_e4: leg.priceE4,
    bid_e4: leg.bidE4,
    ask_e4: leg.askE4,
    quoted_at: leg.quotedAt,
    source: leg.source,
    delay_seconds: leg.delaySeconds,
  }))
  await tx`
    insert into trade_fills (trade_id, leg, price_e4, bid_e4, ask_e4, quoted_at, source, delay_seconds)
    select ${tradeId}, f.leg, f.price_e4, f.bid_e4, f.ask_e4, f.quoted_at, f.source, f.delay_seconds
    from jsonb_to_recordset(${JSON.stringify(fills)}::text::jsonb) as f (leg smallint, price_e4 bigint, bid_e4 bigint,
      ask_e4 bigint, quoted_at timestamptz, source text, delay_seconds integer)`
}

/** Cancels all trades of a locked account that have not ended, for this reason; returns their number. */
export async function cancelPending(tx: Tx, account: Account, reason: TradeReason): Promise<number> {
  await expireOverdue(tx, account)
  const rows = await tx`
    update trades set status = 'cancelled', reason = ${reason},
      ended_at = case status when 'pending' then least(service_now(), expires_at) else service_now() end
    where account_id = ${account.id} and status in ('pending', 'executing') returning 1`
  return rows.length
}

/** Expires overdue trades of a locked account, as of the instant at which each quote ran out. */
async function expireOverdue(tx: Tx, { id }: Pick<Account, 'id'>): Promise<void> {
  await tx`
    update trades set status = 'expired', reason = 'quote_expired', ended_at = expires_at
    where account_id = ${id} and status = 'pending' and expires_at < service_now()`
}

/**
 * Expires overdue trades, oldest first, and returns their number. It locks accounts first, as every transaction does,
 * and skips an account that another transaction holds; the next sweep takes it.
 */
export async function sweepOverdueTrades(sql: Db, limit: number): Promise<number> {
  const rows = await sql`
    with due as materialized (
      select t.account_id from trades as t where t.status = 'pending' and t.expires_at < service_now()
      order by t.expires_at limit ${limit}
    ), held as materialized (
      select a.id from accounts as a where a.id in (select due.account_id from due) order by a.id for update skip locked
    )
    update trades as t set status = 'expired', reason = 'quote_expired', ended_at = t.expires_at
    from held where t.account_id = held.id and t.status = 'pending' and t.expires_at < service_now()
    returning 1`
  return rows.length
}

export interface OrderMoment {
  /** Service time, read under the locks; every decision on the order uses it. */
  now: Date
  pending: number
  initiatedLastMinute: number
}

/**
 * A statement of its own after the locks, so that its instant is one at which they were held. Materialized, because
 * Postgres would otherwise compute the time again for every trade it counts.
 */
export async function orderMoment(tx: Tx, accountId: number): Promise<OrderMoment> {
  const [row] = await tx<OrderMoment[]>`
    with n as materialized (select service_now() as now)
    select n.now,
      (select count(*)::integer from trades as t
       where t.account_id = ${accountId} and (t.status = 'executing' or t.status = 'pending' and t.expires_at >= n.now)) as pending,
      (select count(*)::integer from trades as t
       where t.account_id = ${accountId} and t.created_at > n.now - interval '1 minute') as "initiatedLastMinute"
    from n`
  return row!
}
