import { expect, test } from 'vitest'
import { functionAt } from './function-at.ts'

const TEXT = `
const LIMIT = 1
const bound = (a: number): number => a + 2
function whole(list: number[]) { return list.map((a) => a * 3) }
export const plugin = { handle: async () => 4, get size() { return 5 } }
class Clock {
  #rate = 6
  constructor() { this.#rate = 7 }
  #tick() { return 8 }
  later = () => 9
}
`

test.each([
  ['1', null],
  ['2', 'bound'],
  ['3', 'whole'],
  ['4', 'handle'],
  ['5', 'size'],
  ['6', null],
  ['7', null],
  ['8', '#tick'],
  ['9', 'later'],
])('the innermost named function around the figure %s is %s', (figure, name) => {
  expect(functionAt(TEXT, TEXT.indexOf(figure))).toBe(name)
})
