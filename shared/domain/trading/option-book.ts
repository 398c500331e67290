import { MULTIPLIER, type OptionInstrument, parseInstrument } from './instrument.ts'
import { e4Of } from './money.ts'
import type { OptionLine } from './payoff.ts'

export interface HeldPosition {
  instrument: string
  quantity: number
}

/** Contracts of one name, long or short; the quantity is never negative. */
export interface Contracts extends OptionLine {
  instrument: string
  expiration: string
}

/** All positions in one underlying. */
export interface OptionBook {
  underlying: string
  /** Negative when sold short. */
  shares: number
  shorts: Contracts[]
  longs: Contracts[]
}

const contractsOf = (option: OptionInstrument, quantity: number): Contracts => ({
  instrument: option.contract,
  expiration: option.expiration,
  right: option.right,
  strikeE4: e4Of(option.strike),
  quantity: Math.abs(quantity),
})

const inOrder = (one: { instrument: string }, other: { instrument: string }): number =>
  one.instrument < other.instrument ? -1 : Number(one.instrument > other.instrument)

/** Groups positions by underlying, in an order that does not depend on the order of the positions. */
export function optionBooks(positions: readonly HeldPosition[]): OptionBook[] {
  const books = new Map<string, OptionBook>()
  for (const { instrument: name, quantity } of [...positions].sort(inOrder)) {
    const instrument = parseInstrument(name)
    if (!instrument) throw new RangeError('a position needs a valid instrument name')
    if (!Number.isSafeInteger(quantity)) throw new RangeError('a position has a whole quantity')
    const underlying = instrument.kind === 'stock' ? instrument.symbol : instrument.underlying
    const book = books.get(underlying) ?? { underlying, shares: 0, shorts: [], longs: [] }
    books.set(underlying, book)
    if (instrument.kind === 'stock') book.shares += quantity
    else if (quantity < 0) book.shorts.push(contractsOf(instrument, quantity))
    else if (quantity > 0) book.longs.push(contractsOf(instrument, quantity))
  }
  return [...books.values()].sort((one, other) => (one.underlying < other.underlying ? -1 : 1))
}

export const lotsOf = (shares: number): number => Math.max(0, Math.floor(shares / MULTIPLIER))
