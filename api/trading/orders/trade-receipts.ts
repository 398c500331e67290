import { type Receipt, receiptOf } from '../../../shared/postgres/receipts/receipts.ts'
import type { Trade } from '../../../shared/postgres/trading/trades.ts'
import { easternExact } from '../../../shared/time/eastern.ts'
import { type TradeDocument, tradeDocument } from './trade-documents.ts'

/** The receipt of a quote: its terms as served, and the state of the market. */
export const quoteReceipt = (trade: Trade, stateRef: string | null): Receipt =>
  tradeReceipt('quote', trade, { at: trade.createdAt, stateRef, quoteRef: null })

/** The receipt of a fill: its quote, the touches that filled it, and the state of the market. */
export const fillReceipt = (executed: Trade, stateRef: string | null): Receipt =>
  tradeReceipt('fill', executed, { at: executed.endedAt!, stateRef, quoteRef: executed.rich.state_ref })

function tradeReceipt(
  kind: 'quote' | 'fill',
  trade: Trade,
  { at, stateRef, quoteRef }: { at: Date; stateRef: string | null; quoteRef: unknown },
): Receipt {
  // A receipt cannot contain its own name, which is a digest of its bytes.
  const { state_ref: _quote, fill_state_ref: _fill, ...served }: TradeDocument = tradeDocument(trade, at)
  return receiptOf(
    { kind, accountId: trade.accountId, tradeId: trade.id, knownAt: at },
    { known_at: easternExact(at), market_state_ref: stateRef, quote_state_ref: quoteRef ?? null, trade: served },
  )
}
