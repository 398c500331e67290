import { expect, test } from 'vitest'
import { tradingDay } from '../../time/trading-day.ts'
import { optionContract } from './instrument.ts'
import { optionBooks } from './option-book.ts'

test('books follow their underlyings, also where a contract on BRK.B is named without the dot', () => {
  const put = optionContract({ underlying: 'BRK.B', expiration: tradingDay('2026-12-18'), right: 'put', strike: 450 })
  const names = ['SPY', put, 'BRKA', 'AAPL']
  const books = optionBooks(names.map((instrument) => ({ instrument, quantity: 1 })))
  expect(books.map(({ underlying }) => underlying)).toEqual(['AAPL', 'BRK.B', 'BRKA', 'SPY'])
})

test('a contract of which nothing is held is neither short nor long', () => {
  const call = optionContract({ underlying: 'SPY', expiration: tradingDay('2026-12-18'), right: 'call', strike: 600 })
  const sides = [-1, 0, 1].map((quantity) => {
    const { shorts, longs } = optionBooks([{ instrument: call, quantity }])[0]!
    return [shorts.length, longs.length]
  })
  expect(sides).toEqual([
    [1, 0],
    [0, 0],
    [0, 1],
  ])
})

test.each([
  ['a name that is no instrument', { instrument: 'SPY261218X00600000', quantity: 1 }],
  ['a part of a share', { instrument: 'SPY', quantity: 0.5 }],
])('a book is refused for %s', (_, position) => {
  expect(() => optionBooks([position])).toThrow(RangeError)
})
