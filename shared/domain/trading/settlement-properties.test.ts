import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DOLLAR, held } from '../../../harness/held-options.ts'
import { runs } from '../../../harness/property-tests.ts'
import { tradingDay } from '../../time/trading-day.ts'
import { collateral } from './collateral.ts'
import { expiringHoldings } from './expiring-holdings.ts'
import { optionContract } from './instrument.ts'
import { isCash, type Posting } from './ledger.ts'
import { type ExpiringHoldings, payoffE4, settleExpiration } from './settlement.ts'

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

describe('any settlement', () => {
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

  const check = (rule: (account: ExpiringHoldings, priceE4: number) => void) =>
    fc.assert(fc.property(world, price, rule), { numRuns: runs(1_500) })

  test('the account is worth as much as before at the payoffs', () =>
    check((account, priceE4) => {
      const paid = account.options.reduce(
        (sum, each) => sum + each.quantity * 100 * payoffE4(each.option, priceE4),
        account.stock.quantity * priceE4,
      )
      const after = settleExpiration(account, priceE4)
      expect(after.cashE4 + after.stock.quantity * priceE4).toBe(paid)
    }))

  test('postings sum to zero over the books, and match the stated totals', () =>
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

  test('an account without shorting does not become shorter, and a basis keeps the sign of its quantity', () =>
    check((account, priceE4) => {
      const { stock: left } = settleExpiration(account, priceE4)
      if (!account.shorting) expect(left.quantity).toBeGreaterThanOrEqual(Math.min(0, account.stock.quantity))
      expect(left.costE4 === 0 || Math.sign(left.costE4) === Math.sign(left.quantity)).toBe(true)
    }))

  test('the parts of each contract add up to its quantity', () =>
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

test('no settlement uncovers a call that was covered', () => {
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
          instrument: optionContract({ underlying: 'SPY', ...named }),
          quantity,
          costE4: quantity,
        })),
      ]
      const before = uncovered(positions)
      const expiring = expiringHoldings(positions, { underlying: 'SPY', expiration: DAYS[0]!, shorting })
      const { stock } = settleExpiration(expiring, price * DOLLAR)
      const ended = new Set(['SPY', ...expiring.options.map(({ option: { contract: name } }) => name)])
      const left = positions.filter(({ instrument }) => !ended.has(instrument))
      if (before === 0 && left.some(({ quantity }) => quantity < 0)) covered += 1
      expect(uncovered([...left, { instrument: 'SPY', ...stock }])).toBeLessThanOrEqual(before)
    }),
    { numRuns: runs(3_000) },
  )
  expect(covered).toBeGreaterThan(runs(300, 20))
})
