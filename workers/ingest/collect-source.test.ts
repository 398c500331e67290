import { expect, it } from 'vitest'
import { alike } from './collect-source.ts'

const failed = (id: string, reason: string) => ({ feed: { id } as never, error: `${id}: ${reason}` })

it('feeds that fail alike share one reason, whichever answered first', () => {
  const outcomes = [
    failed('b', 'status 503'),
    failed('c', 'no answer'),
    failed('a', 'status 503'),
    failed('d', 'no answer: 1'),
  ]
  const reasons = ['a and 1 more: status 503', 'c: no answer', 'd: no answer: 1']
  expect(alike(outcomes)).toEqual(reasons)
  expect(alike(outcomes.toReversed())).toEqual(reasons)
})
