import { z } from 'zod'
import { E4_MAX } from './money.ts'

const amount = z.int().min(1).max(E4_MAX)

/** Limits of an account's orders, as stored; null means no limit. Orders are judged by the server's own price. */
export const AccountLimits = z.strictObject({
  max_order_notional_e4: amount,
  max_position_pct: z.int().min(1).max(100),
  max_day_loss_e4: amount.nullable(),
  orders_per_minute: z.int().min(1).max(60_000),
  max_pending_trades: z.int().min(1).max(100),
})
export type AccountLimits = z.infer<typeof AccountLimits>

export const DEFAULT_LIMITS: AccountLimits = {
  max_order_notional_e4: 10_000_000_000,
  max_position_pct: 100,
  max_day_loss_e4: null,
  orders_per_minute: 60,
  max_pending_trades: 20,
}

export type LimitName = keyof AccountLimits
export type LimitChange = { [K in LimitName]?: AccountLimits[K] | undefined }

const LIMIT_NAMES = Object.keys(AccountLimits.shape) as LimitName[]

const isLooser = (now: number | null, wanted: number | null): boolean =>
  (wanted ?? Number.POSITIVE_INFINITY) > (now ?? Number.POSITIVE_INFINITY)

/** Names of limits that a change would loosen, because an agent may only tighten its own. */
export const loosened = (now: AccountLimits, change: LimitChange): LimitName[] =>
  LIMIT_NAMES.filter((name) => {
    const wanted = change[name]
    return wanted !== undefined && isLooser(now[name], wanted)
  })

export const withLimits = (now: AccountLimits, change: LimitChange): AccountLimits =>
  AccountLimits.parse({
    ...now,
    ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
  })

export const sameLimits = (one: AccountLimits, other: AccountLimits): boolean =>
  LIMIT_NAMES.every((name) => one[name] === other[name])

/** The effect of an order, by the server's own price. */
export interface OrderFacts {
  notionalE4: number
  /** True if it only reduces positions; limits of size and loss never forbid that. */
  reduces: boolean
  /** Worth of all positions in its underlying after the order, long or short. */
  underlyingAfterE4: number
  equityE4: number
  /** Loss since the day began; negative for a gain. */
  dayLossE4: number
  /** Orders initiated within the last minute, excluding this one. */
  initiatedLastMinute: number
  pendingTrades: number
}

/** A limit, and the figure of the order or account in the unit of the limit; null for a percentage of no equity. */
export interface BrokenLimit {
  name: LimitName
  bound: number
  actual: number | null
}

/** The first limit an order breaks, in the order of the document; null if it breaks none. */
export function brokenLimit(limits: AccountLimits, order: OrderFacts): BrokenLimit | null {
  const broken: Record<LimitName, boolean> = {
    max_order_notional_e4: !order.reduces && order.notionalE4 > limits.max_order_notional_e4,
    max_position_pct: !order.reduces && exceedsShare(order, limits.max_position_pct),
    max_day_loss_e4: !order.reduces && limits.max_day_loss_e4 !== null && order.dayLossE4 >= limits.max_day_loss_e4,
    orders_per_minute: order.initiatedLastMinute >= limits.orders_per_minute,
    max_pending_trades: order.pendingTrades >= limits.max_pending_trades,
  }
  const name = LIMIT_NAMES.find((one) => broken[one])
  return name === undefined ? null : { name, bound: limits[name] ?? 0, actual: figureOf(name, order) }
}

function figureOf(name: LimitName, order: OrderFacts): number | null {
  switch (name) {
    case 'max_order_notional_e4':
      return order.notionalE4
    case 'max_position_pct':
      return order.equityE4 > 0 ? (order.underlyingAfterE4 / order.equityE4) * 100 : null
    case 'max_day_loss_e4':
      return order.dayLossE4
    case 'orders_per_minute':
      return order.initiatedLastMinute
    case 'max_pending_trades':
      return order.pendingTrades
  }
}

/** In bigint, because a hundred times the largest amount exceeds the integers a double holds. */
const exceedsShare = ({ underlyingAfterE4, equityE4 }: OrderFacts, pct: number): boolean =>
  BigInt(underlyingAfterE4) * 100n > BigInt(equityE4) * BigInt(pct)
