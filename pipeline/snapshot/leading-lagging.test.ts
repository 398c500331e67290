import { expect, test } from 'vitest'
import type { SignalKey } from '../../shared/domain/contract/transition.ts'
import type { ComponentReading } from '../signals/read-components.ts'
import { leadingLaggingRead } from './leading-lagging.ts'

/** A component with a maximum of points, and the share of them that it has; null: no reading. */
const reading = (key: SignalKey, max: number, pointsFraction: number | null): ComponentReading =>
  ({
    component: { key, name: key.toUpperCase(), max },
    reading:
      pointsFraction === null ? { status: 'not_ready' } : { status: 'ready', pointsFraction, display: `at ${max}` },
  }) as unknown as ComponentReading

test.each([
  [0.8, 0.5, 'The leading group is stronger than the confirming one.'],
  [0.5, 0.8, 'The leading group is weaker than the confirming one.'],
  [0.5, 0.595, 'The two groups agree.'],
  [0.595, 0.5, 'The two groups agree.'],
])('leading components at %s and confirming ones at %s: %s', (leading, confirming, verdict) => {
  expect(leadingLaggingRead([reading('dix', 3, leading), reading('vix', 12, confirming)])).toBe(
    `Leading components (1) hold ${Math.round(100 * leading)} % of their points: strongest DIX at 3. ` +
      `Confirming components (1) hold ${Math.round(100 * confirming)} % of their points: strongest VIX at 12. ${verdict}`,
  )
})

test('components count by their points, and the extremes of each group are named', () => {
  const leading = (['dix', 'gex', 'hy_oas', 'vix_term', 'skew', 'yield_curve', 'cot'] as const).map((key, at) =>
    reading(key, 10, at / 10),
  )
  const confirming = [reading('breadth', 1, 1), reading('oil', 3, 0), reading('dollar', 50, null)]
  expect(leadingLaggingRead([...leading, ...confirming])).toBe(
    'Leading components (7) hold 30 % of their points: strongest COT at 10, weakest DIX at 10. ' +
      'Confirming components (2) hold 25 % of their points: strongest BREADTH at 1, weakest OIL at 3. The two groups agree.',
  )
})

test('a group without a reading is not compared', () => {
  expect(leadingLaggingRead([reading('dix', 3, null), reading('vix', 12, 0.5)])).toBe(
    'No comparison: no leading component has a reading (1 of 2 are live).',
  )
  expect(leadingLaggingRead([reading('dix', 3, 0.5), reading('vix', 12, null)])).toBe(
    'No comparison: no confirming component has a reading (1 of 2 are live).',
  )
})
