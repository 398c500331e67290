import { expect, it } from 'vitest'
import { CEILING, verdictOf } from './verdict.ts'
import { vixSince } from './vix-since.ts'

const evening = { day: '2026-12-07', vix: 16.39, usual: { vix_level: 1.2 } } as unknown as Parameters<
  typeof vixSince
>[0]
const quoted = (price: number, at: string) => ({ quotes: { VIX: { price, quotedAt: new Date(at) } } })
const NOTE =
  'Risk and sizes rest on the closes of Mon 7 Dec 2026 with VIX at 16.39; it was last quoted at 56.57 (Tue 8 Dec 2026, 09:49 ET).'

it.each([
  ['has left the evening behind', quoted(56.57, '2026-12-08T09:49:00-05:00'), NOTE],
  ['has moved as on ordinary days', quoted(19.9, '2026-12-08T09:49:00-05:00'), ''],
  ['is a quote of that evening', quoted(56.57, '2026-12-07T15:59:00-05:00'), ''],
  ['is not quoted', { quotes: {} }, ''],
])('a verdict whose VIX %s says so where it matters', (_name, inputs, note) => {
  expect(vixSince(evening, inputs)).toBe(note)
})

it('evenings that were learned before VIX was stored do not mention it', () => {
  const { vix: _, ...before } = evening
  expect(vixSince(before, quoted(56.57, '2026-12-08T09:49:00-05:00'))).toBe('')
})

it('the note of a verdict begins with it and ends with its ceiling', () => {
  const reason = 'no close of SPY of the day is known'
  const stated = { risk: { band: 'low' }, likelihood: {}, magnitude: { class: null, reason }, edges: null }
  const session = { regime: 'RISK-ON', regimeReason: '', healthScore: 43, livePoints: 100, regimeDays: 33 }
  const parts = { evening: stated, session, lines: [], writtenAt: new Date('2026-12-08T10:05:00-05:00') }
  const note = (since: string) =>
    verdictOf({ ...parts, since } as unknown as Parameters<typeof verdictOf>[0]).uncertainty_note
  expect(note(NOTE)).toBe(`${NOTE} The size of the next move is not stated: ${reason}. ${CEILING}`)
  expect(note('').startsWith('The size')).toBe(true)
})
