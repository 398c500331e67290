import { expect, test } from 'vitest'
import { CALM_DAY } from '../../harness/fixtures/market-inputs/two-dates.ts'
import type { Category } from '../../shared/domain/contract/position-read.ts'
import type { LevelName, SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { computeSnapshot } from '../snapshot/compute-snapshot.ts'
import { categoryOfSignal, categoryReadings } from './category-readings.ts'

const SNAPSHOT = computeSnapshot(CALM_DAY, { cycleId: '2026-11-20T10:00', origin: 'scheduled' })

/** The reading of a category after its signal's level and trend, or the sector's share, are set. */
function read(category: Category, changes: Partial<SignalsSnapshot>) {
  const snapshot = { ...SNAPSHOT, ...changes }
  return categoryReadings(snapshot, category === 'sector' ? 'Energy' : null, [category]).readings[0]
}
const level = (signal: string, name: LevelName) => ({
  signal_levels: { ...SNAPSHOT.signal_levels, [signal]: { ...SNAPSHOT.signal_levels[signal]!, level: name } },
})
const trend = (signal: string, direction: string) => ({
  trends: { ...SNAPSHOT.trends, [signal]: { ...SNAPSHOT.trends[signal]!, direction } } as SignalsSnapshot['trends'],
})

test.each<[Category, string, 'rises' | 'falls']>([
  ['index', 'breadth', 'falls'],
  ['volatility', 'vix', 'rises'],
  ['credit', 'hy_oas', 'rises'],
  ['dollar', 'dollar', 'rises'],
])('a bad level of %s, by %s, means that its figure %s, and any other the opposite', (category, signal, bad) => {
  const opposite = bad === 'rises' ? 'falls' : 'rises'
  const of = (name: LevelName) => {
    const { move, isMaterial, ...rest } = read(category, level(signal, name))!
    expect(rest).toMatchObject({ category, signal, level: name })
    return [move, isMaterial]
  }
  expect(of('adverse')).toEqual([bad, true])
  expect(of('caution')).toEqual([bad, true])
  expect(of('neutral')).toEqual([opposite, false])
  expect(of('leaning')).toEqual([opposite, false])
  expect(of('favorable')).toEqual([opposite, true])
})

test.each<[Category, string]>([
  ['oil', 'oil'],
  ['rates', 'breakevens'],
])('%s, best when steady, moves as its trend does, and matters when its level is bad', (category, signal) => {
  const of = (name: LevelName, direction: string) => {
    const { move, isMaterial } = read(category, { ...level(signal, name), ...trend(signal, direction) })!
    return [move, isMaterial]
  }
  expect(of('adverse', 'rising')).toEqual(['rises', true])
  expect(of('caution', 'falling')).toEqual(['falls', true])
  expect(of('adverse', 'flat')).toEqual([null, true])
  expect(of('favorable', 'rising')).toEqual(['rises', false])
})

test("a reading has its own signal's value, or says that there is none", () => {
  const vix = SNAPSHOT.score_components.find(({ key }) => key === 'vix')!.value
  expect(read('volatility', {})!.value).toBe(vix)
  expect(read('volatility', { score_components: [] })!.value).toBe('no figure')
  expect(read('volatility', {})!.label).toBe(SNAPSHOT.signal_levels.vix!.label)
})

const sectors = (...shares: [sector: string, share: number | null][]) => {
  const counts = {
    pct_above_200dma: null,
    members: 20,
    counted_50dma: 20,
    above_50dma: 10,
    counted_200dma: 0,
    above_200dma: 0,
  }
  return {
    sector_breadth: {
      status: 'ready',
      day: '2026-11-19',
      known_at: '2026-11-19T20:00:00-05:00',
      source: 'breadth',
      age_sessions: 1,
      ...counts,
      pct_above_50dma: 50,
      sectors: shares.map(([sector, share]) => ({ sector, ...counts, pct_above_50dma: share })),
    },
  } as Partial<SignalsSnapshot>
}

test.each([
  [100, 'favorable', 'rises', true],
  [80, 'favorable', 'rises', true],
  [79.9, 'leaning', 'rises', false],
  [60, 'leaning', 'rises', false],
  [59.9, 'neutral', 'rises', false],
  [40, 'neutral', 'rises', false],
  [39.9, 'caution', 'falls', true],
  [20, 'caution', 'falls', true],
  [19.9, 'adverse', 'falls', true],
  [0, 'adverse', 'falls', true],
] as const)('a sector with %d %% above its average is %s and %s', (share, name, move, isMaterial) => {
  const reading = read('sector', sectors(['Utilities', 50], ['Energy', share]))
  expect(reading).toMatchObject({ category: 'sector', signal: 'sector_breadth', level: name, move, isMaterial })
  expect(reading!.value).toBe(`${share.toFixed(1)} % of Energy above the 50-day average`)
})

test('signals without a reading are named, in a sentence of their own', () => {
  const all = ['index', 'sector', 'oil'] as const
  const missingOf = (changes: Partial<SignalsSnapshot>, sector: string | null) =>
    categoryReadings({ ...SNAPSHOT, ...changes }, sector, all).missing
  expect(missingOf(sectors(['Energy', 50]), 'Energy')).toEqual([])
  const sentence = ['sector: the snapshot has no reading']
  expect(missingOf(sectors(['Energy', 50]), null)).toEqual(sentence)
  expect(missingOf(sectors(['Energy', 50]), 'Utilities')).toEqual(sentence)
  expect(missingOf(sectors(['Energy', null]), 'Energy')).toEqual(sentence)
  const { oil: _, ...others } = SNAPSHOT.signal_levels
  expect(missingOf({ ...sectors(['Energy', 50]), signal_levels: others }, 'Energy')).toEqual([
    'oil: the snapshot has no reading',
  ])
  expect(categoryReadings(null, 'Energy', ['index', 'oil'])).toEqual({
    readings: [],
    missing: ['index: no snapshot yet', 'oil: no snapshot yet'],
  })
})

test('a signal belongs to one category or to none', () => {
  expect(['vix', 'breakevens', 'hy_oas', 'skew'].map(categoryOfSignal)).toEqual(['volatility', 'rates', 'credit', null])
})
