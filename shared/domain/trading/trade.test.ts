import { expect, test } from 'vitest'
import { isOverdue, legNotionalE4, legsCashE4, QUOTE_VALID_MS, type QuotedLeg } from './trade.ts'

test.each([
  [-1, false],
  [0, false],
  [1, true],
])('a decision %i ms from the end of the sixtieth second is too late: %s', (ms, isLate) => {
  const quotedAt = new Date('2026-11-20T15:31:00Z')
  expect(QUOTE_VALID_MS).toBe(60_000)
  const expiresAt = new Date(quotedAt.getTime() + QUOTE_VALID_MS)
  expect(isOverdue(new Date(expiresAt.getTime() + ms), { expiresAt })).toBe(isLate)
})

const leg = (quantity: number, dollars: number, multiplier: number): QuotedLeg => ({
  instrument: 'X',
  quantity,
  priceE4: dollars * 10_000,
  bidE4: 0,
  askE4: 0,
  multiplier,
})

test('the notional of a leg is its price times its units, and a hundred times that for contracts, bought or sold', () => {
  expect([leg(3, 2.5, 1), leg(-3, 2.5, 1), leg(-2, 1.25, 100)].map(legNotionalE4)).toEqual([75_000, 75_000, 2_500_000])
})

test('a purchase takes cash and a sale brings it', () => {
  expect(legsCashE4([])).toBe(0)
  expect(legsCashE4([leg(3, 2.5, 1)])).toBe(-75_000)
  expect(legsCashE4([leg(-1, 4, 100), leg(2, 1.25, 100)])).toBe(4_000_000 - 2_500_000)
})
