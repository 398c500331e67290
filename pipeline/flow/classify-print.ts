import type { OptionPrint, PrintSide } from '../../shared/domain/market/option-print.ts'

/** The premium of a print by the side that initiated; the rest of it is of an unknown side. */
export interface PrintPremium {
  ask: number
  bid: number
  mid: number
}

type Quoted = Pick<OptionPrint, 'price' | 'bid' | 'ask'>

/**
 * The quote rule: above the mid-price a buyer initiated, below it a seller. A missing or crossed quote gives no side.
 */
export function sideOf({ price, bid, ask }: Quoted): PrintSide {
  if (bid === null || ask === null || ask <= 0 || ask < bid) return 'unknown'
  // A thousandth of a cent: below it a difference is an error of arithmetic.
  const fromMiddle = Math.round((price - (bid + ask) / 2) * 1e5)
  if (fromMiddle === 0) return 'mid'
  return fromMiddle > 0 ? 'ask' : 'bid'
}

/** By the vendor's own count where it summed several trades, otherwise all of it by the print's price against its quote. */
export function premiumBySide(print: OptionPrint): PrintPremium {
  const { atAsk, atBid, premium } = print
  if (atAsk !== null && atBid !== null && atAsk + atBid > 0 && atAsk + atBid <= premium * 1.0001)
    return { ask: atAsk, bid: atBid, mid: Math.max(0, premium - atAsk - atBid) }
  const side = sideOf(print)
  return {
    ask: side === 'ask' ? premium : 0,
    bid: side === 'bid' ? premium : 0,
    mid: side === 'mid' ? premium : 0,
  }
}

/** The side with more than half of the premium; mid where neither has it. */
export function mainSide({ ask, bid, mid }: PrintPremium): PrintSide {
  const total = ask + bid + mid
  if (total === 0) return 'unknown'
  if (ask > total / 2) return 'ask'
  return bid > total / 2 ? 'bid' : 'mid'
}

/** A print larger than all that was open in the morning opens positions; otherwise only the vendor's flag can tell. */
export function opens({ opens: flagged, size, openInterest }: OptionPrint): boolean | null {
  if (flagged !== null) return flagged
  return openInterest !== null && size > openInterest ? true : null
}
