import { expect, test } from 'vitest'
import { trackedPick } from '../../../harness/fixtures/tracked.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import type { RankedCandidate } from '../decide-run.ts'
import type { Tracked } from '../tracked.ts'
import { standingOf } from '../trust.ts'
import { candidateRow, lockedRow, type RowContext } from './board-rows.ts'

const contextOf = (archetype: Tracked['archetype']): RowContext => ({
  day: tradingDay('2026-11-24'),
  band: null,
  standings: new Map([[archetype, standingOf({ all: [], postLock: [] }, 'insufficient')]]),
  records: new Map(),
})
const NO_PRICES = new Map<string, number>()
const rowOf = (tracked: Tracked, archetype: Tracked['archetype'], prices = NO_PRICES) =>
  lockedRow(tracked, { ...contextOf(archetype), setups: new Map(), candidates: [], prices })

test('a locked row has the chip of its lock, and that of the newest run as chip_now', () => {
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
  const reason = 'reported 4 sessions ago, so none is due within 20 sessions'
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

const ENTERED = tradingDay('2026-03-04')
/** A pick that was entered at 400 and closed at 408, one ATR higher. */
const held = trackedPick({
  entry: { day: ENTERED, at: 'open', price: 400, spy: 500, atr: 8, invalidation: 388 },
  last: { day: ENTERED, close: 408, spy: 500 },
  bars: 1,
})

test('a locked row shows its levels in the shares of today, and its distance in either', () => {
  const row = rowOf({ ...held, shares: 3.99998 }, 'oversold_quality')
  expect(row.contract).toMatchObject({ shares_since_entry: 4, return: 0.02 })
  expect(row.contract!.entry!.price).toBeCloseTo(100, 2)
  expect([row.contract!.invalidation, row.contract!.last_close, row.contract!.entry!.atr]).toEqual([
    expect.closeTo(97, 2),
    expect.closeTo(102, 2),
    expect.closeTo(2, 2),
  ])
  expect(row.bettability.factors.distance_atr).toBe(1)
  expect(row.bettability.tier_reasons).toContain(
    'the price of its entry is restated for a split: one share of then is 4 now',
  )
  const before = rowOf(held, 'oversold_quality')
  expect(before.contract).toMatchObject({ entry: { price: 400, atr: 8 }, invalidation: 388, last_close: 408 })
  expect(before.contract).not.toHaveProperty('shares_since_entry')
})

test('a locked row is as far from its entry as the price of the newest run, else as its last close', () => {
  const distanceAt = (price: number | null, tracked: Tracked = held) => {
    const prices = new Map(price === null ? [] : [[tracked.ticker, price]])
    return rowOf(tracked, 'oversold_quality', prices).bettability.factors.distance_atr
  }
  expect([distanceAt(null), distanceAt(420), distanceAt(392)]).toEqual([1, 2.5, -1])
  expect(distanceAt(105, { ...held, shares: 4 })).toBe(2.5)
  expect(distanceAt(420, { ...held, entry: null })).toBeNull()
  const { tier_reasons: reasons } = rowOf(held, 'oversold_quality', new Map([[held.ticker, 420]])).bettability
  expect(reasons.join()).toContain('price is 2.50 ATR from its entry')
})

test('a candidate whose episode became ripe before a split states that its reference price is restated', () => {
  const candidate = {
    ticker: 'AAA',
    archetype: 'oversold_quality',
    side: 'long',
    sessionsAgo: 1,
    price: 102,
    reference: 100,
    atr: 4,
    why: ['a reason'],
    scan: null,
  } as unknown as RankedCandidate
  const rowOfShares = (shares: object) =>
    candidateRow({ ...candidate, ...shares }, contextOf('oversold_quality')).bettability
  const { factors, tier_reasons: reasons } = rowOfShares({ referenceShares: 0.125 })
  expect(factors.distance_atr).toBe(0.5)
  expect(reasons.at(-1)).toBe('the price at which it became ripe is restated for a split: 8 shares of then are one now')
  expect(rowOfShares({}).tier_reasons.join()).not.toContain('split')
})

test('the rate of a short is worded as names that fell behind SPY, because such a short can still lose', () => {
  const labelOf = (archetype: Tracked['archetype']) => {
    const records = new Map([[archetype, { matured: 40, hits: 22, blocks: 3 }]])
    const context = { ...contextOf(archetype), records, setups: new Map(), candidates: [], prices: NO_PRICES }
    return lockedRow(trackedPick({ archetype }), context).trust.label
  }
  expect(labelOf('oversold_quality')).toBe('55 % of 40 episodes in 3 blocks of weeks beat SPY after costs')
  expect(labelOf('breakdown_retest')).toBe('55 % of 40 episodes in 3 blocks of weeks fell behind SPY after costs')
})

test('a conviction without a scan in this run is carried, and shows its age', () => {
  const rowOfScan = (change: object) => {
    const candidate = {
      ticker: 'AAA',
      archetype: 'oversold_quality',
      side: 'long',
      price: 1,
      reference: 1,
      atr: 1,
      why: [],
    }
    return candidateRow({ ...candidate, ...change } as unknown as RankedCandidate, contextOf('oversold_quality'))
  }
  const scan = { conviction: 60, parts: [] }
  expect(rowOfScan({ scan: null, conviction: 60, convictionAge: 2 })).toMatchObject({
    conviction_carried: true,
    conviction_carried_age: 2,
  })
  for (const change of [
    { scan, conviction: 60, convictionAge: 0 },
    { scan: null, conviction: null, convictionAge: null },
  ]) {
    expect(rowOfScan(change)).toMatchObject({ conviction_carried: false, conviction_carried_age: null })
  }
})

test('a locked row names a ripe setup of its own name on the other side, and no other', () => {
  const signalOf = (change: object) => {
    const other = { ticker: 'AAA', side: 'short', archetype: 'failed_breakout', isRipe: true, ...change }
    const candidates = [other as unknown as RankedCandidate]
    return lockedRow(trackedPick(), {
      ...contextOf('oversold_quality'),
      setups: new Map(),
      candidates,
      prices: NO_PRICES,
    }).live_signal
  }
  expect(signalOf({})).toEqual({
    conflict: true,
    locked_direction: 'long_recovery',
    live_direction: 'short_fragility',
    live_archetype: 'failed_breakout',
    note: 'Failed breakout fires on the other side of this pick. It closes nothing: the pick ends by its own rules.',
  })
  for (const change of [{ ticker: 'BBB' }, { side: 'long' }, { isRipe: false }])
    expect(signalOf(change)).toBeUndefined()
})

test('a pick counts the days from its entry', () => {
  const entry = { day: tradingDay('2026-03-04'), at: 'open' as const, price: 400, spy: 500, atr: 8, invalidation: 388 }
  const countdownOf = (tracked: Tracked) => rowOf(tracked, 'oversold_quality').contract!.countdown
  expect(countdownOf(trackedPick({ entry, bars: 3 }))).toBe('day 3 of 10')
  expect(countdownOf(trackedPick())).toBe('entry pending, 10 trading days from it')
})
