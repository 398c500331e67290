import { expect, test } from 'vitest'
import { noiseWorld, type World, worldInput } from '../../harness/fixtures/screener-world.ts'
import { gauntletEntry } from './closing-lines.ts'
import { blockOf } from './cohorts.ts'
import { gauntlet, type JudgedEpisode } from './gauntlet.ts'
import { contractExcess } from './placebo-contract.ts'
import { placeboExcess } from './placebo-outcome.ts'
import { placeboPools } from './placebo-pools.ts'

const HORIZON = 5
const WORLD = noiseWorld({ seed: 21, tickers: 18, sessions: 900 })

/** One pick every third session, with an own drift over its horizon. */
function judged(drift: number) {
  const moves = WORLD.moves.map((own) => own.slice())
  const picks: { ticker: number; at: number }[] = []
  for (let at = 100; at < 880; at += 3) {
    const ticker = (at * 7) % moves.length
    picks.push({ ticker, at })
    for (let bar = at + 1; bar <= at + HORIZON; bar++) moves[ticker]![bar]! += drift / HORIZON
  }
  const world: World = { ...WORLD, moves }
  const { table, universe, sectors } = worldInput(world)
  const until = table.days.length - 1
  const episodes = picks.map(({ ticker, at }): JudgedEpisode => {
    const pick = { ticker, at, entry: 'close', horizon: HORIZON, side: 'long' } as const
    return { ...pick, block: blockOf(table.days[at]!, HORIZON), excess: placeboExcess(table, pick, until) }
  })
  const pools = placeboPools(table, universe, sectors)
  return {
    on: table.days[until]!,
    until,
    table,
    pools,
    archetype: 'oversold_quality',
    episodes,
    contracts: [],
  } as const
}

test('an edge that is larger than both placebos passes', () => {
  expect(gauntlet(judged(0.05)).state).toBe('passed')
})

test('picks that do worse than their placebos are falsified', () => {
  expect(gauntlet(judged(-0.05)).state).toBe('falsified')
})

test('picks without an edge are neither', () => {
  const { state, cohorts, tickers, dates } = gauntlet(judged(0))
  expect(state).toBe('insufficient')
  expect(cohorts).toBeGreaterThan(100)
  expect(Math.abs(tickers.mean!) + Math.abs(dates.mean!)).toBeLessThan(0.02)
  expect([dates.placebos, tickers.placebos].every((drawn) => drawn > 0 && drawn <= 4 * 260)).toBe(true)
  const { placebo_dates: ofDates, placebo_tickers: ofTickers } = gauntletEntry(gauntlet(judged(0)))
  expect([ofDates.placebos, ofTickers.placebos]).toEqual([dates.placebos, tickers.placebos])
})

test('below 30 cohorts nothing is judged', () => {
  const input = judged(0.05)
  expect(gauntlet({ ...input, episodes: input.episodes.slice(0, 40) })).toMatchObject({ state: 'insufficient' })
})

test('the draws are the same each time, and others in another month', () => {
  const input = judged(0)
  expect(gauntlet(input)).toEqual(gauntlet(input))
  const later = gauntlet({ ...input, on: input.table.days[500]! })
  expect(later.tickers.placeboMean).not.toBe(gauntlet(input).tickers.placeboMean)
})

test('a placebo is measured only when all its bars are known', () => {
  const { table } = judged(0)
  const pick = { ticker: 0, at: 200, entry: 'close', horizon: HORIZON, side: 'long' } as const
  expect(placeboExcess(table, pick, 204)).toBeNaN()
  expect(placeboExcess(table, pick, 205)).not.toBeNaN()
  expect(placeboExcess(table, { ...pick, side: 'short' }, 205)).toBeCloseTo(
    -placeboExcess(table, pick, 205) - 0.002,
    12,
  )
})

test('contracts are compared with placebos with the same stop, because a stop alone lowers the chance rate below one half', () => {
  const input = judged(0)
  const contracts = input.episodes.map((episode) => ({
    ...episode,
    macroBars: null,
    excess: contractExcess(input.table, episode, null, input.until),
  }))
  const { contracts: margin } = gauntlet({ ...input, contracts })
  expect(margin.n).toBe(contracts.length)
  expect(margin.placebos).toBeGreaterThan(4 * contracts.length)
  expect(Math.abs(margin.hitRate! - margin.placeboHitRate!)).toBeLessThan(0.08)
})

test('a contract ends at the first close beyond its level, at a macro exit, or at its horizon', () => {
  const input = judged(0)
  const { table, until } = input
  const [{ ticker, at, ...pick }] = input.episodes as [JudgedEpisode]
  const close = table.columns[ticker]!.close.slice()
  const excess = (macroBars: number | null) =>
    contractExcess(
      { ...table, columns: table.columns.map((own, place) => (place === ticker ? { ...own, close } : own)) },
      { ...pick, ticker, at },
      macroBars,
      until,
    )
  const to = (bars: number) =>
    close[at + bars]! / close[at]! - table.benchmark.close[at + bars]! / table.benchmark.close[at]! - 0.001
  close.set(
    [1, 1.001, 1.002, 1.003, 1.004].map((factor) => factor * close[at]!),
    at + 1,
  )
  expect(excess(null)).toBeCloseTo(to(HORIZON), 12)
  expect(excess(2)).toBeCloseTo(to(2), 12)
  close[at + 3] = 0.5 * close[at]!
  expect(excess(null)).toBeCloseTo(to(3), 12)
})
