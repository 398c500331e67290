import { z } from 'zod'
import { E4_MAX } from './money.ts'

const amount = z.int().min(1).max(E4_MAX)

/** What bounds an account's orders, as it is stored; null: no bound. All are judged by the server's own price. */
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

export const LIMIT_NAMES = Object.keys(AccountLimits.shape) as LimitName[]

const isLooser = (now: number | null, wanted: number | null): boolean =>
  (wanted ?? Number.POSITIVE_INFINITY) > (now ?? Number.POSITIVE_INFINITY)

/** Names of what the change would loosen: an agent may only tighten its own limits. */
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

/** What an order would do, by the server's own price. */
export interface OrderFacts {
  notionalE4: number
  /** It only makes smaller what is held, which bounds of size and loss never forbid. */
  reduces: boolean
  /** Worth of all that is held of its underlying behind it, whichever the side. */
  underlyingAfterE4: number
  equityE4: number
  /** Lost since the day began; negative when gained. */
  dayLossE4: number
  /** Orders initiated within the last minute, without this one. */
  initiatedLastMinute: number
  pendingTrades: number
}

/** A bound, and what the order or the account comes to, in the unit of the bound; of a share of no equity null. */
export interface BrokenLimit {
  name: LimitName
  bound: number
  actual: number | null
}

/** The first limit an order breaks, in the order of the document; null when it may be. */
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

/** By bigint, because a hundred times the most money is more than a double holds exactly. */
const exceedsShare = ({ underlyingAfterE4, equityE4 }: OrderFacts, pct: number): boolean =>
  BigInt(underlyingAfterE4) * 100n > BigInt(equityE4) * BigInt(pct)
