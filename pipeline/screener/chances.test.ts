import { expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { type CalibrationEpisode, calibration } from './calibration.ts'
import { chancesOf } from './chances.ts'

const rate = (placebo_hit_rate: number | null, placebos?: number) => ({
  placebo_hit_rate,
  ...(placebos === undefined ? {} : { placebos }),
})

test('chance over the horizon is the share of all placebos, whichever kind there are more of', () => {
  const chanceOf = (dates: ReturnType<typeof rate>, tickers: ReturnType<typeof rate>) =>
    chancesOf([{ archetype: 'oversold_quality', placebo_dates: dates, placebo_tickers: tickers }]).get(
      'oversold_quality',
    )!.horizon
  // 40 of 100 and 150 of 300 are 190 of 400.
  expect(chanceOf(rate(0.4, 100), rate(0.5, 300))).toBeCloseTo(0.475, 12)
  expect(chanceOf(rate(null, 0), rate(0.5, 300))).toBe(0.5)
  expect(chanceOf(rate(null, 0), rate(null, 0))).toBeNull()
  // Both kinds of placebo have equal weight where one of the numbers was not stored.
  expect(chanceOf(rate(0.4), rate(0.5, 300))).toBeCloseTo(0.45, 12)
  expect(chanceOf(rate(0.4, 300), rate(0.5))).toBeCloseTo(0.45, 12)
})

test('judgements without the numbers of their placebos weigh both kinds alike, and have none for contracts', () => {
  const found = chancesOf([
    { archetype: 'oversold_quality', placebo_dates: rate(0.4), placebo_tickers: rate(0.5), contracts: rate(0.38) },
    { archetype: 'failed_breakout', placebo_dates: rate(0.44), placebo_tickers: rate(null) },
    { archetype: 'post_earnings_base' },
  ])
  expect(found.get('oversold_quality')).toEqual({ horizon: 0.45, contract: 0.38 })
  expect(found.get('failed_breakout')).toEqual({ horizon: 0.44, contract: null })
  expect(found.get('post_earnings_base')).toEqual({ horizon: null, contract: null })
})

const episodes = (hits: number): CalibrationEpisode[] =>
  Array.from({ length: 100 }, (_, at) => ({
    archetype: 'oversold_quality',
    status: 'new',
    confluence: 2,
    score: 50,
    from: tradingDay('2026-11-02'),
    barsAfter: 4,
    excess: at < hits ? 0.01 : -0.01,
    block: at,
  }))

test.each([
  ['an entry at a close, whose first bar is the next session', 5, '2026-11-09'],
  ['an entry within a session, which is its first bar', 4, '2026-11-06'],
])('a record matures with the last bar after %s', (_, barsAfter, day) => {
  const pending = [{ ...episodes(0)[0]!, barsAfter, excess: null }]
  const { by_archetype } = calibration({ episodes: pending, rawRows: new Map(), chances: new Map() })
  expect(by_archetype.flatMap(({ next_maturation_eta: eta }) => eta ?? [])).toEqual([day])
})

test.each([
  ['below a half but not below its placebos', 38, 0.4, 'not_distinguishable_from_chance'],
  ['above its placebos but not above a half', 53, 0.4, 'above_chance'],
  ['below its placebos', 25, 0.4, 'below_chance'],
  ['below a half, without placebos', 38, null, 'not_distinguishable_from_chance'],
  ['above a half, without placebos', 65, null, 'above_chance'],
] as const)('an archetype whose hit rate lies %s is judged so', (_where, hits, chance, state) => {
  const chances = new Map([['oversold_quality', { horizon: chance, contract: null }]] as const)
  const { by_archetype } = calibration({ episodes: episodes(hits), rawRows: new Map(), chances })
  expect(by_archetype.find(({ archetype }) => archetype === 'oversold_quality')!.headline_state).toBe(state)
})
