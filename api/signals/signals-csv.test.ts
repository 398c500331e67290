import { expect, test } from 'vitest'
import { CSV_COLUMNS, CSV_HEADER, csvLines } from './signals-csv.ts'

const row = (change: object) =>
  ({ ...Object.fromEntries(CSV_COLUMNS.map((column) => [column, null])), ...change }) as Parameters<
    typeof csvLines
  >[0][0]
/** The cell of the reason of the regime, between the commas around it. */
function cellOf(value: unknown): string {
  const at = CSV_COLUMNS.indexOf('regime_reason')
  const line = csvLines([row({ regime_reason: value })])
  return line.slice(at, line.length - '\r\n'.length - (CSV_COLUMNS.length - 1 - at))
}

test('a row is a line with all columns, and an unknown value is empty', () => {
  expect(csvLines([row({ trade_date: '2026-11-20', health_score: 0, gex: -1.5 })])).toBe(
    `2026-11-20,,0,,,,-1.5${','.repeat(CSV_COLUMNS.length - 7)}\r\n`,
  )
  expect(CSV_HEADER.startsWith('trade_date,regime,health_score,spy_close,vix_close,dix,gex,hy_oas,')).toBe(true)
  expect(CSV_HEADER.endsWith(',points_exact\r\n')).toBe(true)
})

test.each([
  ['calm', 'calm'],
  ['a, b', '"a, b"'],
  ['say "b"', '"say ""b"""'],
  ['a\nb', '"a\nb"'],
  ['a\rb', '"a\rb"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  ['＝1', "'＝1"],
  ['1-1', '1-1'],
  [-1, '-1'],
  [undefined, ''],
  [new Date('2026-11-20T15:30:00Z'), '2026-11-20T10:30:00-05:00'],
  [{ vix: 3 }, '"{""vix"":3}"'],
])('%j is written as %j', (value, cell) => {
  expect(cellOf(value)).toBe(cell)
})
