import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tradingDay } from '../../time/trading-day.ts'
import type { Split } from './corporate-action.ts'
import type { HeldInstrument } from './expiry-preview.ts'
import { isCash } from './ledger.ts'
import { splitHoldings } from './split.ts'

const split = (newShares: number, oldShares: number, fractionPrice: number | null = null): Split => ({
  ...{ id: 1, kind: 'split', symbol: 'NVDA', exDate: tradingDay('2026-11-23'), source: 'test', newShares, oldShares },
  fractionPriceE4: fractionPrice === null ? null : Math.round(fractionPrice * 10_000),
})
const held = (instrument: string, quantity: number, costE4: number): HeldInstrument => ({
  instrument,
  quantity,
  costE4,
})

function after(before: HeldInstrument[], by: Split) {
  const { postings, cashE4 } = splitHoldings(before, by)
  const left = new Map(before.map((each) => [each.instrument, { quantity: each.quantity, costE4: each.costE4 }]))
  for (const line of postings) {
    if (isCash(line) || line.book !== 'account') continue
    const was = left.get(line.instrument) ?? { quantity: 0, costE4: 0 }
    left.set(line.instrument, { quantity: was.quantity + line.quantity, costE4: was.costE4 + (line.costE4 ?? 0) })
  }
  return { cashE4, left: Object.fromEntries([...left].filter(([, { quantity }]) => quantity !== 0)) }
}

test('ten for one: shares and contracts multiply, strikes divide, the basis stays; others are left alone', () =>
  expect(
    after(
      [
        held('NVDA', 7, 7_000),
        held('NVDA261218C01205000', -2, -400),
        held('NVDA261120C01205000', 1, 100),
        held('SPY', 5, 100),
      ],
      split(10, 1),
    ),
  ).toEqual({
    cashE4: 0,
    left: {
      NVDA: { quantity: 70, costE4: 7_000 },
      NVDA261218C00120500: { quantity: -20, costE4: -400 },
      NVDA261120C01205000: { quantity: 1, costE4: 100 },
      SPY: { quantity: 5, costE4: 100 },
    },
  }))

test('three for two: half a share is paid in cash, with its part of the basis', () =>
  expect(after([held('NVDA', 101, 30_300)], split(3, 2, 80))).toEqual({
    cashE4: 400_000,
    left: { NVDA: { quantity: 151, costE4: 30_200 } },
  }))

test('one for ten: short shares owe the part that is left over', () =>
  expect(after([held('NVDA', -25, -25_000)], split(1, 10, 100))).toEqual({
    cashE4: -500_000,
    left: { NVDA: { quantity: -2, costE4: -20_000 } },
  }))

test('fewer shares than make a new one are paid out whole', () =>
  expect(after([held('NVDA', 4, 4_000)], split(1, 10, 100))).toEqual({ cashE4: 400_000, left: {} }))

test('contracts no ratio of ours can express are paid what they would pay at its price', () =>
  expect(
    after([held('NVDA261218C00008000', 1, 900), held('NVDA261218P00008000', -1, -900)], split(1, 10, 100)),
  ).toEqual({ cashE4: 2_000_000, left: {} }))

test('lines sum to zero, no basis is lost but with what is paid out, and sides stay', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: -5_000, max: 5_000 }).filter((each) => each !== 0),
      fc.nat({ max: 1_000_000_000 }),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 30 }),
      (quantity, cost, newShares, oldShares) => {
        fc.pre(newShares !== oldShares)
        const before = held('NVDA', quantity, Math.sign(quantity) * cost || 0)
        const by = split(newShares, oldShares, 50)
        const { postings } = splitHoldings([before], by)
        const cash = postings.filter(isCash).reduce((sum, { amountE4 }) => sum + amountE4, 0)
        const moved = postings.reduce((sum, line) => sum + (isCash(line) ? 0 : line.quantity), 0)
        expect([cash, moved]).toEqual([0, 0])
        const { left, cashE4 } = after([before], by)
        const now = left.NVDA ?? { quantity: 0, costE4: 0 }
        expect(Math.sign(now.quantity) * Math.sign(quantity)).toBeGreaterThanOrEqual(0)
        expect(now.costE4 === 0 || Math.sign(now.costE4) === Math.sign(now.quantity)).toBe(true)
        const worth = (quantity * newShares * 500_000) / oldShares
        expect(Math.abs(now.quantity * 500_000 + cashE4 - worth)).toBeLessThan(1)
      },
    ),
    { numRuns: 1_000 },
  ))
