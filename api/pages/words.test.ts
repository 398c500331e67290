import { expect, test } from 'vitest'
import { dayWords } from '../../shared/time/eastern-words.ts'
import { ageWords, percentileWords, timeWords } from './words.ts'

test.each([
  [null, 'no percentile'],
  [0, 'lowest'],
  [0.3, '1st'],
  [2, '2nd'],
  [11, '11th'],
  [83.4, '83rd'],
  [99.7, '99th'],
  [100, 'highest'],
])('percentile %s reads %s', (percentile, words) => expect(percentileWords(percentile)).toBe(words))

test.each([
  [89, '89 seconds'],
  [90, '2 minutes'],
  [7_200, '2 hours'],
  [259_200, '3 days'],
])('%s seconds read %s', (seconds, words) => expect(ageWords(seconds)).toBe(words))

test('a day is written with its year', () => {
  expect(dayWords('2026-11-05')).toBe('5 Nov 2026')
  expect(dayWords('2025-12-31T20:00:00-05:00')).toBe('31 Dec 2025')
})

test('an instant is shown in Eastern time with its offset for programs', () => {
  expect(timeWords('2026-11-20T10:00:07.944-05:00')).toBe(
    '<time datetime="2026-11-20T10:00:07.944-05:00">20 Nov 2026, 10:00 ET</time>',
  )
  expect(timeWords(null)).toContain('no time')
})
