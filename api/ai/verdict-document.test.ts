import { expect, test } from 'vitest'
import { noVerdict, verdictDocument } from './verdict-document.ts'
import type { VerdictRows } from './verdict-view.ts'

const NOW = new Date('2026-11-20T22:00:00Z')
const persisted = {
  document: JSON.stringify({ band: 'low', whats_happening: { text: 'fixed wording', writer: 'deterministic' } }),
  asOf: new Date('2026-11-20T21:30:00Z'),
  stateRef: 'st_1',
}
const served = (change: object = {}) =>
  verdictDocument({ persisted, facts: null, sizesConfirmed: false, render: null, ...change } as VerdictRows, NOW)

test('the verdict of the day is served unchanged, with its receipt', () => {
  expect(served()).toMatchObject({
    as_of: '2026-11-20T16:30:00-05:00',
    source: 'persisted',
    verdict: { band: 'low', whats_happening: { text: 'fixed wording' } },
    state_ref: 'st_1',
    reason: null,
  })
})

test('words of the LLM replace only the fixed ones, and those of the simulator say so', () => {
  const render = { text: 'its words', writtenAt: new Date('2026-11-20T21:45:00Z'), simulated: false }
  const lent = { text: 'its words', writer: 'llm', written_at: '2026-11-20T16:45:00-05:00' }
  expect(served({ render }).verdict).toEqual({ band: 'low', whats_happening: lent })
  expect(served({ render: { ...render, simulated: true } }).verdict?.whats_happening).toEqual({
    ...lent,
    simulated: true,
  })
})

test('without a verdict and without facts there is nothing but a reason', () => {
  const nothing = served({ persisted: null })
  expect(nothing).toEqual(noVerdict(nothing.reason!))
  expect(nothing).toMatchObject({ as_of: null, source: null, verdict: null, state_ref: null })
})
