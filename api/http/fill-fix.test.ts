import { expect, test } from 'vitest'
import { fillFix } from './fill-fix.ts'

test('a fix has the values of the details that it names', () => {
  expect(
    fillFix('Order at most details.max_quantity; details.held is the position.', { max_quantity: 136, held: 0 }),
  ).toBe('Order at most details.max_quantity (136); details.held (0) is the position.')
  expect(fillFix('Correct the fields named in details.fields.', { fields: ['side', 'legs.0.ratio'] })).toBe(
    'Correct the fields named in details.fields (side, legs.0.ratio).',
  )
})

test.each([
  ['a long text', 'x'.repeat(81)],
  ['a long list', ['a', 'b', 'c', 'd', 'e', 'f']],
  ['an empty list', []],
  ['a document', { instrument: 'SPY' }],
  ['a list of documents', [{ instrument: 'SPY' }]],
  ['a list of lists', [['a']]],
  ['null', null],
])('%s has no place in a sentence', (_name, value) => {
  expect(fillFix('Look at details.it.', { it: value })).toBe('Look at details.it.')
})

test('a sentence about a detail that the answer lacks is left out', () => {
  const fix = 'Retry in 5 seconds. details.age_seconds is the age of the quote.'
  expect(fillFix(fix, { age_seconds: 7 })).toBe('Retry in 5 seconds. details.age_seconds (7) is the age of the quote.')
  expect(fillFix(fix, { toString: 1 })).toBe('Retry in 5 seconds.')
  expect(fillFix(fix)).toBe('Retry in 5 seconds.')
})

test('a fix that would be empty stays', () => {
  expect(fillFix('details.reason says why.')).toBe('details.reason says why.')
})

test.each([
  ['a text of eighty characters', 'x'.repeat(80), 'x'.repeat(80)],
  ['a list of five', ['a', 'b', 'c', 'd', 'e'], 'a, b, c, d, e'],
  ['a truth value', false, 'false'],
])('%s has a place in a sentence', (_name, value, words) => {
  expect(fillFix('Look at details.it.', { it: value })).toBe(`Look at details.it (${words}).`)
})
