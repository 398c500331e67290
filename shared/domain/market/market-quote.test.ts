import { expect, test } from 'vitest'
import { isStale, isTooOld } from './market-quote.ts'

const FRIDAY_CLOSE = '2026-11-20T21:00:00Z'
const OPEN = '2026-11-23T14:30:00Z'
const after = (instant: string, seconds: number) => new Date(new Date(instant).getTime() + seconds * 1_000)

test.each([
  ['of the last close at the open, on a delayed feed', FRIDAY_CLOSE, 0, 900, 0, true],
  ['of the last close while a delayed feed still serves it', FRIDAY_CLOSE, 0, 900, 600, true],
  ['of the last close just after the open, in real time', FRIDAY_CLOSE, 0, 0, 30, true],
  ['from before the open', OPEN, -1, 900, 890, true],
  ['of the open, as old as the delay of its feed', OPEN, 0, 900, 900, false],
  ['of the open, older than the delay of its feed', OPEN, 0, 900, 991, true],
  ['of the session in real time', OPEN, 20, 0, 30, false],
])('a quote %s is judged by its age', (_name, from, seconds, delaySeconds, sinceOpen, expected) => {
  expect(isTooOld({ quotedAt: after(from, seconds), delaySeconds }, after(OPEN, sinceOpen))).toBe(expected)
})

test('the last quote of a session is not stale until the next session', () => {
  const quote = { quotedAt: new Date(FRIDAY_CLOSE), delaySeconds: 900 }
  expect([isStale(quote, after(OPEN, -1)), isTooOld(quote, after(OPEN, -1))]).toEqual([false, false])
  expect(isStale(quote, after(OPEN, 600))).toBe(false)
})
