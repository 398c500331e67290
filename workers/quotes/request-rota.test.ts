import { expect, test } from 'vitest'
import { createRequestRota } from './request-rota.ts'

const letters = (text: string): string[] => text.split('')

test('held symbols go first, wished ones keep a share, and every symbol gets its turn', () => {
  const rota = createRequestRota()
  const symbols = { held: letters('ABCDEF'), wished: letters('XYZ') }
  expect(rota.pick(symbols, 4)).toEqual(letters('ABCX'))
  expect(rota.pick(symbols, 4)).toEqual(letters('DEFY'))
  expect(rota.pick(symbols, 4)).toEqual(letters('ABCZ'))
  expect(rota.pick(symbols, 4)).toEqual(letters('DEFX'))
})

test('either list alone may use the whole limit, and a symbol on both lists counts once', () => {
  expect(createRequestRota().pick({ held: letters('ABCDE'), wished: [] }, 4)).toEqual(letters('ABCD'))
  expect(createRequestRota().pick({ held: [], wished: letters('VWXYZ') }, 4)).toEqual(letters('VWXY'))
  expect(createRequestRota().pick({ held: letters('AB'), wished: letters('BCA') }, 4)).toEqual(letters('ABC'))
})

test('a new symbol is picked before those that were picked already', () => {
  const rota = createRequestRota()
  rota.pick({ held: letters('BC'), wished: [] }, 2)
  expect(rota.pick({ held: letters('BCD'), wished: [] }, 2)).toEqual(letters('DB'))
})

test.each([
  [1, 0, 1],
  [5, 4, 1],
  [6, 4, 2],
  [10, 8, 2],
  [11, 8, 3],
  [0, 0, 0],
])('of %i places held symbols have %i and wished ones %i, a fifth rounded up', (limit, held, wished) => {
  const lists = { held: letters('ABCDEFGHIJKL'), wished: letters('PQRSTUVWXYZ') }
  const picked = createRequestRota().pick(lists, limit)
  const count = (list: readonly string[]) => picked.filter((symbol) => list.includes(symbol)).length
  expect([count(lists.held), count(lists.wished), picked.length]).toEqual([held, wished, limit])
})

test('symbols of the same turn are in the order of their names, however they are offered', () => {
  const rota = createRequestRota()
  expect(rota.pick({ held: letters('DBCA'), wished: [] }, 4)).toEqual(letters('ABCD'))
  expect(rota.pick({ held: letters('CADB'), wished: [] }, 3)).toEqual(letters('ABC'))
  expect(rota.pick({ held: letters('ZDAEB'), wished: [] }, 3)).toEqual(letters('EZD'))
})
