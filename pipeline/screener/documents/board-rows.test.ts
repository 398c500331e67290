import { expect, test } from 'vitest'
import { trackedPick } from '../../../harness/fixtures/tracked.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import type { Tracked } from '../tracked.ts'
import { standingOf } from '../trust.ts'
import { lockedRow } from './board-rows.ts'

const rowOf = (tracked: Tracked, archetype: Tracked['archetype']) =>
  lockedRow(tracked, {
    day: tradingDay('2026-11-24'),
    band: null,
    standings: new Map([[archetype, standingOf({ all: [], postLock: [] }, 'insufficient')]]),
    records: new Map(),
    setups: new Map(),
    candidates: [],
  })

test('the chip of a locked row is that of its lock, and that of the newest run stands beside it', () => {
  const chipOf = (chip: 'PROBATION' | 'NO-BET') =>
    rowOf(trackedPick({ contract: { chip } }), 'oversold_quality').bettability
  expect(chipOf('PROBATION')).toMatchObject({ chip: 'PROBATION', chip_now: 'NO-BET' })
  expect(chipOf('PROBATION').tier_reasons[0]).toBe(
    'locked as PROBATION on 2026-03-03; by the newest run it would be NO-BET',
  )
  expect(chipOf('NO-BET')).toMatchObject({ chip: 'NO-BET', chip_now: 'NO-BET' })
  expect(chipOf('NO-BET').tier_reasons[0]).toBe('locked as NO-BET on 2026-03-03')
})

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
  const row = rowOf(tracked, 'post_earnings_base')
  expect(row.why).toEqual([`when locked on 2026-10-28: ${contract.why[0]}`, contract.why[1]])
  expect(row.conviction_parts.map((part) => part.reason)).toEqual([`when locked: ${reason}`])
})
