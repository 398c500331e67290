import { expect, test } from 'vitest'
import type { LoggedEvent } from './event.ts'
import { filterKey, passes } from './stream-filter.ts'

const event = (rest: object): LoggedEvent =>
  ({ kind: 'alert', subject: 'vix', severity: 'info', data: {}, ...rest }) as unknown as LoggedEvent

test('a filter of kinds lets those kinds pass, and an empty one everything', () => {
  expect(passes([], event({ kind: 'slot' }))).toBe(true)
  expect([passes(['slot', 'alert'], event({})), passes(['slot'], event({}))]).toEqual([true, false])
  expect([filterKey(['slot', 'alert']), filterKey([]), filterKey('headlines')]).toEqual(['slot,alert', '', 'headlines'])
})

test.each([
  ['a critical alert', { severity: 'critical' }, true],
  ['the end of a critical alert', { data: { alert_severity: 'critical' } }, true],
  ['any other alert', { severity: 'warning', data: { alert_severity: 'warning' } }, false],
  ['a change of the regime', { kind: 'transition', subject: 'regime' }, true],
  ['a change of anything else', { kind: 'transition', subject: 'trend', severity: 'critical' }, false],
  ['another event of the regime', { kind: 'slot', subject: 'regime', severity: 'critical' }, false],
])('%s is a headline: %j is %s', (_what, rest, expected) => {
  expect(passes('headlines', event(rest))).toBe(expected)
})
