import { expect, test } from 'vitest'
import { MEMBERS } from './members.ts'

test('members: about 150 distinct symbols in eleven sectors, class shares in FINRA spelling', () => {
  const symbols = MEMBERS.map((member) => member.symbol)
  expect(new Set(symbols).size).toBe(symbols.length)
  expect(symbols.length).toBeGreaterThanOrEqual(145)
  expect(new Set(MEMBERS.map((member) => member.sector)).size).toBe(11)
  expect(symbols).toEqual(expect.arrayContaining(['BRK/B', 'BF/B']))
})
