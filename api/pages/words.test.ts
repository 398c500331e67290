import { expect, test } from 'vitest'
import { dayWords } from '../../shared/time/eastern-words.ts'
import {
  ageWords,
  changeWords,
  daysInWords,
  observedWords,
  percentileWords,
  shortAmount,
  timeWords,
  trueMinus,
} from './words.ts'

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

test.each([
  [12, '12'],
  [999, '999'],
  [999.6, '1k'],
  [2_000_000, '2m'],
  [18_249_000, '18.2m'],
  [999_600_000, '1bn'],
  [1_234_000_000_000, '1230bn'],
])('%s dollars read %s', (amount, words) => expect(shortAmount(amount)).toBe(words))

test('a day is written with its year', () => {
  expect(dayWords('2026-11-05')).toBe('5 Nov 2026')
  expect(dayWords('2025-12-31T20:00:00-05:00')).toBe('31 Dec 2025')
})

test('an instant is shown in Eastern time with its offset for programs', () => {
  expect(timeWords('2026-11-20T10:00:07.944-05:00')).toBe(
    '<time datetime="2026-11-20T10:00:07.944-05:00">Fri 20 Nov 2026, 10:00 ET</time>',
  )
  expect(timeWords(null)).toContain('no time')
})

test.each([
  ['RISK-ON since 2026-11-09 or earlier.', 'RISK-ON since 9 Nov 2026 or earlier.'],
  ['VIX 31 (quoted 2026-11-20 10:15 ET).', 'VIX 31 (quoted Fri 20 Nov 2026, 10:15 ET).'],
  ['call wall (2026-11-20)', 'call wall (20 Nov 2026)'],
  ['cycle 2026-11-20T1030 of report-2026-11-20.md', 'cycle 2026-11-20T1030 of report-2026-11-20.md'],
])('days in the sentence %s are written in words', (text, words) => expect(daysInWords(text)).toBe(words))

test.each([
  ['2026-11-20', '20 Nov 2026'],
  ['2026-11-20T15:59:00-05:00', 'Fri 20 Nov 2026, 15:59 ET'],
])('an observation for %s is told as %s', (at, words) => expect(observedWords(at)).toBe(words))

test.each([
  [0.0123, '+1.2 %'],
  [-0.0123, '−1.2 %'],
  [0.0004, '0.0 %'],
  [-0.0004, '0.0 %'],
  [null, 'unknown'],
])('a change of %s is told as %s', (change, words) => expect(changeWords(change, 1)).toBe(words))

test.each([
  ['-11.5k contracts', '−11.5k contracts'],
  ['$123.92 (-5.2 % in 20 sessions)', '$123.92 (−5.2 % in 20 sessions)'],
  ['-$0.40', '−$0.40'],
  [
    'report-20261120-162000.md, 2026-11-20, 10-20, BRK-2 and --max',
    'report-20261120-162000.md, 2026-11-20, 10-20, BRK-2 and --max',
  ],
])('only the hyphen before a negative number of %s is a minus sign', (text, words) =>
  expect(trueMinus(text)).toBe(words),
)
