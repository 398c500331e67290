import { multiplierOf, type OptionInstrument } from './instrument.ts'
import { cashPair, fillPostings, type Held, type Posting, shareOf } from './ledger.ts'
import { E4_PER_DOLLAR, e4Of } from './money.ts'

/** Less than a cent in the money is left to expire, as the clearing house does. */
const IN_THE_MONEY_E4 = E4_PER_DOLLAR / 100

export interface HeldOption extends Held {
  option: OptionInstrument
}

/** One underlying of an account and what of it expires together. */
export interface ExpiringHoldings {
  options: readonly HeldOption[]
  /** Shares of the underlying, short when negative. */
  stock: Held
  /** Shares that cover calls written for a later day: no exercise gives them away. */
  reservedShares: number
  /** Those of them that no later long call could stand in for: not even an assignment takes them. */
  boundShares: number
  shorting: boolean
}

export const EXPIRY_OUTCOMES = ['option_exercised', 'option_assigned', 'option_expired'] as const
export type ExpiryOutcome = (typeof EXPIRY_OUTCOMES)[number]

export interface SettledOption {
  outcome: ExpiryOutcome
  contract: string
  /** As it was held: negative when written. */
  quantity: number
  /** What it was settled in; null for what expired worthless. */
  delivery: 'stock' | 'cash' | null
  /** Into the account. */
  cashE4: number
  /** Into the account. */
  shares: number
}

export interface Settlement {
  settled: SettledOption[]
  postings: Posting[]
  cashE4: number
  stock: Held
}

export const strikeE4 = ({ strike }: Pick<OptionInstrument, 'strike'>): number => e4Of(strike)

/** What one share's worth of an option pays at its end. */
export function payoffE4(option: Pick<OptionInstrument, 'strike' | 'right'>, priceE4: number): number {
  const inside = option.right === 'call' ? priceE4 - strikeE4(option) : strikeE4(option) - priceE4
  return inside >= IN_THE_MONEY_E4 ? inside : 0
}

/** A long call and a written put bring shares in. */
const brings = ({ option, quantity }: HeldOption): boolean => (option.right === 'call') === quantity > 0

/**
 * What becomes of all options of one underlying and expiration at one price, as the lines of one entry. Shares come in
 * before any go out, so both legs of a spread meet; what is assigned is served before what is exercised. Whatever would
 * leave an account short that may not be, or a later call without its cover, is settled in cash at what it pays, contract
 * by contract.
 */
export function settleExpiration(expiring: ExpiringHoldings, priceE4: number): Settlement {
  const { options, stock } = expiring
  const settlement: Settlement = { settled: [], postings: [], cashE4: 0, stock }
  const ordered = [...options].sort((a, b) => turnOf(a) - turnOf(b) || (a.option.contract < b.option.contract ? -1 : 1))
  for (const held of ordered) {
    const { option, quantity, costE4 } = held
    settlement.postings.push(
      { book: 'account', instrument: option.contract, quantity: -quantity, costE4: -costE4 || 0 },
      { book: 'house', instrument: option.contract, quantity, costE4: null },
    )
    if (payoffE4(option, priceE4) === 0) {
      settlement.settled.push(settledOption(held, quantity, null, 0, 0))
      continue
    }
    const delivered = brings(held) ? Math.abs(quantity) : deliverable(settlement.stock, expiring, held)
    deliver(settlement, held, delivered)
    payOut(settlement, held, Math.abs(quantity) - delivered, priceE4)
  }
  // Said of what is left, not of the moments between its lines.
  for (const line of settlement.postings) if ('mayBeShort' in line) line.mayBeShort = settlement.stock.quantity < 0
  return settlement
}

const turnOf = (held: HeldOption): number => (brings(held) ? 0 : held.quantity < 0 ? 1 : 2)

/** Contracts that can be served with shares that are there and free, or with any where an account may be short. */
function deliverable(
  stock: Held,
  { reservedShares, boundShares, shorting }: Omit<ExpiringHoldings, 'options' | 'stock'>,
  { option, quantity }: HeldOption,
): number {
  // An exercise brings cash either way; an assignment in cash may leave a debt beside the shares it spared.
  const keptShares = quantity < 0 ? boundShares : reservedShares
  const isAnyFree = shorting && (keptShares === 0 || stock.quantity <= 0)
  if (isAnyFree) return Math.abs(quantity)
  return Math.min(Math.abs(quantity), Math.max(0, Math.floor((stock.quantity - keptShares) / multiplierOf(option))))
}

function settledOption(
  { option: { contract }, quantity: held }: HeldOption,
  quantity: number,
  delivery: SettledOption['delivery'],
  cashE4: number,
  shares: number,
): SettledOption {
  const outcome = delivery === null ? 'option_expired' : held > 0 ? 'option_exercised' : 'option_assigned'
  return { outcome, contract, quantity, delivery, cashE4, shares }
}

/** At the strike. What the option had cost goes where its shares go: into the basis of what opens, else it is realised. */
function deliver(settlement: Settlement, held: HeldOption, contracts: number): void {
  if (contracts === 0) return
  const side = brings(held) ? 1 : -1
  const shares = contracts * multiplierOf(held.option)
  const premiumE4 = shareOf(held.costE4, contracts, Math.abs(held.quantity))
  const before = settlement.stock.quantity
  const closing = before !== 0 && Math.sign(before) !== side ? Math.min(shares, Math.abs(before)) : 0
  fill(settlement, held.option, side * closing, 0)
  fill(settlement, held.option, side * (shares - closing), shareOf(premiumE4, shares - closing, shares))
  const cashE4 = -side * shares * strikeE4(held.option)
  settlement.cashE4 += cashE4
  settlement.settled.push(settledOption(held, Math.sign(held.quantity) * contracts, 'stock', cashE4, side * shares))
}

function fill(settlement: Settlement, option: OptionInstrument, quantity: number, premiumE4: number): void {
  if (quantity === 0) return
  const { stock } = settlement
  const notionalE4 = Math.abs(quantity) * strikeE4(option)
  const lines = fillPostings({ instrument: option.underlying, quantity, notionalE4 }, stock)
  for (const line of lines) {
    if (!('costE4' in line) || line.costE4 === null) continue
    // A basis keeps the side of its quantity, also where more was paid for the option than its shares brought.
    const withPremium = line.costE4 + premiumE4
    line.costE4 = premiumE4 === 0 || Math.sign(withPremium) === Math.sign(quantity) ? withPremium : 0
    settlement.stock = { quantity: stock.quantity + quantity, costE4: stock.costE4 + line.costE4 }
  }
  settlement.postings.push(...lines)
}

function payOut(settlement: Settlement, held: HeldOption, contracts: number, priceE4: number): void {
  if (contracts === 0) return
  const side = Math.sign(held.quantity)
  const cashE4 = side * contracts * multiplierOf(held.option) * payoffE4(held.option, priceE4)
  settlement.postings.push(...cashPair('house', cashE4))
  settlement.cashE4 += cashE4
  settlement.settled.push(settledOption(held, side * contracts, 'cash', cashE4, 0))
}
