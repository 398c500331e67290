import { describe, expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { GAUNTLET_ERRORS, type GauntletInput, gauntlet, type JudgedEpisode } from './gauntlet.ts'

const COST = 0.001
const SESSIONS = 100
/** Prices that never move, so that every placebo comes to minus its costs, plus what SPY loses. */
const still = { close: new Float64Array(SESSIONS).fill(100), range: null }
const falling = { close: Float64Array.from({ length: SESSIONS }, (_, at) => 100 - at / 2), range: null }
const POOLS: GauntletInput['pools'] = {
  isMember: () => true,
  third: () => 0,
  peers: () => [0, 1],
  hasSector: (ticker) => ticker === 0,
}

const episode = (excess: number, block: number): JudgedEpisode => ({
  ticker: 0,
  at: 50,
  entry: 'close',
  side: 'long',
  horizon: 5,
  block,
  excess,
})
/** Judges episodes whose excess over every placebo is known: one for each block, oldest first. */
const judged = (margins: readonly number[], changes: Partial<GauntletInput> = {}) =>
  gauntlet({
    on: tradingDay('2026-03-31'),
    until: SESSIONS - 1,
    table: { days: [], tickers: ['A', 'B'], columns: [still, still], benchmark: still },
    pools: POOLS,
    archetype: 'oversold_quality',
    // The first entry leaves other days to draw from.
    episodes: margins.map((margin, block) => ({ ...episode(margin - COST, block), at: 50 + (block % 30) })),
    contracts: [],
    ...changes,
  })
const alternating = (count: number, low: number, high: number) =>
  Array.from({ length: count }, (_, at) => (at % 2 === 0 ? low : high))

test('thirty cohorts are judged, with 29 nothing is', () => {
  expect(judged(alternating(30, 0.01, 0.03))).toMatchObject({
    state: 'passed',
    reason: 'above both placebos in both halves, corrected over the archetypes',
    cohorts: 30,
    episodes: 30,
    withoutSector: 0,
  })
  expect(judged(alternating(29, 0.01, 0.03))).toMatchObject({
    state: 'insufficient',
    reason: '29 of the 30 complete cohorts that are needed',
  })
})

test('the margin over a placebo has the bounds of the mean of its cohorts, in the whole and in halves of time', () => {
  const { dates } = judged(alternating(31, 0.01, 0.03))
  // Sixteen times 0.01 and fifteen times 0.03; the first half has fifteen cohorts.
  const mean = (16 * 0.01 + 15 * 0.03) / 31
  const squares = 16 * (0.01 - mean) ** 2 + 15 * (0.03 - mean) ** 2
  const error = (GAUNTLET_ERRORS * Math.sqrt(squares / 30)) / Math.sqrt(31)
  expect(dates.mean).toBeCloseTo(mean, 12)
  expect(dates.low).toBeCloseTo(mean - error, 12)
  expect(dates.high).toBeCloseTo(mean + error, 12)
  expect(dates.halves.map(({ cohorts }) => cohorts)).toEqual([15, 16])
  expect(dates).toMatchObject({ placebos: 4 * 31, placeboHitRate: 0 })
  expect(dates.placeboMean).toBeCloseTo(-COST, 12)
})

test('halves are halves of time, in whatever order episodes come', () => {
  const margins = [...alternating(15, -0.02, -0.01), ...alternating(15, 0.05, 0.06)]
  const turned = margins.map((margin, block) => ({ ...episode(margin - COST, block), at: 20 + block })).reverse()
  const { dates, state, reason } = judged([], { episodes: turned })
  expect(dates.halves[0].mean).toBeLessThan(0)
  expect(dates.halves[1].mean).toBeGreaterThan(0.05)
  expect({ state, reason }).toEqual({
    state: 'insufficient',
    reason: 'its excess over placebo dates may be chance in the whole or in a half',
  })
})

test('a later half in doubt is enough for no verdict', () => {
  expect(judged([...alternating(15, 0.05, 0.06), ...alternating(15, -0.01, 0.01)]).state).toBe('insufficient')
})

test('an archetype whose upper bound is not above its placebos is falsified', () => {
  expect(judged(alternating(30, -0.03, -0.01))).toMatchObject({
    state: 'falsified',
    reason: 'even the upper bound of its excess over placebo dates is not above 0',
  })
})

test('episodes of one block are one cohort, by their mean', () => {
  const both = [episode(0.03 - COST, 7), episode(0.01 - COST, 7), episode(0.06 - COST, 8)]
  const { dates, cohorts, episodes } = judged([], { episodes: both.map((each, at) => ({ ...each, at: 40 + at })) })
  expect({ cohorts, episodes, margins: dates.cohorts }).toEqual({ cohorts: 2, episodes: 3, margins: 2 })
  expect(dates.mean).toBeCloseTo((0.02 + 0.06) / 2, 12)
})

describe('placebos', () => {
  test('an episode that has none counts for no cohort of their kind, and fewer cohorts of either kind decide', () => {
    const pools = { ...POOLS, peers: (_ticker: number, at: number) => (at < 52 ? [0] : [0, 1]) }
    const { dates, tickers, reason } = judged(alternating(31, 0.01, 0.03).slice(0, 30), { pools })
    expect([dates.cohorts, tickers.cohorts]).toEqual([30, 28])
    expect(reason).toBe('28 of the 30 complete cohorts that are needed')
  })

  test('their hit rate is the share above 0 after costs', () => {
    const table = { days: [], tickers: ['A', 'B'], columns: [still, still], benchmark: falling }
    expect(judged([0.01, 0.02], { table }).tickers.placeboHitRate).toBe(1)
  })

  test('nothing and one cohort have no bounds', () => {
    expect(judged([]).dates).toMatchObject({ cohorts: 0, mean: null, low: null, high: null, placeboMean: null })
    const one = judged([0.02]).tickers
    expect(one).toMatchObject({ cohorts: 1, low: null, high: null })
    expect(one.mean).toBeCloseTo(0.02, 12)
  })

  test('names without a sector are counted', () => {
    const episodes = [episode(0, 1), { ...episode(0, 2), ticker: 1 }]
    expect(judged([], { episodes }).withoutSector).toBe(1)
  })
})
