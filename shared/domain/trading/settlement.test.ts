import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/harness/property-tests.ts'
import { tradingDay } from '../../time/trading-day.ts'
import { collateral } from './collateral.ts'
import { expiringOf } from './expiring.ts'
import { type OptionInstrument, optionContract, parseInstrument } from './instrument.ts'
import { isCash, type Posting } from './ledger.ts'
import { type Expiring, type HeldOption, payoffE4, settleExpiration } from './settlement.ts'

const DOLLAR = 10_000
const option = (right: 'call' | 'put', strike: number): OptionInstrument =>
  parseInstrument(
    `SPY261218${right === 'call' ? 'C' : 'P'}${String(strike * 1_000).padStart(8, '0')}`,
  ) as OptionInstrument
const held = (quantity: number, right: 'call' | 'put', strike: number, cost: number): HeldOption => ({
  option: option(right, strike),
  quantity,
  costE4: cost * DOLLAR,
})

interface Row {
  name: string
  options: HeldOption[]
  stock?: [quantity: number, cost: number]
  reserved?: number
  bound?: number
  shorting?: boolean
  price: number
  /** Outcome, quantity, delivery. */
  settled: string[]
  cash: number
  after: [quantity: number, cost: number]
}

const ROWS: Row[] = [
  {
    name: 'a long call brings its shares, and what it cost goes into their basis',
    ...{ options: [held(2, 'call', 600, 900)], price: 610 },
    ...{ settled: ['exercised 2 stock'], cash: -120_000, after: [200, 120_900] },
  },
  {
    name: 'a written put brings shares, and what it brought lowers their basis',
    ...{ options: [held(-1, 'put', 600, -500)], price: 590 },
    ...{ settled: ['assigned -1 stock'], cash: -60_000, after: [100, 59_500] },
  },
  {
    name: 'a covered call gives its shares away at the strike',
    ...{ options: [held(-1, 'call', 600, -500)], stock: [100, 58_000], price: 610 },
    ...{ settled: ['assigned -1 stock'], cash: 60_000, after: [0, 0] },
  },
  {
    name: 'a long put sells the shares that are there',
    ...{ options: [held(1, 'put', 600, 500)], stock: [150, 90_000], price: 590 },
    ...{ settled: ['exercised 1 stock'], cash: 60_000, after: [50, 30_000] },
  },
  {
    name: 'of two long puts over 150 shares one is served, the other paid in cash',
    ...{ options: [held(2, 'put', 600, 500)], stock: [150, 90_000], price: 590 },
    ...{ settled: ['exercised 1 stock', 'exercised 1 cash'], cash: 61_000, after: [50, 30_000] },
  },
  {
    name: 'a long put without shares is paid in cash where shorting is not allowed',
    ...{ options: [held(1, 'put', 600, 500)], price: 590 },
    ...{ settled: ['exercised 1 cash'], cash: 1_000, after: [0, 0] },
  },
  {
    name: 'where it is, the account is short, for the strike less what the put cost',
    ...{ options: [held(1, 'put', 600, 500)], shorting: true, price: 590 },
    ...{ settled: ['exercised 1 stock'], cash: 60_000, after: [-100, -59_500] },
  },
  {
    name: 'shares that cover a later call are not sold by a put',
    ...{ options: [held(1, 'put', 600, 500)], stock: [100, 58_000], reserved: 100, price: 590 },
    ...{ settled: ['exercised 1 cash'], cash: 1_000, after: [100, 58_000] },
  },
  {
    name: 'nor where it may be short',
    ...{ options: [held(1, 'put', 600, 500)], stock: [100, 58_000], reserved: 100, shorting: true, price: 590 },
    ...{ settled: ['exercised 1 cash'], cash: 1_000, after: [100, 58_000] },
  },
  {
    name: 'what a later call is bound to is not assigned either',
    ...{ options: [held(-2, 'call', 600, -500)], stock: [300, 174_000], reserved: 200, bound: 200, price: 610 },
    ...{ settled: ['assigned -1 stock', 'assigned -1 cash'], cash: 59_000, after: [200, 116_000] },
  },
  {
    name: 'nor where the account may be short',
    ...{ options: [held(-1, 'call', 600, -500)], stock: [100, 58_000], reserved: 100, bound: 100, shorting: true },
    ...{ price: 610, settled: ['assigned -1 cash'], cash: -1_000, after: [100, 58_000] },
  },
  {
    name: 'what a later long call could stand in for is',
    ...{ options: [held(-1, 'call', 600, -500)], stock: [100, 58_000], reserved: 100, bound: 0, price: 610 },
    ...{ settled: ['assigned -1 stock'], cash: 60_000, after: [0, 0] },
  },
  {
    name: 'both legs of a call spread meet in shares',
    ...{ options: [held(-1, 'call', 605, -300), held(1, 'call', 600, 700)], price: 620 },
    ...{ settled: ['exercised 1 stock', 'assigned -1 stock'], cash: 500, after: [0, 0] },
  },
  {
    name: 'both legs of a put spread too, without a share',
    ...{ options: [held(1, 'put', 600, 700), held(-1, 'put', 590, -300)], price: 580 },
    ...{ settled: ['assigned -1 stock', 'exercised 1 stock'], cash: 1_000, after: [0, 0] },
  },
  {
    name: 'a short call of a spread that ends between its strikes is served from the bought shares of nobody: cash',
    ...{ options: [held(-1, 'call', 600, -700), held(1, 'call', 610, 300)], price: 605 },
    ...{ settled: ['expired 1 null', 'assigned -1 cash'], cash: -500, after: [0, 0] },
  },
  {
    name: 'an exercised call closes a short first, and realises its cost there',
    ...{ options: [held(2, 'call', 600, 900)], stock: [-100, -62_000], price: 610 },
    ...{ settled: ['exercised 2 stock'], cash: -120_000, after: [100, 60_450] },
  },
  {
    name: 'less than a cent in the money expires',
    ...{ options: [held(3, 'call', 600, 900), held(-1, 'put', 600.01, -10)], price: 600.0099 },
    ...{ settled: ['expired 3 null', 'expired -1 null'], cash: 0, after: [0, 0] },
  },
  {
    name: 'a cent is enough',
    ...{ options: [held(1, 'call', 600, 900)], price: 600.01 },
    ...{ settled: ['exercised 1 stock'], cash: -60_000, after: [100, 60_900] },
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
    expect(result.cashE4 / DOLLAR).toBe(expected.cash)
    expect([result.stock.quantity, result.stock.costE4 / DOLLAR]).toEqual(expected.after)
  },
)

const sums = (postings: readonly Posting[], book: string | null) => {
  const quantities = new Map<string, number>()
  let cashE4 = 0
  let costE4 = 0
  for (const line of postings.filter((each) => book === null || each.book === book)) {
    if (isCash(line)) cashE4 += line.amountE4
    else {
      quantities.set(line.instrument, (quantities.get(line.instrument) ?? 0) + line.quantity)
      costE4 += line.costE4 ?? 0
    }
  }
  return { cashE4, costE4, quantities }
}

describe('whatever expires together', () => {
  const strike = fc.integer({ min: 560, max: 640 })
  const quantity = fc.integer({ min: -20, max: 20 }).filter((each) => each !== 0)
  const right = fc.constantFrom('call' as const, 'put' as const)
  const options = fc
    .uniqueArray(fc.tuple(quantity, right, strike, fc.nat({ max: 3_000 })), {
      selector: ([, side, at]) => `${side}${at}`,
      maxLength: 8,
    })
    .map((rows) => rows.map(([count, side, at, cost]) => held(count, side, at, Math.sign(count) * cost)))
  const stock = fc
    .tuple(fc.integer({ min: -500, max: 1_500 }), fc.integer({ min: 1, max: 700_000_0000 }))
    .map(([count, costE4]) => ({ quantity: count, costE4: count === 0 ? 0 : Math.sign(count) * costE4 }))
  const world = fc.record({
    options,
    stock,
    reservedShares: fc.constantFrom(0, 100, 300),
    boundShares: fc.constantFrom(0, 100, 300),
    shorting: fc.boolean(),
  })
  const price = fc.integer({ min: 5_500_000, max: 6_500_000 })

  const check = (rule: (account: Expiring, priceE4: number) => void) =>
    fc.assert(fc.property(world, price, rule), { numRuns: runs(1_500) })

  test('the account is worth what it was at what its options pay', () =>
    check((account, priceE4) => {
      const paid = account.options.reduce(
        (sum, each) => sum + each.quantity * 100 * payoffE4(each.option, priceE4),
        account.stock.quantity * priceE4,
      )
      const after = settleExpiration(account, priceE4)
      expect(after.cashE4 + after.stock.quantity * priceE4).toBe(paid)
    }))

  test('its lines sum to zero over the books, and to what it says', () =>
    check((account, priceE4) => {
      const { postings, cashE4, stock: left } = settleExpiration(account, priceE4)
      const all = sums(postings, null)
      expect([all.cashE4, ...all.quantities.values()].every((each) => each === 0)).toBe(true)
      const own = sums(postings, 'account')
      expect(own.cashE4).toBe(cashE4)
      expect(own.quantities.get('SPY') ?? 0).toBe(left.quantity - account.stock.quantity)
      for (const each of account.options) expect(own.quantities.get(each.option.contract)).toBe(-each.quantity)
      const optionCost = account.options.reduce((sum, each) => sum + each.costE4, 0)
      expect(own.costE4).toBe(left.costE4 - account.stock.costE4 - optionCost)
    }))

  test('nobody becomes short, or shorter, who may not; a basis keeps the side of its quantity', () =>
    check((account, priceE4) => {
      const { stock: left } = settleExpiration(account, priceE4)
      if (!account.shorting) expect(left.quantity).toBeGreaterThanOrEqual(Math.min(0, account.stock.quantity))
      expect(left.costE4 === 0 || Math.sign(left.costE4) === Math.sign(left.quantity)).toBe(true)
    }))

  test('every contract has one outcome, in parts that add up', () =>
    check((account, priceE4) => {
      const { settled } = settleExpiration(account, priceE4)
      for (const {
        option: { contract },
        quantity: count,
      } of account.options)
        expect(settled.filter((each) => each.contract === contract).reduce((sum, each) => sum + each.quantity, 0)).toBe(
          count,
        )
    }))
})

test('no settlement leaves a call without cover that had it', () => {
  const DAYS = ['2026-12-18', '2027-01-15', '2027-03-19'].map(tradingDay)
  const contract = fc.record({
    expiration: fc.constantFrom(...DAYS),
    right: fc.constantFrom('call' as const, 'call' as const, 'put' as const),
    strike: fc.constantFrom(100, 105, 110),
    quantity: fc.integer({ min: -3, max: 3 }),
  })
  const account = fc.record({
    contracts: fc.uniqueArray(contract, {
      selector: ({ expiration, right, strike }) => `${expiration}${right}${strike}`,
      maxLength: 8,
    }),
    shares: fc.constantFrom(-100, 0, 100, 150, 200, 500),
    shorting: fc.boolean(),
    price: fc.integer({ min: 95, max: 115 }),
  })
  const uncovered = (positions: { instrument: string; quantity: number }[]) =>
    collateral(positions, new Map([['SPY', 100 * DOLLAR]])).uncovered.reduce((sum, { quantity }) => sum + quantity, 0)
  let covered = 0
  fc.assert(
    fc.property(account, ({ contracts, shares, shorting, price }) => {
      const positions = [
        { instrument: 'SPY', quantity: shares, costE4: shares },
        ...contracts.map(({ quantity, ...named }) => ({
          ...{ instrument: optionContract({ underlying: 'SPY', ...named }), quantity, costE4: quantity },
        })),
      ]
      const before = uncovered(positions)
      const expiring = expiringOf(positions, { underlying: 'SPY', expiration: DAYS[0]!, shorting })
      const { stock } = settleExpiration(expiring, price * DOLLAR)
      const ended = new Set(['SPY', ...expiring.options.map(({ option: { contract: name } }) => name)])
      const left = positions.filter(({ instrument }) => !ended.has(instrument))
      if (before === 0 && left.some(({ quantity }) => quantity < 0)) covered += 1
      expect(uncovered([...left, { instrument: 'SPY', ...stock }])).toBeLessThanOrEqual(before)
    }),
    { numRuns: runs(3_000) },
  )
  expect(covered).toBeGreaterThan(300)
})
