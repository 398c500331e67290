import { E4_MAX } from './money.ts'

export const ENTRY_KINDS = [
  'opening',
  'trade',
  'fee',
  'settlement',
  'dividend',
  'split',
  'borrow_fee',
  'liquidation',
  'adjustment',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

export const BOOKS = ['account', 'house', 'fees', 'dividends', 'borrow'] as const
export type Book = (typeof BOOKS)[number]

export interface CashPosting {
  book: Book
  amountE4: number
}

/** In the account's book a quantity brings or takes a part of its basis. */
export interface QuantityPosting {
  book: Book
  instrument: string
  quantity: number
  costE4: number | null
  /** This line may leave the account short of the instrument. */
  mayBeShort?: boolean
}

export type Posting = CashPosting | QuantityPosting

export const isCash = (posting: Posting): posting is CashPosting => 'amountE4' in posting

/** A transfer between the account and another book, seen from the account. */
export function cashPair(other: Exclude<Book, 'account'>, toAccountE4: number): CashPosting[] {
  if (toAccountE4 === 0) return []
  return [
    { book: 'account', amountE4: toAccountE4 },
    { book: other, amountE4: -toAccountE4 },
  ]
}

/** A position: quantity and basis, both negative when short. */
export interface Held {
  quantity: number
  costE4: number
}

export type HeldInstrument = Held & { instrument: string }

export interface Fill {
  instrument: string
  /** What the account gains; negative when it sells. */
  quantity: number
  /** Price times multiplier times the size of the quantity, never negative. */
  notionalE4: number
  mayBeShort?: boolean
}

/**
 * The lines of one fill. Cash pays the notional. What opens brings its notional as basis (negative for a short: what it
 * was sold for); what closes takes its share of the basis at average cost, rounded towards zero, and the last of it
 * takes all. One fill never crosses zero: whoever wants that makes two.
 */
export function fillPostings({ instrument, quantity, notionalE4, mayBeShort = false }: Fill, held: Held): Posting[] {
  const side = Math.sign(quantity)
  const closes = held.quantity !== 0 && Math.sign(held.quantity) !== side
  if (!Number.isSafeInteger(quantity) || quantity === 0) throw new RangeError('a fill has a whole quantity')
  if (!Number.isSafeInteger(notionalE4) || notionalE4 < 0 || notionalE4 > E4_MAX)
    throw new RangeError('a fill has a notional within the bounds of money')
  if (closes && Math.abs(quantity) > Math.abs(held.quantity)) throw new RangeError('a fill never crosses zero')
  // Zero is made positive, as -0 is not the 0 it equals to a driver or a test.
  const costE4 = closes
    ? -shareOf(held.costE4, Math.abs(quantity), Math.abs(held.quantity)) || 0
    : side * notionalE4 || 0
  return [
    ...cashPair('house', -side * notionalE4),
    { book: 'account', instrument, quantity, costE4, mayBeShort },
    { book: 'house', instrument, quantity: -quantity, costE4: null },
  ]
}

/** A part of a basis, rounded towards zero. By bigint, because basis times quantity leaves what a double holds exactly. */
export function shareOf(costE4: number, part: number, whole: number): number {
  return Number((BigInt(costE4) * BigInt(part)) / BigInt(whole))
}
