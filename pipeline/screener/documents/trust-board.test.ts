import { expect, test } from 'vitest'
import { ARCHETYPE_IDS } from '../../../shared/domain/contract/screener-ids.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import { standingOf } from '../trust.ts'
import { trustBoard } from './trust-board.ts'

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
