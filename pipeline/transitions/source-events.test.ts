import { expect, it } from 'vitest'
import type { SourceState } from '../../shared/domain/contract/transition.ts'
import { sourceEvents, sourceStateOf } from './source-events.ts'

const at = new Date('2026-11-20T15:00:00Z')
const since = new Date('2026-11-20T14:00:00Z')
const eventsOf = (before: SourceState | null, state: SourceState) =>
  sourceEvents(before && { state: before, since }, { source: 'fred', state, at, error: 'status 503' })

it('a source fails without a value, is degraded while an older one is used, and delivers otherwise', () => {
  expect(sourceStateOf({ ok: true, degraded: false })).toBe('delivering')
  expect(sourceStateOf({ ok: true, degraded: true })).toBe('degraded')
  expect(sourceStateOf({ ok: false, degraded: true })).toBe('failing')
})

it.each([
  ['delivering', 'failing', 'warning', 'does not deliver, and no last good value is young enough to stand in'],
  ['delivering', 'degraded', 'info', 'does not deliver: its last good value stands in'],
  ['failing', 'delivering', 'info', 'delivers again'],
  ['degraded', 'failing', 'warning', 'does not deliver, and no last good value is young enough to stand in'],
] as const)('from %s to %s is an event, %s', (before, state, severity, words) => {
  expect(eventsOf(before, state)).toMatchObject([
    {
      key: `source_failure/fred/${state}/2026-11-20T10:00:00-05:00`,
      severity,
      title: `Source fred ${words}.`,
      data: { from: before, to: state, since: '2026-11-20T09:00:00-05:00', error: 'status 503' },
    },
  ])
})

it('neither the same state again nor a first run that delivers is an event, a first run that fails is', () => {
  expect([eventsOf('failing', 'failing'), eventsOf('delivering', 'delivering'), eventsOf(null, 'delivering')]).toEqual([
    [],
    [],
    [],
  ])
  expect(eventsOf(null, 'failing')).toMatchObject([{ data: { from: null, since: null } }])
})
