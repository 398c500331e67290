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

/** In the account's book a quantity carries its part of the basis; in other books costE4 is null. */
export interface QuantityPosting {
  book: Book
  instrument: string
  quantity: number
  costE4: number | null
  /** True if this line may leave the account short of the instrument. */
  mayBeShort?: boolean
}

export type Posting = CashPosting | QuantityPosting

export const isCash = (posting: Posting): posting is CashPosting => 'amountE4' in posting

/** A cash transfer between the account and another book; positive is into the account. */
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
  /** Positive when the account buys, negative when it sells. */
  quantity: number
  /** Price times multiplier times the absolute quantity, never negative. */
  notionalE4: number
  mayBeShort?: boolean
}

/**
 * The postings of one fill. Cash pays the notional. A fill that opens adds its notional to the basis (negative for a
 * short: the proceeds). A fill that closes removes its share of the basis at average cost, rounded towards zero, and
 * closing the whole position removes all of it. A fill never crosses zero; a caller that wants this makes two fills.
 */
export function fillPostings({ instrument, quantity, notionalE4, mayBeShort = false }: Fill, held: Held): Posting[] {
  const side = Math.sign(quantity)
  const closes = held.quantity !== 0 && Math.sign(held.quantity) !== side
  if (!Number.isSafeInteger(quantity) || quantity === 0) throw new RangeError('a fill has a whole quantity')
  if (!Number.isSafeInteger(notionalE4) || notionalE4 < 0 || notionalE4 > E4_MAX)
    throw new RangeError('a fill has a notional within the bounds of money')
  if (closes && Math.abs(quantity) > Math.abs(held.quantity)) throw new RangeError('a fill never crosses zero')
  // `|| 0` turns -0 into 0, because drivers and tests tell the two apart.
  const costE4 = closes
    ? -shareOf(held.costE4, Math.abs(quantity), Math.abs(held.quantity)) || 0
    : side * notionalE4 || 0
  return [
    ...cashPair('house', -side * notionalE4),
    { book: 'account', instrument, quantity, costE4, mayBeShort },
    { book: 'house', instrument, quantity: -quantity, costE4: null },
  ]
}

/**
 * A part of a basis, rounded towards zero; in bigint, because basis times quantity exceeds the integers a double holds.
 */
export function shareOf(costE4: number, part: number, whole: number): number {
  return Number((BigInt(costE4) * BigInt(part)) / BigInt(whole))
}
