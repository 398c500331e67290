import { expect, test } from 'vitest'
import { type AlertEvent, type AlertId, NEVER_EVALUATED } from '../../shared/domain/contract/alert.ts'
import { beginAnew } from './begin-anew.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))
const happened = (alertId: AlertId, episode: string, fired: number, cleared?: number): AlertEvent[] => {
  const fact = { alertId, episode, message: '', evidence: {} as AlertEvent['evidence'] }
  return [
    { ...fact, type: 'fired', severity: 'info', at: at(fired) },
    ...(cleared === undefined ? [] : [{ ...fact, type: 'cleared' as const, at: at(cleared) }]),
  ]
}
const states = { VIX_PANIC: NEVER_EVALUATED, WTI_SHOCK: NEVER_EVALUATED }
const keys = (events: readonly AlertEvent[]) => events.map(({ type, episode }) => `${type} ${episode}`)

test('a kind that fired live keeps its state, and only episodes that were over by then are replaced', () => {
  const events = [
    ...happened('VIX_PANIC', 'over', 2, 4),
    ...happened('VIX_PANIC', 'over when it fired', 5, 10),
    ...happened('VIX_PANIC', 'seen twice', 6, 7),
    ...happened('VIX_PANIC', 'later', 11, 12),
    ...happened('WTI_SHOCK', 'standing', 3),
  ]
  const watched = [
    { alertId: 'VIX_PANIC' as const, episode: 'another', firedAt: at(14) },
    { alertId: 'VIX_PANIC' as const, episode: 'seen twice', firedAt: at(10) },
  ]
  const anew = beginAnew({ states, events }, watched)
  expect(Object.keys(anew.states)).toEqual(['WTI_SHOCK'])
  expect(keys(anew.events)).toEqual(['fired over', 'cleared over', 'fired standing'])
  expect(beginAnew({ states, events }, [])).toEqual({ states, events })
})
