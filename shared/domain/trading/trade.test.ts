import { expect, test } from 'vitest'
import { isOverdue, QUOTE_VALID_MS } from './trade.ts'

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
