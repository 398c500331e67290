import { expect, test } from 'vitest'
import { ARCHETYPE_IDS } from '../../../shared/domain/contract/screener-ids.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import { standingOf } from '../trust.ts'
import { trustBoard } from './trust-board.ts'

const luckOf = (hits: readonly boolean[]) =>
  trustBoard({
    day: tradingDay('2026-11-24'),
    standings: new Map(ARCHETYPE_IDS.map((id) => [id, standingOf({ all: hits, postLock: hits }, 'insufficient')])),
    gauntlets: new Map(),
    picks: [],
    cohortsPerBlock: new Map(),
    hits: new Map(ARCHETYPE_IDS.map((id) => [id, hits])),
  }).archetypes[0]!.luck!

const luckAfter = (cohorts: number) => {
  const all = Array.from({ length: cohorts }, (_, at) => at % 2 === 0)
  const standing = standingOf({ all, postLock: all }, 'insufficient')
  return trustBoard({
    day: tradingDay('2026-11-24'),
    standings: new Map(ARCHETYPE_IDS.map((id) => [id, standing])),
    gauntlets: new Map(),
    picks: [],
    cohortsPerBlock: new Map(),
    hits: new Map(),
  }).false_bettable.sentence
}

test('luck has a probability once cohorts have matured, and before that the sentence says that none has', () => {
  expect(luckAfter(0)).toBe('No cohort has matured since the locks began, so luck has made no archetype BETTABLE yet.')
  expect(luckAfter(1)).toContain('after at most 1 cohort each, with a probability of 0.00')
  expect(luckAfter(40)).toMatch(/at most 40 cohorts each, with a probability (?:of 0\.\d\d|below 0\.01)\.$/)
})

test('the coin of the sentence is the one that was thrown', () => {
  const hits = (count: number, hit: (at: number) => boolean) => Array.from({ length: count }, (_, at) => hit(at))
  const alternating = luckOf(hits(20, (at) => at % 2 === 0))
  expect(alternating.autocorrelation).toBeLessThan(0)
  expect(alternating.sentence).toMatch(/^neighbouring cohorts correlate by -0\.95; a fair coin would be BETTABLE/)
  const clustered = luckOf(hits(20, (at) => at < 10))
  expect(clustered.sentence).toMatch(/^neighbouring cohorts correlate by 0\.85; a coin like that would be BETTABLE/)
  expect(clustered.coin_bettable).toBeGreaterThan(alternating.coin_bettable)
})

test('cohorts that all came out alike are not called too few', () => {
  const of = (count: number) => luckOf(Array.from({ length: count }, () => false)).sentence
  expect(of(15)).toMatch(/^15 cohorts are too few to tell whether neighbouring cohorts are correlated; a fair coin/)
  expect(of(16)).toMatch(/^all 16 cohorts came out alike, so none differs from its neighbour; a fair coin/)
})
