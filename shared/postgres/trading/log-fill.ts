import { dollarsOf } from '../../domain/trading/money.ts'
import { accountLog } from '../events/events.ts'
import type { Tx } from '../server/db.ts'
import type { Trade, TradeFill } from './trade-rows.ts'

/** The fill on the account's log. */
export async function logFill(tx: Tx, trade: Trade, fill: TradeFill): Promise<void> {
  const data = {
    trade_id: trade.id,
    client_order_id: trade.clientOrderId,
    epoch: trade.epoch,
    class: trade.class,
    underlying: trade.underlying,
    side: trade.side,
    quantity: trade.quantity,
    price: dollarsOf(fill.priceE4),
    fees: dollarsOf(fill.feesE4),
    total: dollarsOf(fill.totalE4),
    legs: trade.legs.map(({ instrument, quantity }, at) => ({
      instrument,
      quantity,
      price: dollarsOf(fill.legs[at]!.priceE4),
    })),
  }
  const names = trade.legs.map(({ instrument }) => instrument)
  const what = names.length === 1 ? names[0] : `of the package ${names.join(', ')}`
  const title = `Filled: ${trade.side} ${trade.quantity} ${what} at ${dollarsOf(fill.priceE4)}.`
  await tx`
    insert into events (key, log, kind, subject, severity, title, at, data, origin)
    values (${`fill:${trade.id}`}, ${accountLog(trade.accountId)}, 'fill', ${trade.underlying}, 'info', ${title},
      ${trade.endedAt}, ${JSON.stringify(data)}::text::jsonb, 'scheduled')`
}
