import type { TradingDay } from '../../time/trading-day.ts'
import { expiringHoldings } from './expiring-holdings.ts'
import { parseInstrument } from './instrument.ts'
import type { HeldInstrument } from './ledger.ts'
import { type SettledOption, settleExpiration } from './settlement.ts'

export interface Expiry {
  underlying: string
  expiration: TradingDay
}

/** Expiries of an account's options up to a day, earliest first. */
export function expiriesThrough(positions: readonly HeldInstrument[], through: TradingDay): Expiry[] {
  const expiries = new Map<string, Expiry>()
  for (const { instrument, quantity } of positions) {
    const option = parseInstrument(instrument)
    if (option?.kind !== 'option' || quantity === 0 || option.expiration > through) continue
    const { underlying, expiration } = option
    expiries.set(`${expiration} ${underlying}`, { underlying, expiration })
  }
  return [...expiries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, expiry]) => expiry)
}

export interface ExpiryPreview extends Expiry {
  /** Null if no price can be assumed; then nothing is previewed for this expiry. */
  priceE4: number | null
  settled: SettledOption[]
  cashE4: number
  sharesBefore: number
  sharesAfter: number
  cashAfterE4: number
}

/**
 * Runs the settlements one after another in their order, each with what the previous ones left. An expiry without an
 * assumed price changes nothing.
 */
export function previewExpiries(
  account: { cashE4: number; shorting: boolean; positions: readonly HeldInstrument[] },
  through: TradingDay,
  priceOf: (expiry: Expiry) => number | null,
): ExpiryPreview[] {
  let { cashE4, positions } = account
  return expiriesThrough(positions, through).map((expiry) => {
    const { underlying, expiration } = expiry
    const expiring = expiringHoldings(positions, { ...expiry, shorting: account.shorting })
    const priceE4 = priceOf(expiry)
    const before = { ...expiry, priceE4, sharesBefore: expiring.stock.quantity }
    if (priceE4 === null)
      return { ...before, settled: [], cashE4: 0, sharesAfter: before.sharesBefore, cashAfterE4: cashE4 }
    const { settled, cashE4: changeE4, stock } = settleExpiration(expiring, priceE4)
    cashE4 += changeE4
    const gone = new Set([underlying, ...expiring.options.map(({ option }) => option.contract)])
    positions = [...positions.filter(({ instrument }) => !gone.has(instrument)), { instrument: underlying, ...stock }]
    return { ...before, expiration, settled, cashE4: changeE4, sharesAfter: stock.quantity, cashAfterE4: cashE4 }
  })
}
