import { describe, expect, test } from 'vitest'
import { openingInstant } from './opening.ts'

const at = (real: string, lastSeen: string | null) =>
  openingInstant(new Date(real), lastSeen === null ? null : new Date(lastSeen)).at.toISOString()

describe('opening of service time', () => {
  test.each([
    ['Saturday, first start: Friday 10:00 ET', '2026-11-21T06:00:00Z', null, '2026-11-20T15:00:00.000Z'],
    ['market open: real time', '2026-11-20T18:30:00Z', null, '2026-11-20T18:30:00.000Z'],
    ['before the open: the session before', '2026-11-20T13:00:00Z', null, '2026-11-19T15:00:00.000Z'],
    ['after the close: the same day', '2026-11-20T22:00:00Z', null, '2026-11-20T15:00:00.000Z'],
    ['holiday weekend: the half-day before it', '2026-11-28T15:00:00Z', null, '2026-11-27T15:00:00.000Z'],
    [
      'restart in an open session: where it ended',
      '2026-11-21T06:00:00Z',
      '2026-11-20T16:12:03Z',
      '2026-11-20T16:12:03.000Z',
    ],
    [
      'restart after a close: the next open',
      '2026-11-21T06:00:00Z',
      '2026-11-20T21:30:00Z',
      '2026-11-23T14:30:00.000Z',
    ],
    ['restart before an open: that open', '2026-11-21T06:00:00Z', '2026-11-20T14:00:00Z', '2026-11-20T14:30:00.000Z'],
    [
      'restart while the market is open: forward to real time',
      '2026-11-23T15:00:00Z',
      '2026-11-20T16:00:00Z',
      '2026-11-23T15:00:00.000Z',
    ],
    [
      'restart with a world ahead of real time: it never goes back',
      '2026-11-23T15:00:00Z',
      '2026-11-23T16:00:00Z',
      '2026-11-23T16:00:00.000Z',
    ],
  ])('%s', (_name, real, lastSeen, expected) => {
    expect(at(real, lastSeen)).toBe(expected)
  })

  test.each([
    ['a fresh folder begins at its start', null, '2020-03-02T15:00:00.000Z'],
    [
      'a restart goes on where it ended, although the real market is open',
      '2020-03-02T16:12:03Z',
      '2020-03-02T16:12:03.000Z',
    ],
    ['a restart after a close opens at the next open', '2020-03-02T22:00:00Z', '2020-03-03T14:30:00.000Z'],
  ])('with a start of its own %s', (_, seen, expected) => {
    const start = new Date('2020-03-02T15:00:00Z')
    const real = new Date('2026-11-23T15:00:00Z')
    expect(openingInstant(real, seen === null ? null : new Date(seen), { start }).at.toISOString()).toBe(expected)
  })

  test('is never before the last seen instant', () => {
    const lastSeen = new Date('2026-01-05T12:00:00Z')
    for (let hours = 0; hours < 24 * 14; hours += 5) {
      const seen = new Date(lastSeen.getTime() + hours * 3_600_000)
      expect(openingInstant(new Date('2026-11-21T06:00:00Z'), seen).at.getTime()).toBeGreaterThanOrEqual(seen.getTime())
    }
  })
})
