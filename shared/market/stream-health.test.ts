import { expect, test } from 'vitest'
import { type ConnectionTimes, STREAM_PACE, type StreamConditions, streamFault } from './stream-health.ts'

const { silentMs, lagMs, loginMs, pingMs, watchMs } = STREAM_PACE
const NOW = 1_000_000
const sound: ConnectionTimes = { openedMs: 0, liveMs: 1, heardMs: NOW, dataMs: NOW }
const open: StreamConditions = { nowMs: NOW, openSinceMs: 1, isSent: true, lateMs: 0 }
const fault = (connected: Partial<ConnectionTimes>, moment: Partial<StreamConditions> = {}) =>
  streamFault({ ...sound, ...connected }, { ...open, ...moment }, STREAM_PACE)

test('a stream that is heard, in time and complete has no fault', () => {
  expect(fault({})).toBeNull()
})

test('a login has its time and no more', () => {
  expect(fault({ liveMs: null, openedMs: NOW - loginMs })).toBeNull()
  expect(fault({ liveMs: null, openedMs: NOW - loginMs - 1 })).toBe('no login in time')
})

test('a line is dead when two pings and a look have passed without an answer', () => {
  expect(fault({ heardMs: NOW - 2 * pingMs - watchMs })).toBeNull()
  expect(fault({ heardMs: NOW - 2 * pingMs - watchMs - 1 })).toBe('no heartbeat')
})

test('silence is a fault only in an open market, and only for data that the vendor says it sends', () => {
  expect(fault({ dataMs: NOW - silentMs })).toBeNull()
  expect(fault({ dataMs: NOW - silentMs - 1 })).toBe('silent in open market')
  expect(fault({ dataMs: NOW - silentMs - 1 }, { openSinceMs: null })).toBeNull()
  expect(fault({ dataMs: NOW - silentMs - 1 }, { isSent: false })).toBeNull()
})

test('silence counts from the login while nothing came, and from the open after a quiet night', () => {
  expect(fault({ dataMs: null, liveMs: NOW - silentMs })).toBeNull()
  expect(fault({ dataMs: null, liveMs: NOW - silentMs - 1 })).toBe('silent in open market')
  expect(fault({ dataMs: 5 }, { openSinceMs: NOW - silentMs })).toBeNull()
  expect(fault({ dataMs: 5 }, { openSinceMs: NOW - silentMs - 1 })).toBe('silent in open market')
})

test('late quotes are a fault once the market has been open for as long as they may be late', () => {
  const late = { lateMs: lagMs + 1 }
  expect(fault({}, late)).toBe('late by 20 s')
  expect(fault({}, { lateMs: lagMs })).toBeNull()
  expect(fault({}, { ...late, openSinceMs: NOW - lagMs })).toBeNull()
  expect(fault({}, { ...late, openSinceMs: NOW - lagMs - 1 })).toBe('late by 20 s')
  expect(fault({ dataMs: null, liveMs: NOW }, late)).toBeNull()
})

test.each([
  ['a login within 10 s', { liveMs: null, openedMs: NOW - 10_000 }, { liveMs: null, openedMs: NOW - 10_001 }],
  ['an answer within 20.5 s', { heardMs: NOW - 20_500 }, { heardMs: NOW - 20_501 }],
  ['a quote within 5 s', { dataMs: NOW - 5_000 }, { dataMs: NOW - 5_001 }],
])('a service waits for %s and no longer', (_what, sound, faulty) => {
  expect([fault(sound), fault(faulty) === null]).toEqual([null, false])
})

test('a lost line is tried again soon, and at most once a minute; one that lasts half a minute starts over', () => {
  expect(STREAM_PACE).toMatchObject({ backoff: { firstMs: 500, maxMs: 60_000 }, stableMs: 30_000 })
})
