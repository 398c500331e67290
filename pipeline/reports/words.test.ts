import { expect, it } from 'vitest'
import { before } from './words.ts'

const AS_OF = '2026-11-20T16:30:00Z'

it.each([
  [0, '0 minutes'],
  [1, '1 minute'],
  [119, '119 minutes'],
  [120, '2 hours'],
  [47 * 60, '47 hours'],
  [47 * 60 + 29, '47 hours'],
  [47 * 60 + 30, '2 days'],
  [60 * 60, '3 days'],
])('an input of %i minutes ago is %s old', (minutes, words) => {
  const instant = new Date(Date.parse(AS_OF) - minutes * 60_000).toISOString()
  expect(before(instant, AS_OF)).toBe(`${words} before this state`)
})

it('an age counts displayed minutes', () => {
  expect(before('2026-11-20T16:28:59Z', '2026-11-20T16:30:00Z')).toBe('2 minutes before this state')
})
