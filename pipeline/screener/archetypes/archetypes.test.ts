import { describe, expect, test } from 'vitest'
import { noiseWorld, worldInput } from '../../../harness/fixtures/screener-world.ts'
import { ARCHETYPE_IDS, type ArchetypeId } from '../../../shared/domain/contract/screener-ids.ts'
import { seeded } from '../../../shared/domain/seeded.ts'
import type { ArchetypeInput } from '../archetype.ts'
import { closeOnly } from '../bar.ts'
import { addBar, emptyState } from '../indicators.ts'
import { nameView } from '../name-view.ts'
import { barAt } from '../price-table.ts'
import { archetypeOf, archetypes } from './index.ts'

const DAY = 0.01

/** 300 quiet sessions that drift, then moves in units of a day, then one price after them. */
function inputOf(drift: number, moves: readonly number[], calm = 1, volumes: readonly number[] = []): ArchetypeInput {
  const random = seeded(11)
  const quiet = Array.from({ length: 300 }, () => (drift + Math.sqrt(12) * (random() - 0.5)) * DAY)
  const state = emptyState()
  let close = 100
  const all = [...quiet, ...moves.map((move) => move * DAY * calm)]
  for (const [at, move] of all.entries()) {
    close *= Math.exp(move)
    const volume = volumes[at - quiet.length] ?? (volumes.length > 0 ? 1_000 : Number.NaN)
    addBar(state, { ...closeOnly(close), volume })
  }
  return { name: nameView(state, null), market: marketView(), barsSinceReport: null }
}

function marketView() {
  const random = seeded(12)
  const state = emptyState()
  let close = 100
  for (let at = 0; at < 330; at++) {
    close *= Math.exp((random() - 0.5) * DAY)
    addBar(state, closeOnly(close))
  }
  return nameView(state, null)
}

const repeat = (move: number, times: number): number[] => Array.from({ length: times }, () => move)
/** Small moves to and fro, so that volatility falls. */
const calmly = (drift: number, times: number): number[] =>
  Array.from({ length: times }, (_, at) => drift + (at % 2 === 0 ? 0.3 : -0.3))

const VOLUMES = Array.from({ length: 11 }, (_, at) => (at === 0 ? 4_000 : 1_000))

/** A path on which each archetype is ripe, and the same path with the last move turned. */
const PATHS: Readonly<Record<ArchetypeId, { drift: number; moves: number[]; volumes?: number[] }>> = {
  capitulation_reversal: { drift: 0, moves: [-3, -3, -3, -2, -2, 1.5] },
  oversold_quality: { drift: 0.25, moves: [-1.5, -1, -1, -1, 0.4] },
  post_earnings_base: { drift: 0.05, moves: [6, ...calmly(0, 9), 1], volumes: VOLUMES },
  relative_strength_reclaim: { drift: 0.15, moves: [...repeat(-0.9, 8), 1.5, 2, 2, 1] },
  parabolic_exhaustion: { drift: 0, moves: [...repeat(0.8, 18), 1.2, 1.2, -0.8] },
  failed_breakout: { drift: -0.02, moves: [...repeat(-0.2, 30), ...repeat(1, 12), -2, -3, -3] },
  breakdown_retest: { drift: 0, moves: [...repeat(-0.2, 30), -2, -2, -1, 1, 1, 1.8, -0.5] },
  crowded_complacency: { drift: 0.2, moves: [...calmly(0.3, 30), -0.8] },
}

describe.each(ARCHETYPE_IDS)('%s', (id) => {
  const archetype = archetypeOf(id)
  const { drift, moves, volumes } = PATHS[id]
  const input = inputOf(drift, moves, 1, volumes)

  test('fires on its own path, with enough confluences and reasons, and is confirmed', () => {
    // A setup may have fired up to three sessions before its confirmation.
    const firing = [0, 1, 2, 3]
      .map((ago) => archetype.fires(inputOf(drift, moves.slice(0, moves.length - ago), 1, volumes)))
      .find((each) => each !== null)
    expect(firing).toBeDefined()
    expect(firing!.confluence.length).toBeGreaterThanOrEqual(archetype.confluenceMin)
    expect(firing!.score).toBeGreaterThanOrEqual(0)
    expect(firing!.score).toBeLessThanOrEqual(100)
    expect(firing!.why.length).toBeGreaterThanOrEqual(1)
    expect(firing!.why.length).toBeLessThanOrEqual(4)
    expect(archetype.confirms(input)).toBe(true)
  })

  test('is not confirmed by the opposite last move', () => {
    const turned = [...moves.slice(0, -1), -2 * moves.at(-1)!]
    expect(archetype.confirms(inputOf(drift, turned, 1, volumes))).toBe(false)
  })

  test('does not fire on a quiet name', () => {
    expect(archetype.fires(inputOf(0, calmly(0, 5)))).toBeNull()
  })

  test('reads moves and not prices: a split changes nothing', () => {
    const scaled = (factor: number) => {
      const { table } = worldInput(noiseWorld({ seed: 5, tickers: 1, sessions: 400 }))
      const state = emptyState()
      const answers: unknown[] = []
      for (let at = 0; at < table.days.length; at++) {
        addBar(state, closeOnly(barAt(table.columns[0]!, at)!.close * factor))
        const view = nameView(state, null)
        const scaledInput = { name: view, market: view, barsSinceReport: null }
        if (at > 252) answers.push([archetype.fires(scaledInput) !== null, archetype.confirms(scaledInput)])
      }
      return answers
    }
    expect(scaled(4)).toEqual(scaled(1))
  })
})

test('four archetypes are long and four are short, and each is listed under its own id', () => {
  const sides = archetypes.map(({ side }) => side)
  expect([sides.filter((side) => side === 'long').length, sides.filter((side) => side === 'short').length]).toEqual([
    4, 4,
  ])
  expect(archetypes.map(({ id }) => id)).toEqual([...ARCHETYPE_IDS])
})
