import { expect, test } from 'vitest'
import { isStale, isTooOld, isTradableQuality, judgeQuote, judgeTouch, QUOTE_QUALITIES } from './market-quote.ts'

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

test.each([
  ['both sides', 10, 10.01, 'good'],
  ['equal sides', 10, 10, 'locked'],
  ['a bid above its ask', 10.01, 10, 'crossed'],
  ['no bid', null, 10, 'zero_bid'],
  ['a bid of 0', 0, 10, 'zero_bid'],
  ['no ask', 10, null, 'no_ask'],
  ['an ask of 0', 10, 0, 'no_ask'],
  ['neither', null, null, 'no_market'],
  ['two sides of 0', 0, 0, 'no_market'],
] as const)('a touch of %s is judged by its sides', (_what, bid, ask, quality) => {
  expect(judgeTouch({ bid, ask })).toBe(quality)
})

const NOON = '2026-11-23T17:00:00Z'
const quoted = (secondsAgo: number, delaySeconds: number, sides = { bid: 10, ask: 10.01 }) =>
  judgeQuote({ ...sides, quotedAt: after(NOON, -secondsAgo), delaySeconds }, new Date(NOON))

test.each([
  [0, 0, 'good'],
  [90, 0, 'good'],
  [90.001, 0, 'stale'],
  [0, 900, 'delayed'],
  [990, 900, 'delayed'],
  [990.001, 900, 'stale'],
  [60, 1, 'delayed'],
] as const)('a quote of %s s ago, from a feed that is %s s late, is %s', (secondsAgo, delaySeconds, quality) => {
  expect(quoted(secondsAgo, delaySeconds)).toBe(quality)
})

test('what is wrong with the sides of a quote counts before its age', () => {
  expect(quoted(1_000, 0, { bid: 10.01, ask: 10 })).toBe('crossed')
  expect(quoted(1_000, 900, { bid: 10, ask: 10 })).toBe('locked')
})

test('orders use a good quote, or a delayed one, and no other', () => {
  expect(QUOTE_QUALITIES.filter(isTradableQuality)).toEqual(['good', 'delayed'])
})

test.each([
  ['within 90 s of the last close, all evening', '2026-11-23T20:58:30Z', '2026-11-24T03:00:00Z', false],
  ['from more than 90 s before it', '2026-11-23T20:58:29.999Z', '2026-11-24T03:00:00Z', true],
  ['of the last close, at the open itself', FRIDAY_CLOSE, OPEN, true],
  ['of the close before, at the close', '2026-11-20T21:00:00Z', '2026-11-23T21:00:00Z', true],
  ['of Wednesday, on Thanksgiving', '2026-11-25T21:00:00Z', '2026-11-26T17:00:00Z', false],
  ['of Wednesday, in the evening of the half-day after it', '2026-11-25T21:00:00Z', '2026-11-27T22:00:00Z', true],
  ['of 13:00 of a half-day, that afternoon', '2026-11-27T18:00:00Z', '2026-11-27T20:30:00Z', false],
])('age counts in market hours only: a quote %s', (_what, quotedAt, now, expected) => {
  expect(isStale({ quotedAt: new Date(quotedAt), delaySeconds: 0 }, new Date(now))).toBe(expected)
})
