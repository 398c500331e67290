import { expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { type CalibrationEpisode, calibration } from './calibration.ts'

const START = tradingDay('2026-03-02')
const episode = (at: number, changes: Partial<CalibrationEpisode> = {}): CalibrationEpisode => ({
  archetype: 'failed_breakout',
  score: (at * 5) % 101,
  confluence: 2 + (at % 5),
  status: at % 2 === 0 ? 'new' : 'persisting',
  from: START,
  barsAfter: 9,
  excess: at % 3 === 0 ? -0.01 : 0.02,
  block: Math.floor(at / 4),
  ...changes,
})
const calibrated = (episodes: readonly CalibrationEpisode[]) =>
  calibration({ episodes, rawRows: new Map([['failed_breakout', 77]]), chances: new Map() })
const entryOf = (episodes: readonly CalibrationEpisode[]) =>
  calibrated(episodes).by_archetype.find(({ archetype }) => archetype === 'failed_breakout')!

test('the buckets of each dial hold every matured episode once, and their names state their bounds', () => {
  const episodes = Array.from({ length: 60 }, (_, at) => episode(at))
  const { by_dial: dials, n, n_effective: blocks, hit_rate: rate, mean_excess: excess } = entryOf(episodes)
  expect([n, blocks, rate, excess]).toEqual([60, 15, 0.66666667, 0.01])
  for (const buckets of [dials!.score_norm, dials!.confluence_count, dials!.engine_state])
    expect(buckets.reduce((sum, bucket) => sum + bucket.n, 0)).toBe(60)
  expect(dials!.score_norm.map(({ bucket }) => bucket)).toEqual(['0.00-0.25', '0.25-0.50', '0.50-0.75', '0.75-1.00'])
  const scores = episodes.map(({ score }) => score)
  expect(dials!.score_norm.map((bucket) => bucket.n)).toEqual(
    [0, 25, 50, 75].map((from) => scores.filter((score) => score >= from && (from === 75 || score < from + 25)).length),
  )
  expect(dials!.confluence_count.map((bucket) => bucket.n)).toEqual([12, 12, 12, 24])
  expect(dials!.engine_state.map((bucket) => bucket.n)).toEqual([30, 30])
})

test('a pending episode counts in no rate and states when it matures', () => {
  const entry = entryOf([episode(1), episode(2, { excess: null }), episode(3, { excess: null, barsAfter: 4 })])
  expect(entry).toMatchObject({
    n: 1,
    hit_rate: 1,
    calibrated: false,
    headline_state: 'maturing',
    by_dial: null,
    pending_predictions: 2,
    next_maturation_eta: '2026-03-06',
    episode_dedup: { raw_rows: 77, deduped_rows: 3 },
  })
})

test('the diagnostics count matured and pending episodes, and an archetype that no run has seen has no rows', () => {
  const { by_archetype, diagnostics, total_recorded_predictions, earliest_maturation_eta } = calibrated([
    episode(1),
    episode(2, { excess: null }),
    episode(3, { excess: null, barsAfter: 4 }),
  ])
  expect(diagnostics).toMatchObject({ matured: 1, pending: 2, raw_rows: 77 })
  expect([total_recorded_predictions, earliest_maturation_eta]).toEqual([3, '2026-03-06'])
  const others = by_archetype.filter(({ archetype }) => archetype !== 'failed_breakout')
  expect(others.map(({ episode_dedup: { raw_rows } }) => raw_rows)).toEqual(others.map(() => 0))
})
