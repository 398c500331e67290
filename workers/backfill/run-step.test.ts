import { expect, it } from 'vitest'
import type { SourceId } from '../../shared/domain/market/source-id.ts'
import { historyFilled, historyRequests } from './past-messages.ts'
import { patienceOf } from './run-step.ts'

const now = new Date('2026-11-24T21:29:00Z')
const MINUTE_MS = 60_000

it.each<[SourceId, minutes: number]>([
  ['breadth', 28],
  ['estimates', 22],
  ['bars', 5],
  ['fred', 2],
])(
  'a request for the history of %s counts as lost after the patience of its run and two minutes: %i',
  (id, minutes) => {
    expect(historyRequests([id], now).map(patienceOf)).toEqual([minutes * MINUTE_MS])
  },
)

it('any other message counts as lost after two minutes', () => {
  expect(patienceOf(historyFilled(now))).toBe(2 * MINUTE_MS)
})
