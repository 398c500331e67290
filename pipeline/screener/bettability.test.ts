import { expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { type BettabilityInput, bettability } from './bettability.ts'
import { tierOutlook } from './tier-outlook.ts'
import { standingOf } from './trust.ts'

/** Hits and misses evenly mixed, so that nothing drifts. */
const hits = (hit: number, miss: number): boolean[] =>
  Array.from(
    { length: hit + miss },
    (_, at) => Math.floor(((at + 1) * hit) / (hit + miss)) > Math.floor((at * hit) / (hit + miss)),
  )
const standing = (all: boolean[]) => standingOf({ all, postLock: all }, 'insufficient')
const bettable = standing(hits(40, 10))

const input = (changes: Partial<BettabilityInput> = {}): BettabilityInput => ({
  standing: bettable,
  conviction: 70,
  convictionAge: 0,
  sessionsAgo: 0,
  distanceAtr: 0.2,
  isLocked: false,
  ...changes,
})

test.each([
  ['its archetype', {}, 'BETTABLE', false],
  ['no conviction', { conviction: null }, 'NO-BET', true],
  ['a carried conviction', { convictionAge: 1 }, 'NO-BET', true],
  ['a price outside the buy zone', { distanceAtr: -0.51 }, 'NO-BET', true],
  ['a last fire three sessions ago', { sessionsAgo: 3 }, 'PROBATION', false],
  ['the age of a locked row', { sessionsAgo: 9, convictionAge: 9, isLocked: true }, 'BETTABLE', false],
  ['an archetype that nothing is known of', { standing: standing([]) }, 'NO-BET', false],
] as const)('the chip follows %s', (_what, changes, chip, gated) => {
  const result = bettability(input(changes))
  expect(result).toMatchObject({ chip, gated })
  expect(result.reasons.length).toBeGreaterThan(0)
})

test('the score is the edge times the conviction, less by a quarter for each session since the setup fired', () => {
  const edge = bettable.pEdge!
  const at = (sessionsAgo: number, isLocked = false) => bettability(input({ sessionsAgo, isLocked }))
  expect([0, 1, 2, 3, 4, 9].map((sessions) => at(sessions).factors.freshness)).toEqual([1, 0.75, 0.5, 0.25, 0, 0])
  expect([0, 1, 2].map((sessions) => at(sessions).score)).toEqual(
    [1, 0.75, 0.5].map((freshness) => Math.round(100 * edge * 0.7 * freshness)),
  )
  // The age of a locked row takes nothing away, because its entry is fixed.
  expect(at(9, true).score).toBe(Math.round(100 * edge * 0.7))
  expect(bettability(input({ conviction: null })).score).toBe(0)
})

test('an archetype without an edge has a score of nothing, however high its conviction', () => {
  expect(bettability(input({ standing: standing([]) })).score).toBe(0)
})

test('for an archetype that has drifted or was falsified, only that is stated', () => {
  const drifted = standing([...hits(30, 0), ...hits(0, 20)])
  expect(drifted.drift).toBe('degraded')
  const reasonsOf = (of: BettabilityInput['standing']) => bettability(input({ standing: of })).reasons
  expect(reasonsOf(drifted)).toEqual(['the archetype has drifted below its own past'])
  expect(reasonsOf({ ...drifted, gauntlet: 'falsified' })).toEqual(['the gauntlet has falsified the archetype'])
})

test.each([
  [4, false, 'the price at which it became ripe is restated for a split: one share of then is 4 now'],
  [0.125, true, 'the price of its entry is restated for a split: 8 shares of then are one now'],
])('a split that made %d of one share is told with a distance, and not without one', (shares, isLocked, words) => {
  const reasonsOf = (distanceAtr: number | null) => bettability(input({ shares, isLocked, distanceAtr })).reasons
  expect(reasonsOf(0.1)).toContain(words)
  expect(reasonsOf(null)).not.toContain(words)
})

test('the buy zone reaches half an ATR to either side, itself included', () => {
  const gatesOf = (distanceAtr: number, isLocked = false) => bettability(input({ distanceAtr, isLocked })).gated
  expect([0.5, -0.5, 0.501, -0.501].map((distance) => gatesOf(distance))).toEqual([false, false, true, true])
  const words = (isLocked: boolean) => bettability(input({ distanceAtr: -0.75, isLocked })).reasons
  expect(words(true)).toContain('price is 0.75 ATR from its entry, 0.5 allowed')
  expect(words(false)).toContain('price is 0.75 ATR from where its episode became ripe, 0.5 allowed')
})

test('a tier without evidence states that no cohort has matured, and one with evidence how many', () => {
  const [none, some] = [[], [true]].map((all) => bettability(input({ standing: standing(all) })).reasons[0])
  const need = 'a probability of an edge needs 8'
  expect(none).toBe(`archetype is NO-BET: no cohort has matured since the locks began; ${need}`)
  expect(some).toBe(`archetype is NO-BET: 1 cohort since the locks began; ${need}`)
})

test('too few cohorts are stated once, with those of back-fill and imports', () => {
  const reasonsOf = (all: number, postLock: number) => {
    const known = standingOf({ all: hits(0, all), postLock: hits(0, postLock) }, 'insufficient')
    return bettability(input({ standing: known })).reasons
  }
  expect(reasonsOf(5, 0)).toEqual([
    'archetype is NO-BET: no cohort has matured since the locks began, 5 cohorts with back-fill and imports; a probability of an edge needs 8',
  ])
  const [own, all, ...rest] = reasonsOf(9, 2)
  expect(own).toBe('archetype is NO-BET: 2 cohorts since the locks began; a probability of an edge needs 8')
  const edge = standingOf({ all: hits(0, 9), postLock: hits(0, 2) }, 'insufficient').pEdgeAll!
  expect(all).toBe(`probability of an edge ${Math.round(100 * edge)} % over 9 cohorts with back-fill and imports`)
  expect(rest).toEqual([])
})

test('the outlook counts the cohorts to the next tier, and dates them at the present pace', () => {
  const on = tradingDay('2026-03-02')
  const unknown = tierOutlook({ standing: standing([]), horizon: 10, on, cohortsPerBlock: null })
  expect(unknown).toMatchObject({ next: 'PROBATION', cohortsAtPresentRate: null, date: null })
  expect(unknown.reason).toMatch(
    /^PROBATION after \d+ further cohorts if all are hits; no cohort that counts for it has matured, so there is no hit rate yet$/,
  )
  const misses = tierOutlook({ standing: standing(hits(0, 4)), horizon: 10, on, cohortsPerBlock: 1 })
  expect(misses.reason).toMatch(/; never at the hit rate so far$/)
  const probation = standing(hits(16, 6))
  expect(probation.tier).toBe('PROBATION')
  const outlook = tierOutlook({ standing: probation, horizon: 10, on, cohortsPerBlock: 0.5 })
  expect(outlook.next).toBe('BETTABLE')
  expect(outlook.reason).toMatch(
    /^BETTABLE after \d+ further cohorts if all are hits; after \d+ at the hit rate so far, by /,
  )
  expect(standing(hits(16 + outlook.hitsInARow!, 6)).tier).toBe('BETTABLE')
  expect(standing(hits(16 + outlook.hitsInARow! - 1, 6)).tier).toBe('PROBATION')
  expect(outlook.cohortsAtPresentRate!).toBeGreaterThanOrEqual(outlook.hitsInARow!)
  expect(outlook.date! > on).toBe(true)
  expect(tierOutlook({ standing: bettable, horizon: 10, on, cohortsPerBlock: 1 }).next).toBeNull()
})

test('BETTABLE takes cohorts since the locks began, and PROBATION counts those of back-fill too', () => {
  const on = tradingDay('2026-03-02')
  const known = (all: boolean[], own: boolean[]) => standingOf({ all, postLock: own }, 'insufficient')
  const outlookOf = (standing: ReturnType<typeof standingOf>) =>
    tierOutlook({ standing, horizon: 10, on, cohortsPerBlock: 1 })
  const more = (count: number) => new Array<boolean>(count).fill(true)
  const up = outlookOf(known(hits(16, 6), hits(3, 1)))
  expect(up.next).toBe('BETTABLE')
  const lifted = (count: number) => known(hits(16, 6), [...hits(3, 1), ...more(count)]).tier
  expect([lifted(up.hitsInARow! - 1), lifted(up.hitsInARow!)]).toEqual(['PROBATION', 'BETTABLE'])
  const first = outlookOf(known(hits(6, 6), []))
  expect(first.next).toBe('PROBATION')
  const begun = (count: number) => known([...hits(6, 6), ...more(count)], []).tier
  expect([begun(first.hitsInARow! - 1), begun(first.hitsInARow!)]).toEqual(['NO-BET', 'PROBATION'])
})

test('the probability of an edge is stated in percent', () => {
  expect(bettability(input()).reasons).toEqual([
    `archetype is BETTABLE: probability of an edge ${Math.round(100 * bettable.pEdge!)} % over 50 cohorts since the locks began`,
  ])
})
