import { expect, test } from 'vitest'
import { createAskingRota } from './asking-rota.ts'

const letters = (text: string): string[] => text.split('')

test('what is held goes first, what is read has a part, and everybody’s turn comes', () => {
  const rota = createAskingRota()
  const symbols = { held: letters('ABCDEF'), wished: letters('XYZ') }
  expect(rota.pick(symbols, 4)).toEqual(letters('ABCX'))
  expect(rota.pick(symbols, 4)).toEqual(letters('DEFY'))
  expect(rota.pick(symbols, 4)).toEqual(letters('ABCZ'))
  expect(rota.pick(symbols, 4)).toEqual(letters('DEFX'))
})

test('nobody else: the whole of it for either; a symbol of both counts once', () => {
  expect(createAskingRota().pick({ held: letters('ABCDE'), wished: [] }, 4)).toEqual(letters('ABCD'))
  expect(createAskingRota().pick({ held: [], wished: letters('VWXYZ') }, 4)).toEqual(letters('VWXY'))
  expect(createAskingRota().pick({ held: letters('AB'), wished: letters('BCA') }, 4)).toEqual(letters('ABC'))
})

test('who comes anew is asked before those who were', () => {
  const rota = createAskingRota()
  rota.pick({ held: letters('BC'), wished: [] }, 2)
  expect(rota.pick({ held: letters('BCD'), wished: [] }, 2)).toEqual(letters('DB'))
})
