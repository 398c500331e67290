import type { TradingDay } from '../../time/trading-day.ts'
import { MULTIPLIER, parseInstrument } from './instrument.ts'
import type { Held, HeldInstrument } from './ledger.ts'
import type { ExpiringHoldings, HeldOption } from './settlement.ts'

interface ExpirySelection {
  underlying: string
  expiration: TradingDay
  shorting: boolean
}

/** Selects the positions of an account that matter when the options of an underlying and a day settle. */
export function expiringHoldings(
  positions: readonly HeldInstrument[],
  { underlying, expiration, shorting }: ExpirySelection,
): ExpiringHoldings {
  const options: HeldOption[] = []
  let stock: Held = { quantity: 0, costE4: 0 }
  const laterCalls: LaterCall[] = []
  for (const { instrument, quantity, costE4 } of positions) {
    const named = parseInstrument(instrument)
    if (quantity === 0 || named === null) continue
    if (named.kind === 'stock') {
      if (named.symbol === underlying) stock = { quantity, costE4 }
    } else if (named.underlying === underlying) {
      if (named.expiration === expiration) options.push({ option: named, quantity, costE4 })
      else if (named.right === 'call') laterCalls.push({ expiration: named.expiration, quantity })
    }
  }
  return { options, stock, ...reservedFor(laterCalls), shorting }
}

interface LaterCall {
  expiration: TradingDay
  quantity: number
}

/**
 * A long call covers written calls of any day up to its own, so each day's shortfall counts all calls from that day on.
 */
function reservedFor(calls: readonly LaterCall[]): Pick<ExpiringHoldings, 'reservedShares' | 'boundShares'> {
  const written = calls.reduce((sum, { quantity }) => sum + Math.max(0, -quantity), 0)
  const missing = calls.map(({ expiration: from }) =>
    calls.reduce((sum, { expiration, quantity }) => (expiration >= from ? sum - quantity : sum), 0),
  )
  return { reservedShares: written * MULTIPLIER, boundShares: Math.max(0, ...missing) * MULTIPLIER }
}
