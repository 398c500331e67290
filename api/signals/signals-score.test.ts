import { expect, test } from 'vitest'
import { emptyScore, scoreOf } from './signals-score.ts'

const SNAPSHOT = {
  health_score: 57,
  health_score_reason: null,
  score_components: [],
  trade_date: '2026-11-20',
  as_of: '2026-11-20T10:30:00-05:00',
  rules_version: '2026.11',
  score_low: 50,
  score_high: 61,
  live_points: 90,
  regime: 'a member of another shape, which the score does not need',
}

test('the score is that of the stored snapshot, whatever shape its other members have', () => {
  expect(scoreOf(SNAPSHOT)).toEqual({
    health_score: 57,
    components: [],
    timestamp: '2026-11-20',
    as_of: '2026-11-20T10:30:00-05:00',
    rules_version: '2026.11',
    score_low: 50,
    score_high: 61,
    live_points: 90,
    reason: null,
  })
})

test('a missing score has the reason of its snapshot, or says that it could not be computed', () => {
  const reasonOf = (change: object) => scoreOf({ ...SNAPSHOT, health_score: null, ...change }).reason
  expect(reasonOf({ health_score_reason: 'too few inputs' })).toBe('too few inputs')
  expect(reasonOf({})).toBe('the score could not be computed')
})

test('a score of zero is a score', () => {
  expect(scoreOf({ ...SNAPSHOT, health_score: 0 })).toMatchObject({ health_score: 0, reason: null })
})

test('without a snapshot nothing but the reason and no live point is stated', () => {
  const { components, live_points, reason, ...others } = emptyScore('no snapshot')
  expect([components, live_points, reason]).toEqual([[], 0, 'no snapshot'])
  expect(Object.values(others).every((value) => value === null)).toBe(true)
})
