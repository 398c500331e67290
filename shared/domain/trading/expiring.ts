import type { TradingDay } from '../../time/trading-day.ts'
import { multiplierOf, parseInstrument } from './instrument.ts'
import type { Held } from './ledger.ts'
import type { Expiring, HeldOption } from './settlement.ts'

interface Which {
  underlying: string
  expiration: TradingDay
  shorting: boolean
}

/** Of all that an account holds, what takes part when the options of an underlying and a day end. */
export function expiringOf(
  positions: readonly (Held & { instrument: string })[],
  { underlying, expiration, shorting }: Which,
): Expiring {
  const options: HeldOption[] = []
  let stock: Held = { quantity: 0, costE4: 0 }
  let reservedShares = 0
  for (const { instrument, quantity, costE4 } of positions) {
    const named = parseInstrument(instrument)
    if (quantity === 0 || named === null) continue
    if (named.kind === 'stock') {
      if (named.symbol === underlying) stock = { quantity, costE4 }
    } else if (named.underlying === underlying) {
      if (named.expiration === expiration) options.push({ option: named, quantity, costE4 })
      else if (named.right === 'call' && quantity < 0) reservedShares -= quantity * multiplierOf(named)
    }
  }
  return { options, stock, reservedShares, shorting }
}
