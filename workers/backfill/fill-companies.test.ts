import { expect, it } from 'vitest'
import { inTurns } from './fill-companies.ts'

it.each<[lists: string[][], order: string[]]>([
  [[], []],
  [[[]], []],
  [[['a1', 'a2']], ['a1', 'a2']],
  [
    [['a1'], [], ['b1', 'b2', 'b3'], ['c1', 'c2']],
    ['a1', 'b1', 'c1', 'b2', 'c2', 'b3'],
  ],
])('lists take turns until each is at its end: %j', (lists, order) => {
  expect(inTurns(lists)).toEqual(order)
})
