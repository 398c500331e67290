import { expect, test } from 'vitest'
import { firstMembers, MEMBERS, type Sector } from './members.ts'

/** As many symbols as the real index, where a few members have two or three share classes. */
const SIZES: Record<Sector, number> = {
  'Information Technology': 70,
  'Health Care': 60,
  Financials: 76,
  'Consumer Discretionary': 48,
  'Communication Services': 23,
  Industrials: 80,
  'Consumer Staples': 36,
  Energy: 22,
  Utilities: 31,
  Materials: 26,
  'Real Estate': 31,
}

test('the members are 503 distinct symbols and names in eleven sectors, class shares in FINRA spelling', () => {
  expect(MEMBERS).toHaveLength(503)
  expect(new Set(MEMBERS.map(({ symbol }) => symbol)).size).toBe(503)
  expect(new Set(MEMBERS.map(({ name }) => name)).size).toBe(503)
  for (const { symbol, name } of MEMBERS) {
    expect(symbol).toMatch(/^[A-Z]{1,5}(\/[A-Z])?$/)
    // The list is a CSV with quotes around each name.
    expect(name, symbol).toMatch(/^[^",;\s][^",;]+$/)
  }
  const sizes = Object.fromEntries(Object.keys(SIZES).map((name) => [name, 0]))
  for (const { sector } of MEMBERS) sizes[sector]! += 1
  expect(sizes).toEqual(SIZES)
  expect(MEMBERS).toContainEqual({ symbol: 'BRK/B', name: 'Berkshire Hathaway', sector: 'Financials' })
})

test('a short list has the first members of every sector, in the order of the whole list', () => {
  const few = firstMembers(50)
  expect(few).toHaveLength(50)
  expect(few).toEqual(MEMBERS.filter((member) => few.includes(member)))
  for (const sector of Object.keys(SIZES)) {
    const ofSector = MEMBERS.filter((member) => member.sector === sector)
    const listed = few.filter((member) => member.sector === sector)
    expect(listed.length, sector).toBeGreaterThanOrEqual(4)
    expect(listed, sector).toEqual(ofSector.slice(0, listed.length))
  }
  expect(firstMembers(MEMBERS.length)).toEqual(MEMBERS)
})
