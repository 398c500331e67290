import { expect, test } from 'vitest'
import type { Line } from './run-row.ts'
import { render, shown } from './table.ts'

const LINE: Line = {
  row: 'hot-read',
  figure: 'reads',
  unit: 'req/s',
  value: 64_321.4,
  ceiling: 75_000,
  ratio: 0.8576,
  spread: [0.8123, 0.9],
  spreadOf: 'ratio',
  goal: 'ratio >= 0.9',
  met: false,
  note: 'the ceiling is bare',
}

test.each([
  [64_321.4, '64321'],
  [99.96, '100'],
  [12.345, '12.3'],
  [0.01234, '0.0123'],
  [0, '0'],
  [Number.NaN, 'NaN'],
])('%d is shown as %s', (value, text) => {
  expect(shown(value)).toBe(text)
})

test('a line shows figure, ceiling, ratio, spread and a missed goal', () => {
  const [head, line, , note, , next] = render([LINE]).split('\n')
  expect(head).toMatch(/^row +what +figure +ceiling +ratio +spread +goal$/)
  expect(line).toMatch(/^hot-read +reads +64321 req\/s +75000 req\/s +0\.86 +0\.81 \.\. 0\.90 +MISSED: ratio >= 0\.9$/)
  expect(note).toBe('  hot-read, reads: the ceiling is bare')
  expect(next).toBe('  where the time goes: npm run bench -- hot-read --profile')
})

test('a spread of values has their unit, absent cells are dashes, and no note takes no line', () => {
  const none = { ceiling: null, ratio: null, goal: null, met: null, note: '' }
  const text = render([{ ...LINE, ...none, spread: [1.234, 200.6], spreadOf: 'value' }])
  expect(text.split('\n')).toHaveLength(2)
  expect(text).toMatch(/64321 req\/s +- +- +1\.23 \.\. 201 +-$/)
})

test('a row that could not be measured is reported below the table', () => {
  const text = render([{ ...LINE, met: true }], [{ row: 'memory', error: 'no ps' }])
  expect(text.split('\n').slice(-2)).toEqual(['', '  memory: NOT MEASURED: no ps'])
})
