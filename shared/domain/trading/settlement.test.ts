import { expect, test } from 'vitest'
import { DOLLAR, held } from '../../../harness/held-options.ts'
import { type HeldOption, settleExpiration } from './settlement.ts'

interface Row {
  name: string
  options: HeldOption[]
  stock?: [quantity: number, cost: number]
  reserved?: number
  bound?: number
  shorting?: boolean
  price: number
  /** Each as outcome, quantity and delivery. */
  settled: string[]
  cash: number
  after: [quantity: number, cost: number]
}

const ROWS: Row[] = [
  {
    name: 'an exercised call brings shares, and its cost goes into their basis',
    options: [held(2, 'call', 600, 900)],
    price: 610,
    settled: ['exercised 2 stock'],
    cash: -120_000,
    after: [200, 120_900],
  },
  {
    name: 'an assigned put brings shares, and its proceeds lower their basis',
    options: [held(-1, 'put', 600, -500)],
    price: 590,
    settled: ['assigned -1 stock'],
    cash: -60_000,
    after: [100, 59_500],
  },
  {
    name: 'an assigned covered call delivers its shares at the strike',
    options: [held(-1, 'call', 600, -500)],
    stock: [100, 58_000],
    price: 610,
    settled: ['assigned -1 stock'],
    cash: 60_000,
    after: [0, 0],
  },
  {
    name: 'an exercised put sells the shares held',
    options: [held(1, 'put', 600, 500)],
    stock: [150, 90_000],
    price: 590,
    settled: ['exercised 1 stock'],
    cash: 60_000,
    after: [50, 30_000],
  },
  {
    name: 'of two long puts over 150 shares one delivers and the other settles in cash',
    options: [held(2, 'put', 600, 500)],
    stock: [150, 90_000],
    price: 590,
    settled: ['exercised 1 stock', 'exercised 1 cash'],
    cash: 61_000,
    after: [50, 30_000],
  },
  {
    name: 'a long put without shares settles in cash when shorting is not allowed',
    options: [held(1, 'put', 600, 500)],
    price: 590,
    settled: ['exercised 1 cash'],
    cash: 1_000,
    after: [0, 0],
  },
  {
    name: 'a long put without shares leaves the account short when shorting is allowed, at the strike minus the cost of the put',
    options: [held(1, 'put', 600, 500)],
    shorting: true,
    price: 590,
    settled: ['exercised 1 stock'],
    cash: 60_000,
    after: [-100, -59_500],
  },
  {
    name: 'a put does not sell shares that cover a later call',
    options: [held(1, 'put', 600, 500)],
    stock: [100, 58_000],
    reserved: 100,
    price: 590,
    settled: ['exercised 1 cash'],
    cash: 1_000,
    after: [100, 58_000],
  },
  {
    name: 'a put does not sell shares that cover a later call even when shorting is allowed',
    options: [held(1, 'put', 600, 500)],
    stock: [100, 58_000],
    reserved: 100,
    shorting: true,
    price: 590,
    settled: ['exercised 1 cash'],
    cash: 1_000,
    after: [100, 58_000],
  },
  {
    name: 'an assignment does not deliver shares bound to a later call',
    options: [held(-2, 'call', 600, -500)],
    stock: [300, 174_000],
    reserved: 200,
    bound: 200,
    price: 610,
    settled: ['assigned -1 stock', 'assigned -1 cash'],
    cash: 59_000,
    after: [200, 116_000],
  },
  {
    name: 'an assignment does not deliver shares bound to a later call even when shorting is allowed',
    options: [held(-1, 'call', 600, -500)],
    stock: [100, 58_000],
    reserved: 100,
    bound: 100,
    shorting: true,
    price: 610,
    settled: ['assigned -1 cash'],
    cash: -1_000,
    after: [100, 58_000],
  },
  {
    name: 'an assignment delivers shares that a later long call could replace',
    options: [held(-1, 'call', 600, -500)],
    stock: [100, 58_000],
    reserved: 100,
    bound: 0,
    price: 610,
    settled: ['assigned -1 stock'],
    cash: 60_000,
    after: [0, 0],
  },
  {
    name: 'an assignment takes the shares before an exercise does',
    options: [held(1, 'put', 610, 500), held(-1, 'call', 590, -500)],
    stock: [100, 58_000],
    price: 600,
    settled: ['assigned -1 stock', 'exercised 1 cash'],
    cash: 60_000,
    after: [0, 0],
  },
  {
    name: 'without any share there is none to keep for a later call, so a put sells short when shorting is allowed',
    options: [held(1, 'put', 600, 500)],
    reserved: 100,
    shorting: true,
    price: 590,
    settled: ['exercised 1 stock'],
    cash: 60_000,
    after: [-100, -59_500],
  },
  {
    name: 'a single share is kept for a later call even when shorting is allowed',
    options: [held(1, 'put', 600, 500)],
    stock: [1, 590],
    reserved: 100,
    shorting: true,
    price: 590,
    settled: ['exercised 1 cash'],
    cash: 1_000,
    after: [1, 590],
  },
  {
    name: 'a put that cost more than its shares bring leaves a short without proceeds, never one with a cost',
    options: [held(1, 'put', 600, 61_000)],
    shorting: true,
    price: 590,
    settled: ['exercised 1 stock'],
    cash: 60_000,
    after: [-100, 0],
  },
  {
    name: 'both legs of a call spread settle in shares',
    options: [held(-1, 'call', 605, -300), held(1, 'call', 600, 700)],
    price: 620,
    settled: ['exercised 1 stock', 'assigned -1 stock'],
    cash: 500,
    after: [0, 0],
  },
  {
    name: 'both legs of a put spread settle in shares without any held',
    options: [held(1, 'put', 600, 700), held(-1, 'put', 590, -300)],
    price: 580,
    settled: ['assigned -1 stock', 'exercised 1 stock'],
    cash: 1_000,
    after: [0, 0],
  },
  {
    name: 'the short call of a spread that expires between its strikes settles in cash',
    options: [held(-1, 'call', 600, -700), held(1, 'call', 610, 300)],
    price: 605,
    settled: ['expired 1 null', 'assigned -1 cash'],
    cash: -500,
    after: [0, 0],
  },
  {
    name: 'an exercised call closes a short first and realises its cost there',
    options: [held(2, 'call', 600, 900)],
    stock: [-100, -62_000],
    price: 610,
    settled: ['exercised 2 stock'],
    cash: -120_000,
    after: [100, 60_450],
  },
  {
    name: 'an exercised call beside shares closes nothing, and its whole cost goes into their basis',
    options: [held(2, 'call', 600, 900)],
    stock: [50, 29_000],
    price: 610,
    settled: ['exercised 2 stock'],
    cash: -120_000,
    after: [250, 149_900],
  },
  {
    name: 'an exercised put over a single share sells it and opens a short of the rest when shorting is allowed',
    options: [held(1, 'put', 600, 500)],
    stock: [1, 590],
    shorting: true,
    price: 590,
    settled: ['exercised 1 stock'],
    cash: 60_000,
    after: [-99, -58_905],
  },
  {
    name: 'an option less than a cent in the money expires',
    options: [held(3, 'call', 600, 900), held(-1, 'put', 600.01, -10)],
    price: 600.0099,
    settled: ['expired 3 null', 'expired -1 null'],
    cash: 0,
    after: [0, 0],
  },
  {
    name: 'an option one cent in the money is exercised',
    options: [held(1, 'call', 600, 900)],
    price: 600.01,
    settled: ['exercised 1 stock'],
    cash: -60_000,
    after: [100, 60_900],
  },
]

test.each(ROWS)(
  '$name',
  ({ options, stock = [0, 0], reserved = 0, bound = 0, shorting = false, price, ...expected }) => {
    const shares = { quantity: stock[0], costE4: stock[1] * DOLLAR }
    const result = settleExpiration(
      { options, stock: shares, reservedShares: reserved, boundShares: bound, shorting },
      Math.round(price * DOLLAR),
    )
    expect(result.settled.map((each) => `${each.outcome.slice(7)} ${each.quantity} ${each.delivery}`)).toEqual(
      expected.settled,
    )
    // Each line of the report states how much it changed, and the lines add up to the whole.
    expect(result.settled.reduce((sum, { cashE4 }) => sum + cashE4, 0)).toBe(result.cashE4)
    expect(result.settled.reduce((sum, each) => sum + each.shares, stock[0])).toBe(result.stock.quantity)
    const expired = result.settled.filter(({ delivery }) => delivery === null)
    expect(expired.every(({ cashE4, shares: moved }) => cashE4 === 0 && moved === 0)).toBe(true)
    expect(result.cashE4 / DOLLAR).toBe(expected.cash)
    expect([result.stock.quantity, result.stock.costE4 / DOLLAR]).toEqual(expected.after)
  },
)
