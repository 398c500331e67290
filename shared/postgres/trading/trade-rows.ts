import type { QuoteProviderId } from '../../domain/market/market-quote.ts'
import type { Order, QuotedLeg, TradeReason, TradeStatus } from '../../domain/trading/trade.ts'
import type { Db } from '../server/db.ts'

/** The promise of a trade, as it was quoted; it never changes. */
export interface TradeQuote extends Omit<Order, 'legs'> {
  clientOrderId: string | null
  request: Buffer
  legs: readonly QuotedLeg[]
  priceE4: number
  notionalE4: number
  feesE4: number
  totalE4: number
  cashBeforeE4: number
  cashAfterE4: number
  toleranceE4: number
  worstPriceE4: number
  rulesVersion: number
  bidE4: number
  askE4: number
  quotedAt: Date
  source: QuoteProviderId
  delaySeconds: number
  rich: Record<string, unknown>
  createdAt: Date
  expiresAt: Date
}

/** The touch that fills a leg, and its price with impact. */
export interface LegFill {
  priceE4: number
  bidE4: number
  askE4: number
  quotedAt: Date
  source: QuoteProviderId
  delaySeconds: number
}

/** The effect of the confirmation; legs in the order of the trade's own. */
export interface TradeFill {
  priceE4: number
  notionalE4: number
  feesE4: number
  totalE4: number
  legs: readonly LegFill[]
}

export interface Trade extends TradeQuote {
  id: string
  accountId: number
  epoch: number
  status: TradeStatus
  reason: TradeReason | null
  /** When it was confirmed, if its fill came later; null otherwise. */
  confirmedAt: Date | null
  endedAt: Date | null
  /** Null unless executed. */
  fill: TradeFill | null
  /** The price of the whole order at the confirmation; null if it was not requested. */
  livePriceE4: number | null
  confirmKey: Buffer | null
  /** Cash after its ledger entry; null unless executed. */
  balanceAfterE4: number | null
  /** The receipt of what was known at the fill; null unless executed. The receipt of the quote is in `rich`. */
  fillRef: string | null
}

interface LegRow {
  instrument: string
  quantity: number
  price_e4: number
  bid_e4: number
  ask_e4: number
  multiplier: number
  /** Null unless the trade was filled by rules version 2 or later. */
  fill: LegFillRow | null
}

interface LegFillRow {
  price_e4: number
  bid_e4: number
  ask_e4: number
  quoted_at: string
  source: QuoteProviderId
  delay_seconds: number
}

interface FillRow {
  executedPriceE4: number | null
  fillNotionalE4: number | null
  fillFeesE4: number | null
  fillTotalE4: number | null
}

export type TradeRow = Omit<Trade, 'legs' | 'fill'> & FillRow & { legs: LegRow[] }

/** Columns of `TradeRow`, legs and the balance after the ledger entry included. */
export const tradeColumns = (sql: Db) => sql`
  t.id, t.account_id as "accountId", t.epoch, t.client_order_id as "clientOrderId", t.request_sha256 as request, t.class,
  t.underlying, t.side, t.quantity, t.price_e4 as "priceE4", t.notional_e4 as "notionalE4", t.fees_e4 as "feesE4",
  t.total_e4 as "totalE4", t.cash_before_e4 as "cashBeforeE4", t.cash_after_e4 as "cashAfterE4",
  t.tolerance_e4 as "toleranceE4", t.worst_price_e4 as "worstPriceE4", t.rules_version as "rulesVersion", t.bid_e4 as "bidE4", t.ask_e4 as "askE4", t.quoted_at as "quotedAt", t.source,
  t.delay_seconds as "delaySeconds", t.rich, t.status, t.reason, t.created_at as "createdAt", t.expires_at as "expiresAt",
  t.confirmed_at as "confirmedAt", t.ended_at as "endedAt", t.executed_price_e4 as "executedPriceE4", t.fill_notional_e4 as "fillNotionalE4",
  t.fill_fees_e4 as "fillFeesE4", t.fill_total_e4 as "fillTotalE4", t.live_price_e4 as "livePriceE4",
  t.confirm_key as "confirmKey",
  (select r.ref from receipts as r where r.trade_id = t.id and r.kind = 'fill') as "fillRef",
  (select e.cash_after_e4 from ledger_entries as e where e.trade_id = t.id and e.kind = 'trade') as "balanceAfterE4",
  (select jsonb_agg(jsonb_build_object('instrument', l.instrument, 'quantity', l.quantity, 'price_e4', l.price_e4,
     'bid_e4', l.bid_e4, 'ask_e4', l.ask_e4, 'multiplier', l.multiplier, 'fill', case when f.leg is not null then to_jsonb(f) end)
     order by l.leg)
   from trade_legs as l left join trade_fills as f on f.trade_id = l.trade_id and f.leg = l.leg where l.trade_id = t.id) as legs`

export function tradeOf({ legs, executedPriceE4, fillNotionalE4, fillFeesE4, fillTotalE4, ...row }: TradeRow): Trade {
  const fill =
    executedPriceE4 === null
      ? null
      : {
          priceE4: executedPriceE4,
          notionalE4: fillNotionalE4!,
          feesE4: fillFeesE4!,
          totalE4: fillTotalE4!,
          legs: legs.flatMap((leg) => (leg.fill ? [legFillOf(leg.fill)] : [])),
        }
  return { ...row, fill, legs: legs.map(legOf) }
}

const legOf = (leg: LegRow): QuotedLeg => ({
  instrument: leg.instrument,
  quantity: leg.quantity,
  priceE4: leg.price_e4,
  bidE4: leg.bid_e4,
  askE4: leg.ask_e4,
  multiplier: leg.multiplier,
})

const legFillOf = (fill: LegFillRow): LegFill => ({
  priceE4: fill.price_e4,
  bidE4: fill.bid_e4,
  askE4: fill.ask_e4,
  quotedAt: new Date(fill.quoted_at),
  source: fill.source,
  delaySeconds: fill.delay_seconds,
})
