import { describe, expect, test } from 'vitest'
import { noiseWorld, tickerName, type World, worldInput } from '../../harness/fixtures/screener-world.ts'
import { isLong } from '../../harness/run-environment.ts'
import { ARCHETYPE_IDS, type ArchetypeId } from '../../shared/domain/contract/screener-ids.ts'
import { archetypeOf } from './archetypes/index.ts'
import type { ReplayLine } from './replay-lines.ts'
import { replayScreener } from './replay-screener.ts'

/** Sixty tickers and four years with runs, after one that warms the indicators. */
const SIZE = { tickers: 60, sessions: 252 * 5 }
const WORLDS = 20
const PLANTED: ArchetypeId = 'capitulation_reversal'
const DRIFT = 0.03
const FOLLOWED = 0.95
const ROUNDS_MAX = 40

const replay = (world: World): ReplayLine[] => [...replayScreener(worldInput(world))]

const trustOf = (lines: readonly ReplayLine[], id: ArchetypeId, cohortsMax = Number.POSITIVE_INFINITY): ReplayLine[] =>
  lines.filter((line) => line.kind === 'trust' && line.archetype === id && (line.cohorts_total as number) <= cohortsMax)

const isEverBettable = (lines: readonly ReplayLine[], id: ArchetypeId, cohortsMax?: number): boolean =>
  trustOf(lines, id, cohortsMax).some(({ tier }) => tier === 'BETTABLE')

/** The sessions whose moves an episode's drift is spread over: those between its entry and its last bar. */
function firings(world: World, lines: readonly ReplayLine[]): Set<string> {
  const positions = new Map(world.days.map((day, at) => [day as string, at]))
  return new Set(
    lines
      .filter(({ kind, archetype }) => kind === 'episode' && archetype === PLANTED)
      .map(({ ticker, run_at }) => `${ticker} ${positions.get(String(run_at).slice(0, 10))! + 2}`),
  )
}

function plant(world: World, planted: ReadonlySet<string>): World {
  const { horizon, side } = archetypeOf(PLANTED)
  const daily = ((side === 'long' ? 1 : -1) * DRIFT) / horizon
  const moves = world.moves.map((own, ticker) => {
    const changed = own.slice()
    for (const firing of planted) {
      const [name, at] = firing.split(' ') as [string, string]
      if (name !== tickerName(ticker)) continue
      for (let bar = Number(at); bar < Math.min(Number(at) + horizon, changed.length); bar++) changed[bar]! += daily
    }
    return changed
  })
  return { ...world, moves }
}

/** Firings move with what is planted after them, so it is replayed and planted again until nearly all were followed. */
function plantUntilFollowed(noise: World): { lines: ReplayLine[]; followed: number } {
  let planted: ReadonlySet<string> = firings(noise, replay(noise))
  for (let round = 1; ; round++) {
    const lines = replay(plant(noise, planted))
    const fired = firings(noise, lines)
    const followed = [...fired].filter((firing) => planted.has(firing)).length / fired.size
    if (followed >= FOLLOWED || round === ROUNDS_MAX) return { lines, followed }
    planted = fired
  }
}

describe.runIf(isLong)('whole worlds', () => {
  test('at most 5 % of archetypes in worlds of noise are ever BETTABLE', { timeout: 3_600_000 }, () => {
    let [ever, all] = [0, 0]
    for (let seed = 1; seed <= WORLDS; seed++) {
      const lines = replay(noiseWorld({ seed, ...SIZE }))
      for (const id of ARCHETYPE_IDS) {
        if (trustOf(lines, id).length === 0) continue
        all++
        if (isEverBettable(lines, id)) ever++
      }
    }
    console.log(`noise: ${ever} of ${all} archetype-worlds were ever BETTABLE`)
    expect(all).toBeGreaterThan(100)
    expect(ever / all).toBeLessThanOrEqual(0.05)
  })

  test('a drift after every firing is found in at least 75 % of worlds', { timeout: 7_200_000 }, () => {
    let found = 0
    for (let seed = 101; seed < 101 + WORLDS; seed++) {
      const { lines, followed } = plantUntilFollowed(noiseWorld({ seed, ...SIZE }))
      expect(followed).toBeGreaterThanOrEqual(FOLLOWED)
      if (isEverBettable(lines, PLANTED, 120)) found++
    }
    console.log(`planted: ${found} of ${WORLDS} worlds`)
    expect(found / WORLDS).toBeGreaterThanOrEqual(0.75)
  })
})
