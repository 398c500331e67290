export const TRADE_CLASSES = ['stock', 'option', 'package'] as const
export type TradeClass = (typeof TRADE_CLASSES)[number]

export const TRADE_SIDES = ['buy', 'sell'] as const
export type TradeSide = (typeof TRADE_SIDES)[number]

export const TRADE_STATUSES = ['pending', 'executing', 'executed', 'expired', 'cancelled', 'rejected'] as const
export type TradeStatus = (typeof TRADE_STATUSES)[number]

/** The statuses that a trade leaves again; in the others it has ended. */
const OPEN_STATUSES = ['pending', 'executing'] as const satisfies readonly TradeStatus[]
export type OpenStatus = (typeof OPEN_STATUSES)[number]
export const ENDED_STATUSES = ['executed', 'expired', 'cancelled', 'rejected'] as const satisfies readonly TradeStatus[]
export type EndedStatus = (typeof ENDED_STATUSES)[number]

/** The error codes of a confirmation that end its trade. */
export const CONFIRMATION_REASONS = [
  'quote_expired',
  'price_moved',
  'market_closed',
  'insufficient_funds',
  'insufficient_position',
  'uncovered_short',
  'insufficient_buying_power',
  'limit_exceeded',
] as const

/**
 * The refusals that end a trade whose fill is awaited on a delayed feed, because waiting does not lift them. A
 * confirmation that meets one of them leaves its trade pending.
 */
export const AWAITED_FILL_REASONS = [
  'account_suspended',
  'closing_only',
  'order_crosses_zero',
  'too_many_contracts',
] as const

/** The reason why a trade ended without a fill. */
export const TRADE_REASONS = [
  ...CONFIRMATION_REASONS,
  ...AWAITED_FILL_REASONS,
  'no_later_quote',
  'cancelled_by_agent',
  'account_reset',
  'account_deleted',
] as const
export type TradeReason = (typeof TRADE_REASONS)[number]

/** An agent has this long to decide. */
export const QUOTE_VALID_MS = 60_000

/** A quote is valid up to and including its sixtieth second. */
export const isOverdue = (decidedAt: Date, { expiresAt }: { expiresAt: Date }): boolean => decidedAt > expiresAt

/** One instrument of an order; the quantity is negative when the account sells. */
export interface OrderLeg {
  instrument: string
  quantity: number
}

/** The order of an agent, before it is priced. */
export interface Order {
  class: TradeClass
  /** Null for a package. */
  side: TradeSide | null
  underlying: string
  quantity: number
  legs: readonly OrderLeg[]
}

export interface QuotedLeg extends OrderLeg {
  priceE4: number
  bidE4: number
  askE4: number
  multiplier: number
}

export const legNotionalE4 = ({ quantity, priceE4, multiplier }: QuotedLeg): number =>
  Math.abs(quantity) * priceE4 * multiplier

/** Change of cash by the legs, without fees. */
export const legsCashE4 = (legs: readonly QuotedLeg[]): number =>
  legs.reduce((sum, leg) => sum - Math.sign(leg.quantity) * legNotionalE4(leg), 0)
