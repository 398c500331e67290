import { describe, expect, it } from 'vitest'
import { expiredBetween } from './expired-between.ts'

type Levels = Parameters<typeof expiredBetween>[0]

/** Levels of a chain without contracts of its day, whose first expiration is the front of its expected move. */
const withFront = (front: string | null): Levels => ({
  quoted_at: '2026-11-20T15:00:00-05:00',
  session: '2026-11-20',
  net_gamma_without_today_usd_per_pct: null,
  expected_move: { front_expiration: front } as Levels['expected_move'],
})
/** Levels of a chain of the session that holds contracts of that day. */
const ofSession = (session: string): Levels => ({
  ...withFront(null),
  session,
  net_gamma_without_today_usd_per_pct: 1e9,
})

describe('contracts that have expired between two chains', () => {
  it.each([
    ['the next session has its own contracts', ofSession('2026-11-23'), ofSession('2026-11-24'), '2026-11-23'],
    ['a weekend holds no session', ofSession('2026-11-20'), ofSession('2026-11-23'), '2026-11-20'],
    ['a holiday holds no session', ofSession('2026-11-25'), ofSession('2026-11-27'), '2026-11-25'],
    ['a session lies between', ofSession('2026-11-23'), ofSession('2026-11-25'), '2026-11-23 and after'],
    ['the front of the move is the first held', withFront('2026-11-23'), withFront('2026-11-24'), '2026-11-23'],
  ])('%s', (_, then, now, expired) => {
    expect(expiredBetween(then, now)).toBe(`the contracts of ${expired} have expired since`)
  })

  it.each([
    ['both hold the same first expiration', ofSession('2026-11-23'), ofSession('2026-11-23')],
    ['the older chain holds the later expiration', ofSession('2026-11-24'), ofSession('2026-11-23')],
    ['the first of the older chain is unknown', withFront(null), ofSession('2026-11-23')],
    ['the first of the newer chain is unknown', ofSession('2026-11-23'), withFront(null)],
  ])('nothing is reported if %s', (_, then, now) => {
    expect(expiredBetween(then, now)).toBeNull()
  })
})
