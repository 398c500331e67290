import type { Split } from './corporate-action.ts'
import { MULTIPLIER, type OptionInstrument, optionContract, parseInstrument } from './instrument.ts'
import {
  cashPair,
  type Held,
  type HeldInstrument,
  isCash,
  type Posting,
  type QuantityPosting,
  shareOf,
} from './ledger.ts'
import { payoffE4 } from './settlement.ts'

/** What became of one holding of record. */
export interface SplitHolding {
  instrument: string
  /** What the split found of it. */
  quantity: number
  /** Null: nothing, it was paid out in cash or is gone. */
  became: string | null
  became_quantity: number
  cashE4: number
  /** Contracts of record that ended or were closed before the split was made. */
  gone?: number
  /** Held of what it became, behind all lines; said where it is not what the ratio makes of what was held. */
  now_held?: number
  reason?: string
}

export interface SplitEffect {
  holdings: SplitHolding[]
  postings: Posting[]
  cashE4: number
}

type Live = ReadonlyMap<string, Held>
const NOTHING: Held = { quantity: 0, costE4: 0 }

/**
 * A split of what was held when its day began. Shares multiply, rounded towards zero, and the part of a share left over
 * is paid with its part of the basis. Where each old share becomes several, options become as many more at strikes as
 * much lower, to a thousandth, as the clearing house does. No other ratio leaves contracts of a hundred shares: those are
 * paid in cash at what they would pay at the price of the split. What ended before its day is none of its business.
 *
 * A split that is made late meets what was traded meanwhile, `now`. Shares of record change by the ratio all the same: who
 * sold old shares at the price of new ones sold too many, and is short of them. Contracts that are gone stay gone.
 */
export function splitHoldings(
  record: readonly HeldInstrument[],
  split: Split,
  now: readonly HeldInstrument[] = record,
): SplitEffect {
  const effect: SplitEffect = { holdings: [], postings: [], cashE4: 0 }
  const live: Live = new Map(now.map(({ instrument, quantity, costE4 }) => [instrument, { quantity, costE4 }]))
  for (const each of record) {
    const named = parseInstrument(each.instrument)
    if (each.quantity === 0 || named === null) continue
    if (named.kind === 'stock' && named.symbol === split.symbol) splitStock(effect, each, split)
    if (named.kind === 'option' && named.underlying === split.symbol && named.expiration >= split.exDate)
      splitOption(effect, each, named, split, live.get(each.instrument) ?? NOTHING)
  }
  meet(effect, live)
  return effect
}

function splitStock(effect: SplitEffect, held: HeldInstrument, split: Split): void {
  const { newShares, oldShares, fractionPriceE4 } = split
  const scaled = held.quantity * newShares
  const became = Math.trunc(scaled / oldShares)
  const left = scaled - became * oldShares
  const cashE4 = left === 0 ? 0 : Math.trunc((left * (fractionPriceE4 ?? 0)) / oldShares)
  const paidBasisE4 = left === 0 ? 0 : shareOf(held.costE4, Math.abs(left), Math.abs(scaled))
  move(effect, held.instrument, became - held.quantity, became === 0 ? -held.costE4 : -paidBasisE4)
  settle(effect, held, became === 0 ? null : held.instrument, became, cashE4)
}

function splitOption(
  effect: SplitEffect,
  { instrument, quantity: recorded }: HeldInstrument,
  option: OptionInstrument,
  split: Split,
  live: Held,
): void {
  const { newShares, oldShares, fractionPriceE4 } = split
  const isThere = Math.sign(live.quantity) === Math.sign(recorded)
  const quantity = isThere ? Math.sign(recorded) * Math.min(Math.abs(recorded), Math.abs(live.quantity)) : 0
  const gone = quantity === recorded ? {} : { gone: recorded - quantity }
  const found = { instrument, quantity, ...gone }
  if (quantity === 0) {
    settle(effect, found, null, 0, 0)
    return
  }
  const costE4 = shareOf(live.costE4, Math.abs(quantity), Math.abs(live.quantity))
  move(effect, instrument, -quantity, -costE4)
  if (oldShares === 1) {
    const contract = optionContract({ ...option, strike: option.strike / newShares })
    move(effect, contract, quantity * newShares, costE4)
    settle(effect, found, contract, quantity * newShares, 0)
    return
  }
  const priceE4 = Math.round(((fractionPriceE4 ?? 0) * newShares) / oldShares)
  settle(effect, found, null, 0, quantity * MULTIPLIER * payoffE4(option, priceE4))
}

function move({ postings }: SplitEffect, instrument: string, quantity: number, costE4: number): void {
  if (quantity === 0 && costE4 === 0) return
  postings.push(
    { book: 'account', instrument, quantity, costE4: costE4 || 0 },
    { book: 'house', instrument, quantity: -quantity || 0, costE4: null },
  )
}

function settle(
  effect: SplitEffect,
  { instrument, quantity, gone }: Pick<SplitHolding, 'instrument' | 'quantity' | 'gone'>,
  became: string | null,
  count: number,
  cashE4: number,
): void {
  effect.postings.push(...cashPair('house', cashE4 || 0))
  effect.cashE4 += cashE4
  effect.holdings.push({
    instrument,
    quantity,
    became,
    became_quantity: count || 0,
    cashE4: cashE4 || 0,
    ...(gone === undefined ? {} : { gone, reason: 'ended or closed before the split was made' }),
  })
}

/** What the lines leave is said of what is held now: whether it is short, a basis on its side, and what to tell. */
function meet({ postings, holdings }: SplitEffect, live: Live): void {
  const lines = Map.groupBy(postings.filter(isOwnQuantity), ({ instrument }) => instrument)
  const behind = new Map<string, Held>()
  for (const [instrument, own] of lines) {
    const before = live.get(instrument) ?? NOTHING
    const quantity = own.reduce((sum, line) => sum + line.quantity, before.quantity)
    const costE4 = own.reduce((sum, line) => sum + (line.costE4 ?? 0), before.costE4)
    // What was sold or bought at the price of other shares has taken its basis with it.
    const lostE4 = costE4 === 0 || Math.sign(costE4) === Math.sign(quantity) ? 0 : costE4
    const last = own.at(-1)!
    last.costE4 = (last.costE4 ?? 0) - lostE4 || 0
    for (const line of own) line.mayBeShort = quantity < 0
    behind.set(instrument, { quantity, costE4: costE4 - lostE4 })
  }
  for (const holding of holdings) {
    const { quantity } = behind.get(holding.became ?? holding.instrument) ?? NOTHING
    if (quantity === holding.became_quantity || parseInstrument(holding.instrument)?.kind !== 'stock') continue
    holding.now_held = quantity
    holding.reason = 'traded before the split was made'
    if (quantity < 0 && holding.quantity > 0) holding.reason += ': short of what was sold too many'
  }
}

const isOwnQuantity = (line: Posting): line is QuantityPosting => !isCash(line) && line.book === 'account'
