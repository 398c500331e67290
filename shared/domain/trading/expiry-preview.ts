import type { TradingDay } from '../../time/trading-day.ts'
import { expiringHoldings } from './expiring-holdings.ts'
import { parseInstrument } from './instrument.ts'
import type { HeldInstrument } from './ledger.ts'
import { type SettledOption, settleExpiration } from './settlement.ts'

export interface Expiry {
  underlying: string
  expiration: TradingDay
}

/** What an account holds that ends on or before a day, the first to end first. */
export function expiriesThrough(positions: readonly HeldInstrument[], through: TradingDay): Expiry[] {
  const endings = new Map<string, Expiry>()
  for (const { instrument, quantity } of positions) {
    const option = parseInstrument(instrument)
    if (option?.kind !== 'option' || quantity === 0 || option.expiration > through) continue
    const { underlying, expiration } = option
    endings.set(`${expiration} ${underlying}`, { underlying, expiration })
  }
  return [...endings].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, ending]) => ending)
}

export interface ExpiryPreview extends Expiry {
  /** Null: no price can be assumed, and nothing is said of it. */
  priceE4: number | null
  settled: SettledOption[]
  cashE4: number
  sharesBefore: number
  sharesAfter: number
  cashAfterE4: number
}

/**
 * The settlements themselves, one behind the other as they would come, each with what the ones before it left. One whose
 * price cannot be assumed changes nothing.
 */
export function previewExpiries(
  account: { cashE4: number; shorting: boolean; positions: readonly HeldInstrument[] },
  through: TradingDay,
  priceOf: (ending: Expiry) => number | null,
): ExpiryPreview[] {
  let { cashE4, positions } = account
  return expiriesThrough(positions, through).map((ending) => {
    const { underlying, expiration } = ending
    const expiring = expiringHoldings(positions, { ...ending, shorting: account.shorting })
    const priceE4 = priceOf(ending)
    const before = { ...ending, priceE4, sharesBefore: expiring.stock.quantity }
    if (priceE4 === null)
      return { ...before, settled: [], cashE4: 0, sharesAfter: before.sharesBefore, cashAfterE4: cashE4 }
    const { settled, cashE4: changeE4, stock } = settleExpiration(expiring, priceE4)
    cashE4 += changeE4
    const gone = new Set([underlying, ...expiring.options.map(({ option }) => option.contract)])
    positions = [...positions.filter(({ instrument }) => !gone.has(instrument)), { instrument: underlying, ...stock }]
    return { ...before, expiration, settled, cashE4: changeE4, sharesAfter: stock.quantity, cashAfterE4: cashE4 }
  })
}
