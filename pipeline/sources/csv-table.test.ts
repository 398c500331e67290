import { expect, test } from 'vitest'
import { csvTable } from './csv-table.ts'

const table = (text: string) => csvTable(new TextEncoder().encode(text))
const REFUSED = (reason: string) =>
  expect.objectContaining({ kind: 'invalid', message: expect.stringContaining(reason) })

test('cells are trimmed, empty lines are skipped, and a last row without its line end is dropped', () => {
  expect(table('day, close\n\n2026-11-20 ,4.95\n2026-11-23,4.9')).toEqual({
    header: ['day', 'close'],
    rows: [['2026-11-20', '4.95']],
  })
})

test.each([
  ['', 'is empty'],
  ['day,close', 'is empty'],
  ['day,day\n1,2\n', 'repeats a column'],
  ['day,close\n1\n', 'unequal length'],
  ['day,close\n1,"2\n', 'broken quotes'],
])('%j is refused: it %s', (text, reason) => {
  expect(() => table(text)).toThrow(REFUSED(reason))
})

test('a file of a hundred thousand rows is read, and one of a row more is refused', () => {
  const rows = '1\n'.repeat(100_000)
  expect(table(`a\n${rows}`).rows).toHaveLength(100_000)
  expect(() => table(`a\n${rows}1\n`)).toThrow(REFUSED('more than 100000 rows'))
})
