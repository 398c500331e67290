import { expect, it } from 'vitest'
import type { Reliability } from './reliability.ts'
import { verdictInWords } from './reliability-document.ts'

const JUDGED: Reliability = {
  verdict: 'better',
  n: 480,
  effectiveN: 24,
  nNeeded: null,
  brier: 0.18041,
  baseBrier: 0.20456,
  skill: 0.11806,
  skillError: 0.0251,
  table: [],
}

it.each([
  [{}, 'better than the base rate: Brier score 0.180 against 0.205, a gain of 11.8 % with a standard error of 2.5 %'],
  [
    { verdict: 'worse', skill: -0.3 },
    'worse than the base rate: Brier score 0.180 against 0.205, a loss of 30.0 % with a standard error of 2.5 %',
  ],
  [
    { verdict: 'same', skill: 0, nNeeded: 1_900 },
    'the same as the base rate within two standard errors: Brier score 0.180 against 0.205, a gain of 0.0 % with a ' +
      'standard error of 2.5 %; a difference of this size needs 1900 statements to be significant, and there are 480',
  ],
  [
    { verdict: 'same', skill: 0 },
    'the same as the base rate within two standard errors: Brier score 0.180 against 0.205, a gain of 0.0 % with a ' +
      'standard error of 2.5 %',
  ],
  [
    { verdict: 'insufficient_data', effectiveN: 7, skill: null },
    'not judged yet: 7 of 24 outcomes without overlap are known',
  ],
] as const)('%j in words', (given, words) => {
  expect(verdictInWords({ ...JUDGED, ...given })).toBe(words)
})

it('a rival other than the base rate is named', () => {
  expect(verdictInWords(JUDGED, 'VIX alone')).toMatch(/^better than VIX alone: /)
})
