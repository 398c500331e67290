import { expect, test } from 'vitest'
import { type CoherenceRow, coherenceOf } from './coherence.ts'

const row = (subject: string, severity: CoherenceRow['severity']): CoherenceRow => ({
  check: 'stale_freshness',
  subject,
  severity,
  message: '',
  measured: {},
})

test('critical rows come first, then warn, then info, each in the order found, and are counted', () => {
  const found = [
    row('a', 'info'),
    row('b', 'warn'),
    row('c', 'critical'),
    row('d', 'warn'),
    row('e', 'info'),
    row('f', 'info'),
  ]
  const { rows, summary } = coherenceOf(found)
  expect(rows.map(({ subject }) => subject).join('')).toBe('cbdaef')
  expect(summary).toEqual({ critical: 1, warn: 2, info: 3 })
})
