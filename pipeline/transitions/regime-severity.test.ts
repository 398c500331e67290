import { expect, it } from 'vitest'
import { REGIMES } from '../regime/regime-now.ts'
import { findTransitions } from './find-transitions.ts'

it.each([
  ['CAUTIOUS', 'TRANSITIONAL', 'warning'],
  ['CAUTIOUS', 'RISK-OFF', 'critical'],
  ['RISK-OFF', 'PANIC', 'critical'],
  ['PANIC', 'CAUTIOUS', 'info'],
])('the regime going from %s to %s has the severity %s, like its alert', (from, to, severity) => {
  const snapshot = { as_of: '2026-11-20T10:00:00-05:00', rules_version: '1' }
  const before = { regime: { state: from, since: snapshot.as_of, rules_version: '1' } }
  const reading = { subject: 'regime', name: 'The regime', state: to, scale: REGIMES, cause: '' } as const
  expect(findTransitions(before, [reading], snapshot).transitions).toMatchObject([{ severity }])
})
