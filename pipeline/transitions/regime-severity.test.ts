import { expect, it } from 'vitest'
import { LEVELS, type SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { REGIMES } from '../regime/regime-now.ts'
import { findTransitions, transitionEvents } from './find-transitions.ts'
import type { StateReading } from './watched-states.ts'

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

const RATINGS = ['calm', 'watch', 'fragile']
const LEVEL_NAMES = LEVELS.map(({ level }) => level)

it.each([
  ['regime_now', REGIMES, 'RISK-ON', 'CAUTIOUS', 'worse', 'info'],
  ['regime_now', REGIMES, 'CAUTIOUS', 'RISK-OFF', 'worse', 'warning'],
  ['regime_now', REGIMES, 'RISK-OFF', 'PANIC', 'worse', 'warning'],
  ['regime_now', REGIMES, 'PANIC', 'RISK-OFF', 'better', 'info'],
  ['fragility', RATINGS, 'calm', 'watch', 'worse', 'info'],
  ['fragility', RATINGS, 'watch', 'fragile', 'worse', 'warning'],
  ['fragility', RATINGS, 'fragile', 'watch', 'better', 'info'],
  ['vix', LEVEL_NAMES, 'favorable', 'caution', 'worse', 'info'],
  ['vix', LEVEL_NAMES, 'caution', 'adverse', 'worse', 'warning'],
  ['vix', LEVEL_NAMES, 'adverse', 'favorable', 'better', 'info'],
] as const)(
  '%s in %j warns at the end of its scale: from %s to %s is %s, %s',
  (subject, scale, from, to, direction, severity) => {
    const cycle = { as_of: '2026-11-20T10:00:00-05:00', rules_version: '1' }
    const before = { [subject]: { state: from, since: cycle.as_of, rules_version: '1' } }
    const reading: StateReading = { subject, name: subject, state: to, scale, cause: '' }
    const { transitions } = findTransitions(before, [reading], cycle)
    expect(transitions).toMatchObject([{ direction, severity, rules: null }])
    const [event] = transitionEvents(transitions, cycle as SignalsSnapshot)
    expect(event).toMatchObject({ severity, title: `${subject} went from ${from} to ${to}.` })
    expect(event!.data).not.toHaveProperty('rules_changed')
  },
)

it('the event of a transition under new rules names both versions', () => {
  const before = { vix: { state: 'neutral', since: '2026-11-19T10:00:00-05:00', rules_version: '1' } }
  const reading: StateReading = { subject: 'vix', name: 'VIX', state: 'caution', scale: LEVEL_NAMES, cause: '' }
  const cycle = { as_of: '2026-11-20T10:00:00-05:00', rules_version: '2' }
  const [event] = transitionEvents(findTransitions(before, [reading], cycle).transitions, cycle as SignalsSnapshot)
  expect(event!.data).toMatchObject({ rules_changed: { from: '1', to: '2' }, since: '2026-11-19T10:00:00-05:00' })
})
