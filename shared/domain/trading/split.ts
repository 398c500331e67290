import type { TradingDay } from '../../time/trading-day.ts'
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

/** The change that a split made to one holding of record. */
export interface SplitHolding {
  instrument: string
  /** Quantity that was split. */
  quantity: number
  /** Instrument it became; null if it was paid out in cash or is gone. */
  became: string | null
  became_quantity: number
  cashE4: number
  /** Contracts of record that expired or were closed before the split was applied. */
  gone?: number
  /** Quantity held after all postings; set only if it differs from what the ratio gives. */
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
 * Applies a split to the holdings of record, those at the beginning of its day. Shares multiply, rounded towards zero,
 * and the remaining fraction is paid in cash with its part of the basis. If one old share becomes several, options
 * become more contracts at lower strikes, to a thousandth, as at the clearing house. With any other ratio contracts
 * would no longer be for a hundred shares, so they are paid in cash at their payoff at the price of the split. Options
 * that expired before the day are not affected.
 *
 * If the split is applied late, `now` holds the positions after the trades since. Shares of record still change by the
 * ratio: an account that sold old shares at the price of new ones sold too many and is short. Contracts that are gone
 * stay gone.
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
  reconcile(effect, live)
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
  recordHolding(effect, held, became === 0 ? null : held.instrument, became, cashE4)
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
    recordHolding(effect, found, null, 0, 0)
    return
  }
  const costE4 = shareOf(live.costE4, Math.abs(quantity), Math.abs(live.quantity))
  move(effect, instrument, -quantity, -costE4)
  if (!leavesFractions(oldShares)) {
    const contract = optionContract({ ...option, strike: option.strike / newShares })
    move(effect, contract, quantity * newShares, costE4)
    recordHolding(effect, found, contract, quantity * newShares, 0)
    return
  }
  const priceE4 = Math.round(((fractionPriceE4 ?? 0) * newShares) / oldShares)
  recordHolding(effect, found, null, 0, quantity * MULTIPLIER * payoffE4(option, priceE4))
}

/** How many shares one share of a symbol has become by the splits after a day, through another one. */
export const sharesThrough = (
  splits: readonly Pick<Split, 'symbol' | 'exDate' | 'newShares' | 'oldShares'>[],
  { symbol, after, through }: { symbol: string; after: TradingDay; through: TradingDay },
): number =>
  splits
    .filter((split) => split.symbol === symbol && split.exDate > after && split.exDate <= through)
    .reduce((shares, { newShares, oldShares }) => (shares * newShares) / oldShares, 1)

/** Whether a split can leave fractions of a share, which are paid in cash: it cannot where one old share becomes several. */
export const leavesFractions = (oldShares: number): boolean => oldShares !== 1

function move({ postings }: SplitEffect, instrument: string, quantity: number, costE4: number): void {
  if (quantity === 0 && costE4 === 0) return
  postings.push(
    { book: 'account', instrument, quantity, costE4: costE4 || 0 },
    { book: 'house', instrument, quantity: -quantity || 0, costE4: null },
  )
}

function recordHolding(
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
    ...(gone === undefined ? {} : { gone, reason: 'expired or closed before the split was applied' }),
  })
}

/** Adjusts the postings to the current positions: leave to be short, the sign of each basis, and what to report. */
function reconcile({ postings, holdings }: SplitEffect, live: Live): void {
  const lines = Map.groupBy(postings.filter(isOwnQuantity), ({ instrument }) => instrument)
  const after = new Map<string, number>()
  for (const [instrument, own] of lines) {
    const before = live.get(instrument) ?? NOTHING
    const quantity = own.reduce((sum, line) => sum + line.quantity, before.quantity)
    const costE4 = own.reduce((sum, line) => sum + (line.costE4 ?? 0), before.costE4)
    // A trade at the price of other shares already took its basis, so a basis with the wrong sign is dropped.
    const lostE4 = costE4 === 0 || Math.sign(costE4) === Math.sign(quantity) ? 0 : costE4
    const last = own.at(-1)!
    last.costE4 = (last.costE4 ?? 0) - lostE4 || 0
    for (const line of own) line.mayBeShort = quantity < 0
    after.set(instrument, quantity)
  }
  for (const holding of holdings) {
    const quantity = after.get(holding.became ?? holding.instrument) ?? 0
    if (quantity === holding.became_quantity || parseInstrument(holding.instrument)?.kind !== 'stock') continue
    holding.now_held = quantity
    holding.reason = 'traded before the split was applied'
    if (quantity < 0 && holding.quantity > 0) holding.reason += ': short because too many shares were sold'
  }
}

const isOwnQuantity = (line: Posting): line is QuantityPosting => !isCash(line) && line.book === 'account'
