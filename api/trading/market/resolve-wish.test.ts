import { expect, test } from 'vitest'
import { resolveWish } from './resolve-wish.ts'

/** Thursday the 26th is a holiday, and Friday the 27th a half-day. */
test.each([
  ['minute', '2026-11-25T15:00:00Z', '2026-11-25T15:01:00.000Z'],
  ['minute', '2026-11-25T15:00:30Z', '2026-11-25T15:01:00.000Z'],
  ['minute', '2026-11-25T20:59:59Z', '2026-11-25T21:00:00.000Z'],
  ['minute', '2026-11-25T21:00:00Z', '2026-11-27T14:31:00.000Z'],
  ['minute', '2026-11-25T12:00:00Z', '2026-11-25T14:31:00.000Z'],
  ['minute', '2026-11-25T14:30:00Z', '2026-11-25T14:31:00.000Z'],
  ['minute', '2026-11-27T17:59:30Z', '2026-11-27T18:00:00.000Z'],
  ['minute', '2026-11-27T18:00:00Z', '2026-11-30T14:31:00.000Z'],
  ['open', '2026-11-25T14:30:00Z', '2026-11-27T14:30:00.000Z'],
  ['close', '2026-11-25T14:30:00Z', '2026-11-25T21:00:00.000Z'],
  ['cycle', '2026-11-25T14:30:00Z', '2026-11-25T14:45:00.000Z'],
] as const)('the next %s after %s is %s', (kind, after, instant) =>
  expect(resolveWish(kind, new Date(after))?.toISOString()).toBe(instant),
)

test('an event has no instant of its own', () =>
  expect(resolveWish('event', new Date('2026-11-25T14:30:00Z'))).toBeNull())
