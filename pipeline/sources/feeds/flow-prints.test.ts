import { expect, it, test } from 'vitest'
import { flowPrints, parsePrints } from './flow-prints.ts'

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
/** The time of the trades below. */
const AT = new Date(1761164032782)
const parsed = (value: unknown) => parsePrints(bytes(value), { at: AT })
const SUMMED = {
  id: 'a1',
  ticker: 'QQQ',
  option_chain: 'QQQ251028C00611000',
  type: 'call',
  strike: '611',
  expiry: '2025-10-28',
  price: '2.8',
  bid: '2.79',
  ask: '2.8',
  underlying_price: '605.65',
  total_size: 514,
  total_premium: '143920',
  total_ask_side_prem: '143920',
  total_bid_side_prem: '0',
  volume: 34468,
  open_interest: 1061,
  has_multileg: false,
  all_opening_trades: false,
  end_time: 1761164032782,
  created_at: '2025-10-22T20:27:01.354429Z',
}
const SINGLE = {
  id: 'b2',
  underlying_symbol: 'SPY',
  executed_at: 1761164032782,
  nbbo_bid: 1.1,
  nbbo_ask: 1.2,
  size: 20,
  price: 1.15,
  option_symbol: 'SPY251022P00660500',
  tags: ['ask_side', 'bullish', 'closing'],
  open_interest: 10,
  multi_vol: 3,
}

test('a row of several trades has its numbers as texts', () => {
  const { prints } = parsed({ data: [SUMMED] })
  expect(prints).toEqual([
    {
      id: 'a1',
      underlying: 'QQQ',
      expiration: '2025-10-28',
      strike: 611,
      right: 'call',
      executedAt: new Date(1761164032782),
      size: 514,
      price: 2.8,
      bid: 2.79,
      ask: 2.8,
      premium: 143_920,
      atAsk: 143_920,
      atBid: 0,
      opens: null,
      isMultiLeg: false,
      spot: 605.65,
      openInterest: 1061,
      sessionVolume: 34468,
    },
  ])
})

test('a row of one trade has its own quote, and its premium is computed', () => {
  const [print] = parsed({ data: [SINGLE] }).prints
  expect(print).toMatchObject({ underlying: 'SPY', strike: 660.5, right: 'put', bid: 1.1, ask: 1.2, spot: null })
  expect(print).toMatchObject({ premium: 2_300, atAsk: null, opens: false, isMultiLeg: true })
})

test.each([
  ['an opening tag', { tags: ['opening'] }, true],
  ['a closing tag', { tags: ['closing'] }, false],
  ['neither tag', { tags: ['ask_side'] }, null],
  ['no tags', { tags: null }, null],
  ['trades that all open', { tags: ['closing'], all_opening_trades: true }, true],
  ['trades that do not all open', { tags: null, all_opening_trades: false }, null],
])('a print with %s states whether it opens', (_name, change, opens) => {
  expect(parsed({ data: [{ ...SINGLE, ...change }] }).prints[0]?.opens).toBe(opens)
})

test.each([
  ['the flag before the number of legs', { has_multileg: false, multi_vol: 3 }, false],
  ['no flag and no legs', { has_multileg: null, multi_vol: 0 }, false],
  ['neither', { has_multileg: null, multi_vol: null }, null],
])('a print with %s states whether it is a leg', (_name, change, isMultiLeg) => {
  expect(parsed({ data: [{ ...SINGLE, ...change }] }).prints[0]?.isMultiLeg).toBe(isMultiLeg)
})

test('a contract for a few cents has prints too, but none for nothing', () => {
  const priced = (price: number) => ({ ...SINGLE, id: `at ${price}`, price })
  expect(parsed({ data: [priced(0.01), priced(0.99), priced(0)] }).prints.map(({ id }) => id)).toEqual([
    'at 0.01',
    'at 0.99',
  ])
})

test('a print may be ahead of our clock by a minute', () => {
  const ahead = (ms: number) => ({ ...SINGLE, id: `${ms}`, executed_at: AT.getTime() + ms })
  expect(parsed({ data: [ahead(60_000), ahead(60_001)] }).prints.map(({ id }) => id)).toEqual(['60000'])
})

test('rows that cannot be read are left out and counted, and a page of nothing else is refused', () => {
  const spoiled = [
    { ...SUMMED, option_chain: 'no contract' },
    { ...SUMMED, total_size: 0 },
    { ...SINGLE, canceled: true },
    { ...SUMMED, price: '2.8 USD' },
    { ...SUMMED, end_time: AT.getTime() + 61_000 },
    null,
  ]
  expect(parsed({ data: [SUMMED, ...spoiled] })).toMatchObject({ rows: 7, left: 6, prints: [{ id: 'a1' }] })
  expect(() => parsed({ data: spoiled })).toThrow('no row of the page can be read')
  expect(() => parsed({ error: 'x' })).toThrow('not the shape of a page')
  expect(parsed({ data: [] }).prints).toEqual([])
})

it('requests the page before a full one until a page is not full', () => {
  const since = new Date(1761160000000)
  const page = (count: number, from: number) => ({
    data: Array.from({ length: count }, (_, index) => ({ ...SUMMED, id: `${from}-${index}`, end_time: from - index })),
  })
  const first = flowPrints(since)
  const context = { at: AT, day: '2025-10-22', mode: 'latest', fredApiKey: null, printsToken: 'sesame' } as never
  expect(first.request(context)).toMatchObject({
    query: { newer_than: since.toISOString() },
    headers: { authorization: 'Bearer sesame' },
  })
  const second = first.more!(first.parse(bytes(page(200, 1761164032782)), context))
  expect(second!.request(context).query!.older_than).toBe(new Date(1761164032782 - 199 + 1).toISOString())
  // Some of the 200 rows could not be read.
  expect(second!.more!(second!.parse(bytes(page(150, 1761164032582)), context))).not.toBeNull()
  expect(second!.more!(second!.parse(bytes(page(99, 1761164032582)), context))).toBeNull()
})
