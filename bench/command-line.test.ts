import { expect, test } from 'vitest'
import { readCommand } from './command-line.ts'

const KNOWN = ['a', 'b', 'c']
const PLAIN = { capacity: false, isChosen: false, json: false, quick: false, profile: false }

test('the command line without a row selects all rows', () => {
  expect(readCommand([], KNOWN)).toEqual({ rows: KNOWN, ...PLAIN })
})

test('selected rows keep the order of the table and appear once', () => {
  expect(readCommand(['c', 'a', 'c', '--json', '--quick'], KNOWN)).toEqual({
    rows: ['a', 'c'],
    ...PLAIN,
    isChosen: true,
    json: true,
    quick: true,
  })
})

test('capacity is measured alone', () => {
  expect(readCommand(['capacity', '--quick'], KNOWN)).toEqual({ rows: [], ...PLAIN, quick: true, capacity: true })
})

test.each([
  [['capacity', 'a'], 'capacity runs alone'],
  [['d'], 'there is no row d; choose from a, b, c, capacity'],
  [['--fast'], '--fast'],
  [['--help'], 'npm run bench -- [row …] [--json] [--quick] [--profile]; rows: a, b, c, capacity'],
])('%j is refused', (args, why) => {
  expect(() => readCommand(args, KNOWN)).toThrow(why)
})
