import { counted, priceFigure } from '../../domain/number-words.ts'
import { dollarsOf } from '../../domain/trading/money.ts'
import { accountLog } from '../events/events.ts'
import type { Tx } from '../server/db.ts'
import type { Trade, TradeFill } from './trade-rows.ts'

/** A package has no side: its legs have sides, and the sign of its net price shows who paid. */
export function fillTitle(
  { side, quantity, legs }: Pick<Trade, 'side' | 'quantity' | 'legs'>,
  priceE4: number,
): string {
  const names = legs.map(({ instrument }) => instrument)
  const price = priceFigure(dollarsOf(priceE4))
  return side === null
    ? `Filled: ${counted(quantity, 'package')} of ${names.join(', ')} at a net price of ${price} per share.`
    : `Filled: ${side} ${quantity} ${names.join(', ')} at ${price}.`
}

/** Logs the fill for its account, with the number of the ledger entry that moves cash and position for it. */
export async function logFill(tx: Tx, trade: Trade, fill: TradeFill, entry: number): Promise<void> {
  const data = {
    trade_id: trade.id,
    entry,
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
  await tx`
    insert into events (key, log, kind, subject, severity, title, at, data, origin)
    values (${`fill:${trade.id}`}, ${accountLog(trade.accountId)}, 'fill', ${trade.underlying}, 'info', ${fillTitle(trade, fill.priceE4)},
      ${trade.endedAt}, ${JSON.stringify(data)}::text::jsonb, 'scheduled')`
}
