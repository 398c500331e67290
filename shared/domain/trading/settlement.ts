import { multiplierOf, type OptionInstrument } from './instrument.ts'
import { cashPair, fillPostings, type Held, type Posting, shareOf } from './ledger.ts'
import { E4_PER_DOLLAR, e4Of } from './money.ts'
import { intrinsicE4 } from './payoff.ts'

/** Options less than a cent in the money expire, as at the clearing house. */
const IN_THE_MONEY_E4 = E4_PER_DOLLAR / 100

export interface HeldOption extends Held {
  option: OptionInstrument
}

/** The positions of an account in one underlying that matter when its options of one day settle. */
export interface ExpiringHoldings {
  options: readonly HeldOption[]
  /** Shares of the underlying; negative when short. */
  stock: Held
  /** Shares that cover written calls of later days; an exercise does not deliver them. */
  reservedShares: number
  /** The part of them that no later long call could replace; not even an assignment delivers these. */
  boundShares: number
  shorting: boolean
}

export const EXPIRY_OUTCOMES = ['option_exercised', 'option_assigned', 'option_expired'] as const
export type ExpiryOutcome = (typeof EXPIRY_OUTCOMES)[number]

export interface SettledOption {
  outcome: ExpiryOutcome
  contract: string
  /** The quantity held; negative when written. */
  quantity: number
  /** Null if it expired worthless. */
  delivery: 'stock' | 'cash' | null
  /** Cash into the account. */
  cashE4: number
  /** Shares into the account. */
  shares: number
}

export interface Settlement {
  settled: SettledOption[]
  postings: Posting[]
  cashE4: number
  stock: Held
}

export const strikeE4 = ({ strike }: Pick<OptionInstrument, 'strike'>): number => e4Of(strike)

/** Payoff of an option at expiry, per share. */
export function payoffE4(option: Pick<OptionInstrument, 'strike' | 'right'>, priceE4: number): number {
  const inside = intrinsicE4({ right: option.right, strikeE4: strikeE4(option) }, priceE4)
  return inside >= IN_THE_MONEY_E4 ? inside : 0
}

/** Exercised long calls and assigned written puts bring shares into the account. */
const brings = ({ option, quantity }: HeldOption): boolean => (option.right === 'call') === quantity > 0

/**
 * Settles all options of one underlying and expiration at one price, as the postings of one entry. Shares come in
 * before any go out, so both legs of a spread meet; assignments are served before exercises. A contract whose delivery
 * would leave an account short that may not be, or a later call without its cover, settles in cash at its payoff. This
 * is decided contract by contract.
 */
export function settleExpiration(expiring: ExpiringHoldings, priceE4: number): Settlement {
  const { options, stock } = expiring
  const settlement: Settlement = { settled: [], postings: [], cashE4: 0, stock }
  const ordered = [...options].sort(
    (a, b) => orderOf(a) - orderOf(b) || (a.option.contract < b.option.contract ? -1 : 1),
  )
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
  // The final position decides whether a line may leave the account short, not the state between lines.
  for (const line of settlement.postings) if ('mayBeShort' in line) line.mayBeShort = settlement.stock.quantity < 0
  return settlement
}

const orderOf = (held: HeldOption): number => (brings(held) ? 0 : held.quantity < 0 ? 1 : 2)

/** Contracts that can be delivered from free shares, or without limit if the account may be short. */
function deliverable(
  stock: Held,
  { reservedShares, boundShares, shorting }: Omit<ExpiringHoldings, 'options' | 'stock'>,
  { option, quantity }: HeldOption,
): number {
  // An exercise always brings cash, but an assignment in cash may leave a debt and unsold shares, so it keeps fewer.
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

/** Delivers shares at the strike. The option's cost goes into the basis of the shares it opens, else it is realised. */
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
    // A basis keeps the sign of its quantity, even if the option cost more than its shares brought.
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
