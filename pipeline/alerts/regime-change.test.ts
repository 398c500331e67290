import { expect, it } from 'vitest'
import { NEVER_EVALUATED } from '../../shared/domain/contract/alert.ts'
import type { Regime } from '../../shared/domain/contract/signals.ts'
import type { AlertInputs } from './alert.ts'
import { reduceAlert } from './reduce-alert.ts'
import { regimeChange } from './regime-change.ts'

function messages(days: readonly [at: string, regime: Regime][]): string[] {
  let state = NEVER_EVALUATED
  return days.flatMap(([instant, regime]) => {
    const at = new Date(instant)
    const reading = regimeChange.read({ regime: { regime, reason: '' }, cutoff: at } as AlertInputs)
    const reduced = reduceAlert(regimeChange, state, { at, reading })
    state = reduced.state
    return reduced.events.map(({ type, message }) => `${type}: ${message}`)
  })
}

it('an episode that a worse regime ends does not claim that a whole session has passed', () => {
  const [, cleared, fired] = messages([
    ['2026-12-07T20:00:00-05:00', 'RISK-ON'],
    ['2026-12-08T16:20:00-05:00', 'TRANSITIONAL'],
    ['2026-12-09T09:30:00-05:00', 'PANIC'],
  ])
  expect(cleared).toBe(
    'cleared: The market regime is PANIC, worse than any of the episode, so a new one begins (as of 2026-12-09 09:30 ET).',
  )
  expect(fired).toMatch(/^fired: The market regime is PANIC, before it was TRANSITIONAL/)
})

it('an episode ended by time states that reason', () => {
  const [, cleared] = messages([
    ['2026-12-07T20:00:00-05:00', 'RISK-ON'],
    ['2026-12-08T16:20:00-05:00', 'TRANSITIONAL'],
    ['2026-12-09T20:00:00-05:00', 'TRANSITIONAL'],
  ])
  expect(cleared).toContain('The market regime is TRANSITIONAL, one whole session has passed after the change')
})
