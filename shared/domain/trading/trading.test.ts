import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillPostings, type Held, isCash, type Posting } from './ledger.ts'
import {
  AccountLimits,
  brokenLimit,
  DEFAULT_LIMITS,
  loosened,
  type OrderFacts,
  sameLimits,
  withLimits,
} from './limits.ts'

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

test('a fill: buy, sell a part, sell the rest', () => {
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

test('a short: sold for, bought back', () => {
  const sold = fillPostings(
    { instrument: 'SPY', quantity: -2, notionalE4: 80, mayBeShort: true },
    { quantity: 0, costE4: 0 },
  )
  expect([cashOf(sold), applied({ quantity: 0, costE4: 0 }, sold)]).toEqual([80, { quantity: -2, costE4: -80 }])
  const back = fillPostings({ instrument: 'SPY', quantity: 1, notionalE4: 30 }, { quantity: -2, costE4: -80 })
  expect([cashOf(back), applied({ quantity: -2, costE4: -80 }, back)]).toEqual([-30, { quantity: -1, costE4: -40 }])
})

test('a fill is refused that crosses zero, is no whole quantity, or is worth less than nothing', () => {
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

test('any fill sums to zero over the books, and basis keeps the sign of the quantity', () => {
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

test('limits: an agent tightens, and what would loosen is named', () => {
  const now = { ...DEFAULT_LIMITS, max_day_loss_e4: 500 }
  expect(loosened(now, { max_day_loss_e4: 499, orders_per_minute: 60 })).toEqual([])
  expect(loosened(now, { max_day_loss_e4: null, orders_per_minute: 61, max_position_pct: 10 })).toEqual([
    'max_day_loss_e4',
    'orders_per_minute',
  ])
  expect(loosened(DEFAULT_LIMITS, { max_day_loss_e4: 1 })).toEqual([])
  expect(withLimits(now, { max_position_pct: 5, max_day_loss_e4: undefined })).toEqual({ ...now, max_position_pct: 5 })
  expect(() => withLimits(now, { max_position_pct: 0 })).toThrow()
  expect(AccountLimits.parse(DEFAULT_LIMITS)).toEqual(DEFAULT_LIMITS)
  expect([sameLimits(now, { ...now }), sameLimits(now, DEFAULT_LIMITS)]).toEqual([true, false])
})

test('an order breaks a limit past it, not at it; one that reduces is bound by its number only', () => {
  const limits: AccountLimits = {
    max_order_notional_e4: 100,
    max_position_pct: 25,
    max_day_loss_e4: 50,
    orders_per_minute: 3,
    max_pending_trades: 2,
  }
  const within: OrderFacts = {
    notionalE4: 100,
    reduces: false,
    underlyingAfterE4: 250,
    equityE4: 1_000,
    dayLossE4: 49,
    initiatedLastMinute: 2,
    pendingTrades: 1,
  }
  expect(brokenLimit(limits, within)).toBeNull()
  const past: Record<string, Partial<OrderFacts>> = {
    max_order_notional_e4: { notionalE4: 101 },
    max_position_pct: { underlyingAfterE4: 251 },
    max_day_loss_e4: { dayLossE4: 50 },
    orders_per_minute: { initiatedLastMinute: 3 },
    max_pending_trades: { pendingTrades: 2 },
  }
  for (const [name, facts] of Object.entries(past)) {
    const [figure] = Object.values(facts)
    const actual = name === 'max_position_pct' ? 25.1 : figure
    const bound = limits[name as keyof typeof limits]
    expect(brokenLimit(limits, { ...within, ...facts })).toEqual({ name, bound, actual })
    const counted = name === 'orders_per_minute' || name === 'max_pending_trades'
    expect(brokenLimit(limits, { ...within, ...facts, reduces: true })?.name).toBe(counted ? name : undefined)
  }
  expect(brokenLimit({ ...limits, max_day_loss_e4: null }, { ...within, dayLossE4: 1e9 })).toBeNull()
  expect(brokenLimit(limits, { ...within, equityE4: -1, underlyingAfterE4: 0 })).toEqual({
    name: 'max_position_pct',
    bound: 25,
    actual: null,
  })
  const most = { ...within, underlyingAfterE4: 999_999_999_999_999, equityE4: 999_999_999_999_998 }
  expect(brokenLimit({ ...limits, max_position_pct: 100 }, most)?.name).toBe('max_position_pct')
})
