import { z } from 'zod'
import { sideOf } from '../../pipeline/screener/house/plan-orders.ts'
import {
  type HouseFill,
  type HouseLeg,
  type HouseOrder,
  type HouseOrderKey,
  houseKey,
} from '../../shared/domain/contract/screener/house-ids.ts'
import { TRADE_STATUSES } from '../../shared/domain/trading/trade.ts'
import { AppError } from '../../shared/errors.ts'
import { type HouseOutcome, saveHouseTrade } from '../../shared/postgres/screener/house.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import type { ApiAnswer, ApiRequest, PublicApi } from '../../shared/public-api.ts'
import type { HouseTokens } from './house-tokens.ts'

const TRADES = '/api/v1/trading/trades'
/** Later than this, an attempt whose trade is unknown is given up: the next slot plans a new one. */
export const PLACED_WITHIN_MS = 10 * 60_000

const TradeAnswer = z.object({
  trade_id: z.uuid(),
  status: z.enum(TRADE_STATUSES),
  reason: z.string().nullable(),
  side: z.enum(['buy', 'sell']),
  quantity: z.int().positive(),
  fill_price: z.number().nullable(),
  ended_at: z.string().nullable(),
  legs: z.array(z.object({ fill_bid: z.number().nullable(), fill_ask: z.number().nullable() })).min(1),
})
type TradeAnswer = z.infer<typeof TradeAnswer>

export interface HouseDeps {
  sql: Pool
  api: PublicApi
  tokens: HouseTokens
}

export interface OrderedPick {
  ticker: string
  side: 'long' | 'short'
}

/**
 * Sends one attempt: quote, then confirmation. A repetition after a crash sends the same keys again and gets the first
 * answers. The trade is stored before it is confirmed, so an attempt that was given up cannot confirm anything.
 */
export async function placeOrder(
  deps: HouseDeps,
  order: HouseOrder,
  pick: OrderedPick,
  now: Date,
): Promise<HouseOutcome> {
  const ended = (reason: string): HouseOutcome => ({ ...keyOf(order), state: 'ended', reason, fill: null })
  const key = houseKey(order)
  if (order.tradeId === null && now.getTime() - order.plannedAt.getTime() > PLACED_WITHIN_MS) return ended('too_late')
  let tradeId = order.tradeId
  if (tradeId === null) {
    const body = { symbol: pick.ticker, side: sideOf(pick, order.leg), quantity: order.quantity }
    const quoted = await askAs(deps, order, { method: 'POST', path: TRADES, key, body })
    if (quoted.code !== null) return ended(quoted.code)
    tradeId = tradeOf(quoted.body).trade_id
    if (!(await saveHouseTrade(deps.sql, order, tradeId))) return ended('too_late')
  }
  const confirmed = await askAs(deps, order, {
    method: 'POST',
    path: `${TRADES}/${tradeId}/confirm`,
    key: `${key}:confirm`,
  })
  if (confirmed.code === null) return outcomeOf(order, tradeOf(confirmed.body))
  if (confirmed.code === 'already_claimed') return await followTrade(deps, { ...order, tradeId })
  // Most refusals end the trade; a trade that a refusal leaves pending is cancelled, because an attempt ends with its
  // quote.
  await askAs(deps, order, { method: 'DELETE', path: `${TRADES}/${tradeId}` })
  const after = await followTrade(deps, { ...order, tradeId })
  return after.state === 'ended' ? ended(confirmed.code) : after
}

/** Finds out what became of a trade that was confirmed, or that will not be confirmed any more. */
export async function followTrade(deps: HouseDeps, order: HouseOrder): Promise<HouseOutcome> {
  const found = await askAs(deps, order, { method: 'GET', path: `${TRADES}/${order.tradeId}` })
  if (found.code !== null) throw new AppError('unavailable', `a trade of a house account is refused: ${found.code}`)
  return outcomeOf(order, tradeOf(found.body))
}

export function outcomeOf(order: HouseOrderKey, trade: TradeAnswer): HouseOutcome {
  if (trade.status === 'executed') return { ...keyOf(order), state: 'filled', reason: null, fill: fillOf(trade) }
  if (trade.status === 'executing') return { ...keyOf(order), state: 'executing', reason: null, fill: null }
  return { ...keyOf(order), state: 'ended', reason: trade.reason ?? trade.status, fill: null }
}

function fillOf({ side, quantity, fill_price: price, ended_at: at, legs }: TradeAnswer): HouseFill {
  const { fill_bid: bid, fill_ask: ask } = legs[0]!
  return { side, quantity, price: price!, bid: bid!, ask: ask!, at: at! }
}

function keyOf({ account, contract, leg, attempt }: HouseOrderKey): HouseOrderKey & { leg: HouseLeg } {
  return { account, contract, leg, attempt }
}

function tradeOf(body: unknown): TradeAnswer {
  const parsed = TradeAnswer.safeParse(body)
  if (!parsed.success) throw new AppError('unavailable', 'the API answered with something other than a trade')
  return parsed.data
}

/** A refused token is replaced once; refusals that say nothing about the order are retried later. */
async function askAs(
  { api, tokens }: HouseDeps,
  { account }: Pick<HouseOrder, 'account'>,
  request: Omit<ApiRequest, 'token'>,
): Promise<ApiAnswer> {
  const ask = async () => await api.ask({ ...request, token: await tokens.token(account) })
  let answer = await ask()
  if (answer.status === 401) {
    tokens.forget()
    answer = await ask()
  }
  const isPassing = answer.status === 401 || answer.status === 429 || answer.status >= 500
  if (isPassing) throw new AppError('unavailable', `the API refuses for now: ${answer.code}`)
  return answer.code === 'idempotency_in_progress' ? await ask() : answer
}
