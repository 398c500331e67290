import { expect, test } from 'vitest'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import type { Tracked } from '../tracked.ts'
import { standingOf } from '../trust.ts'
import { lockedRow } from './board-rows.ts'

test('the sentences of a locked row say that they were written when it was locked', () => {
  const reason = 'reported 4 bars ago, so none is due within 20 bars'
  const contract = {
    slot: 1,
    conviction: 60,
    why: ['jumped 8.0 % on 2026-10-22', 'kept 60 % of the jump at its lowest close since'],
    parts: [{ part: 'report', adds: 2, n: null, reason }],
  }
  const tracked = {
    id: 'a',
    runAt: '2026-10-28T17:30:00-04:00',
    day: tradingDay('2026-10-28'),
    ticker: 'V',
    archetype: 'post_earnings_base',
    side: 'long',
    horizon: 20,
    score: 50,
    entry: null,
    bars: 0,
    last: null,
    contract,
  } as unknown as Tracked
  const row = lockedRow(tracked, {
    day: tradingDay('2026-11-24'),
    band: null,
    standings: new Map([['post_earnings_base', standingOf({ all: [], postLock: [] }, 'insufficient')]]),
    records: new Map(),
    setups: new Map(),
    candidates: [],
  })
  expect(row.why).toEqual([`when locked on 2026-10-28: ${contract.why[0]}`, contract.why[1]])
  expect(row.conviction_parts.map((part) => part.reason)).toEqual([`when locked: ${reason}`])
})
