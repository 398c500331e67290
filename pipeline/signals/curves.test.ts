import { expect, test } from 'vitest'
import { RULES_VERSION } from '../score/score.ts'
import { components } from './index.ts'

/** A score is comparable only with scores of the same rules, so a curve changes together with their version. */
test('curves and weights are those of the version of the rules that every score names', () => {
  const rules = components.map(({ key, max, curve }) => [key, max, ...curve.anchors.map((anchor) => anchor.join(': '))])
  expect(RULES_VERSION).toBe('2026.11-6')
  expect(Object.fromEntries(rules.map(([key, ...rule]) => [key, rule.join(', ')]))).toEqual({
    dix: '3, 0: 0.15, 50: 0.58, 100: 1',
    gex: '8, 0: 0, 25: 0.3, 50: 0.55, 100: 1',
    hy_oas: '18, 2.8: 1, 3.6: 0.75, 4.6: 0.5, 6: 0.22, 8: 0.05, 10: 0',
    breadth: '13, 10: 0, 25: 0.15, 40: 0.35, 55: 0.5, 70: 0.66, 90: 1',
    vix: '12, 10: 1, 13: 0.75, 17: 0.5, 20: 0.33, 25: 0.13, 32: 0',
    vix_term: '8, 0.78: 1, 0.88: 0.55, 0.93: 0.35, 1: 0.1, 1.06: 0',
    skew: '5, 0: 0.2, 25: 0.55, 65: 0.8, 85: 0.6, 100: 0.25',
    yield_curve: '2, -1: 0, 0: 0.3, 0.5: 0.45, 1: 0.55, 2: 0.75, 3: 0.9',
    dollar: '9, -3: 1, -1: 0.72, 0: 0.6, 1: 0.45, 2.5: 0.2, 5: 0',
    oil: '9, -35: 0, -20: 0.2, -8: 0.55, 0: 0.75, 4: 0.7, 10: 0.5, 20: 0.2, 35: 0',
    breakevens: '8, 0.5: 0, 1.2: 0.3, 1.7: 0.58, 2.2: 0.8, 2.5: 0.65, 3: 0.25, 3.5: 0',
    aaii: '2, 0: 0.25, 15: 0.6, 40: 0.75, 75: 0.55, 100: 0.15',
    cot: '3, 0: 0.2, 20: 0.6, 50: 0.72, 80: 0.58, 100: 0.3',
  })
})
