import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillPostings, type Held, isCash, type Posting } from './ledger.ts'
import { E4_MAX } from './money.ts'

const own = (postings: readonly Posting[]) => postings.filter(({ book }) => book === 'account')
const cashOf = (postings: readonly Posting[]) =>
  own(postings).reduce((sum, posting) => sum + (isCash(posting) ? posting.amountE4 : 0), 0)
const applied = (held: Held, postings: readonly Posting[]): Held =>
  own(postings).reduce(
    (sum, posting) =>
      isCash(posting)
        ? sum
        : { quantity: sum.quantity + posting.quantity, costE4: sum.costE4 + (posting.costE4 ?? Number.NaN) },
    held,
  )

test('fills buy, sell a part at average cost, and sell the rest', () => {
  const bought = fillPostings({ instrument: 'SPY', quantity: 3, notionalE4: 100 }, { quantity: 0, costE4: 0 })
  expect(bought).toEqual([
    { book: 'account', amountE4: -100 },
    { book: 'house', amountE4: 100 },
    { book: 'account', instrument: 'SPY', quantity: 3, costE4: 100, mayBeShort: false },
    { book: 'house', instrument: 'SPY', quantity: -3, costE4: null },
  ])
  const part = fillPostings({ instrument: 'SPY', quantity: -1, notionalE4: 50 }, { quantity: 3, costE4: 100 })
  expect([cashOf(part), applied({ quantity: 3, costE4: 100 }, part)]).toEqual([50, { quantity: 2, costE4: 67 }])
  const rest = fillPostings({ instrument: 'SPY', quantity: -2, notionalE4: 90 }, { quantity: 2, costE4: 67 })
  expect(applied({ quantity: 2, costE4: 67 }, rest)).toEqual({ quantity: 0, costE4: 0 })
})

test('fills sell short and buy back at average cost', () => {
  const sold = fillPostings(
    { instrument: 'SPY', quantity: -2, notionalE4: 80, mayBeShort: true },
    { quantity: 0, costE4: 0 },
  )
  expect([cashOf(sold), applied({ quantity: 0, costE4: 0 }, sold)]).toEqual([80, { quantity: -2, costE4: -80 }])
  const back = fillPostings({ instrument: 'SPY', quantity: 1, notionalE4: 30 }, { quantity: -2, costE4: -80 })
  expect([cashOf(back), applied({ quantity: -2, costE4: -80 }, back)]).toEqual([-30, { quantity: -1, costE4: -40 }])
})

test('a fill may be worth nothing or the most there is, and what cost nothing closes at no cost', () => {
  const nothing = { quantity: 0, costE4: 0 }
  const given = fillPostings({ instrument: 'SPY', quantity: 1, notionalE4: 0 }, nothing)
  expect([cashOf(given), applied(nothing, given)]).toEqual([0, { quantity: 1, costE4: 0 }])
  const sold = fillPostings({ instrument: 'SPY', quantity: -1, notionalE4: 5 }, { quantity: 2, costE4: 0 })
  expect([cashOf(sold), applied({ quantity: 2, costE4: 0 }, sold)]).toEqual([5, { quantity: 1, costE4: 0 }])
  const most = (notionalE4: number) => fillPostings({ instrument: 'SPY', quantity: 1, notionalE4 }, nothing)
  expect(cashOf(most(E4_MAX))).toBe(-E4_MAX)
  expect(() => most(E4_MAX + 1)).toThrow(RangeError)
})

test('a fill is refused if it crosses zero, or has no whole quantity or a negative notional', () => {
  const held = { quantity: 1, costE4: 10 }
  for (const wrong of [
    { quantity: -2, notionalE4: 1 },
    { quantity: 0.5, notionalE4: 1 },
    { quantity: 0, notionalE4: 1 },
    { quantity: 1, notionalE4: -1 },
    { quantity: 1, notionalE4: 0.5 },
  ])
    expect(() => fillPostings({ instrument: 'SPY', ...wrong }, held)).toThrow(RangeError)
})

test('any fill sums to zero over the books, and the basis keeps the sign of the quantity', () => {
  const quantity = fc.integer({ min: -1_000, max: 1_000 }).filter((n) => n !== 0)
  const notionalE4 = fc.integer({ min: 0, max: 900_000_000_000_000 })
  fc.assert(
    fc.property(fc.array(fc.tuple(quantity, notionalE4), { minLength: 1, maxLength: 8 }), (fills) => {
      let held: Held = { quantity: 0, costE4: 0 }
      for (const [wanted, notional] of fills) {
        const crosses = held.quantity !== 0 && Math.sign(held.quantity) !== Math.sign(wanted)
        const size = crosses ? Math.sign(wanted) * Math.min(Math.abs(wanted), Math.abs(held.quantity)) : wanted
        const worth = Math.min(notional, 900_000_000_000_000 - Math.abs(held.costE4))
        const postings = fillPostings({ instrument: 'SPY', quantity: size, notionalE4: Math.max(0, worth) }, held)
        const sum = postings.reduce((total, posting) => total + (isCash(posting) ? posting.amountE4 : 0), 0)
        const units = postings.reduce((total, posting) => total + (isCash(posting) ? 0 : posting.quantity), 0)
        expect([sum, units]).toEqual([0, 0])
        held = applied(held, postings)
        expect(held.costE4 === 0 || Math.sign(held.costE4) === Math.sign(held.quantity)).toBe(true)
      }
    }),
  )
})
