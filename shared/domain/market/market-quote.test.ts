import { expect, test } from 'vitest'
import { isStale, isTooOld } from './market-quote.ts'

const FRIDAY_CLOSE = '2026-11-20T21:00:00Z'
const OPEN = '2026-11-23T14:30:00Z'
const after = (instant: string, seconds: number) => new Date(new Date(instant).getTime() + seconds * 1_000)

test.each([
  ['of the close, of a feed that lags, at the open', FRIDAY_CLOSE, 0, 900, 0, true],
  ['of the close, while the feed still tells it', FRIDAY_CLOSE, 0, 900, 600, true],
  ['of the close, in real time, a moment after the open', FRIDAY_CLOSE, 0, 0, 30, true],
  ['of before the open', OPEN, -1, 900, 890, true],
  ['of the open, as late as the feed is', OPEN, 0, 900, 900, false],
  ['of the open, later than that', OPEN, 0, 900, 991, true],
  ['in real time', OPEN, 20, 0, 30, false],
])('nobody trades on a quote %s', (_name, from, seconds, delaySeconds, sinceOpen, expected) => {
  expect(isTooOld({ quotedAt: after(from, seconds), delaySeconds }, after(OPEN, sinceOpen))).toBe(expected)
})

test('the last quote of a session is sound until the next one, and told as such', () => {
  const quote = { quotedAt: new Date(FRIDAY_CLOSE), delaySeconds: 900 }
  expect([isStale(quote, after(OPEN, -1)), isTooOld(quote, after(OPEN, -1))]).toEqual([false, false])
  expect(isStale(quote, after(OPEN, 600))).toBe(false)
})
