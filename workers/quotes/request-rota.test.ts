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
