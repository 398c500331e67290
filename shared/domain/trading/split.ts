import type { Split } from './corporate-action.ts'
import type { HeldInstrument } from './expiry-preview.ts'
import { MULTIPLIER, type OptionInstrument, optionContract, parseInstrument } from './instrument.ts'
import { cashPair, type Posting, shareOf } from './ledger.ts'
import { payoffE4 } from './settlement.ts'

/** What became of one holding. */
export interface SplitHolding {
  instrument: string
  quantity: number
  /** Null: it was paid out in cash. */
  became: string | null
  became_quantity: number
  cashE4: number
}

export interface SplitEffect {
  holdings: SplitHolding[]
  postings: Posting[]
  cashE4: number
}

/**
 * A split of what was held when its day began. Shares multiply, rounded towards zero, and the part of a share left over
 * is paid with its part of the basis. Where each old share becomes several, options become as many more at strikes as
 * much lower, to a thousandth, as the clearing house does. No other ratio leaves contracts of a hundred shares: those are
 * paid in cash at what they would pay at the price of the split. What ended before its day is none of its business.
 */
export function splitHoldings(held: readonly HeldInstrument[], split: Split): SplitEffect {
  const effect: SplitEffect = { holdings: [], postings: [], cashE4: 0 }
  for (const each of held) {
    const named = parseInstrument(each.instrument)
    if (each.quantity === 0 || named === null) continue
    if (named.kind === 'stock' && named.symbol === split.symbol) splitStock(effect, each, split)
    if (named.kind === 'option' && named.underlying === split.symbol && named.expiration >= split.exDate)
      splitOption(effect, each, named, split)
  }
  return effect
}

function splitStock(effect: SplitEffect, held: HeldInstrument, split: Split): void {
  const { newShares, oldShares, fractionPriceE4 } = split
  const scaled = held.quantity * newShares
  const became = Math.trunc(scaled / oldShares)
  const left = scaled - became * oldShares
  const cashE4 = left === 0 ? 0 : Math.trunc((left * (fractionPriceE4 ?? 0)) / oldShares)
  const paidBasisE4 = left === 0 ? 0 : shareOf(held.costE4, Math.abs(left), Math.abs(scaled))
  move(effect, held.instrument, became - held.quantity, became === 0 ? -held.costE4 : -paidBasisE4, became)
  settle(effect, held, became === 0 ? null : held.instrument, became, cashE4)
}

function splitOption(effect: SplitEffect, held: HeldInstrument, option: OptionInstrument, split: Split): void {
  const { newShares, oldShares, fractionPriceE4 } = split
  move(effect, held.instrument, -held.quantity, -held.costE4, 0)
  if (oldShares === 1) {
    const contract = optionContract({ ...option, strike: option.strike / newShares })
    const quantity = held.quantity * newShares
    move(effect, contract, quantity, held.costE4, quantity)
    settle(effect, held, contract, quantity, 0)
    return
  }
  const priceE4 = Math.round(((fractionPriceE4 ?? 0) * newShares) / oldShares)
  settle(effect, held, null, 0, held.quantity * MULTIPLIER * payoffE4(option, priceE4))
}

function move({ postings }: SplitEffect, instrument: string, quantity: number, costE4: number, after: number): void {
  if (quantity === 0 && costE4 === 0) return
  postings.push(
    // Whoever was short stays so, in what it became.
    { book: 'account', instrument, quantity, costE4: costE4 || 0, mayBeShort: after < 0 },
    { book: 'house', instrument, quantity: -quantity || 0, costE4: null },
  )
}

function settle(
  effect: SplitEffect,
  { instrument, quantity }: HeldInstrument,
  became: string | null,
  count: number,
  cashE4: number,
): void {
  effect.postings.push(...cashPair('house', cashE4 || 0))
  effect.cashE4 += cashE4
  effect.holdings.push({ instrument, quantity, became, became_quantity: count || 0, cashE4: cashE4 || 0 })
}
