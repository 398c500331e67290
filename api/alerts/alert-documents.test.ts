import { expect, test } from 'vitest'
import type { AlertRow } from '../../shared/postgres/alerts/alerts.ts'
import { unchecked } from './alert-check.ts'
import { alertOf, emptyReason, NOTHING_EVALUATED, summaryOf, throughOf } from './alert-documents.ts'
import type { Watch } from './alerts-view.ts'

const watch = (evaluatedThrough: Date | null) => ({ evaluatedThrough }) as Watch
const THROUGH = new Date('2026-11-20T15:30:00Z')

test('an empty list is good news only after an evaluation', () => {
  expect(emptyReason([], watch(THROUGH), 'all is calm')).toBe('all is calm')
  expect(emptyReason([], watch(null), 'all is calm')).toBe(NOTHING_EVALUATED)
  expect(emptyReason([{}], watch(null), 'all is calm')).toBeUndefined()
})

test('the cutoff of the newest evaluation is Eastern, and null before the first', () => {
  expect(throughOf(watch(THROUGH))).toBe('2026-11-20T10:30:00-05:00')
  expect(throughOf(watch(null))).toBeNull()
})

test.each([
  [['info', 'critical', 'info'], 'critical', 3],
  [['info', 'warning'], 'warning', 2],
  [['info'], 'info', 1],
  [[], 'none', 0],
] as const)('of %j the worst is %s of %i', (severities, highest, total) => {
  expect(summaryOf(severities.map((severity) => ({ severity })))).toEqual({
    critical: severities.filter((each) => each === 'critical').length,
    warning: severities.filter((each) => each === 'warning').length,
    info: severities.filter((each) => each === 'info').length,
    total,
    highest_severity: highest,
  })
})

test('an alert that has cleared has the time, one that is active has none', () => {
  const row = { id: 7, alertId: 'VIX_PANIC', firedAt: THROUGH, clearedAt: null, state: 'active' } as AlertRow
  expect(alertOf(row)).toMatchObject({
    id: 7,
    alert_id: 'VIX_PANIC',
    fired_at: '2026-11-20T10:30:00-05:00',
    cleared_at: null,
  })
  expect(alertOf({ ...row, clearedAt: new Date('2026-11-20T15:45:00Z') }).cleared_at).toBe('2026-11-20T10:45:00-05:00')
})

test('a check that could not evaluate claims neither calm nor counts', () => {
  expect(unchecked('no database')).toMatchObject({
    cached: false,
    cycle_id: null,
    state: null,
    fired: 0,
    cleared: 0,
    summary: { total: null, critical: null, highest_severity: null },
    reason: 'no database',
  })
})
