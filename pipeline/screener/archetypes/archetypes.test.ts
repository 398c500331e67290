import { describe, expect, test } from 'vitest'
import { calmly, firingInput, inputOf, PATHS } from '../../../harness/fixtures/archetype-paths.ts'
import { noiseWorld, worldInput } from '../../../harness/fixtures/screener-world.ts'
import { ARCHETYPE_IDS } from '../../../shared/domain/contract/screener-ids.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { closeOnly } from '../bar.ts'
import { addBar, emptyState } from '../indicators.ts'
import { nameView, returnOver } from '../name-view.ts'
import { barAt } from '../price-table.ts'
import { archetypeOf, archetypes } from './index.ts'

describe.each(ARCHETYPE_IDS)('%s', (id) => {
  const archetype = archetypeOf(id)
  const { drift, moves, volumes } = PATHS[id]
  const input = inputOf(drift, moves, 1, volumes)

  test('fires on its own path, with enough confluences and reasons, and is confirmed', () => {
    const firing = archetype.fires(firingInput(archetype))
    expect(firing).not.toBeNull()
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
        const dayAgo = (bars: number) => table.days[at - bars]!
        const scaledInput = {
          name: view,
          market: view,
          barDay: table.days[at]!,
          dayAgo,
          marketReturn: (bars: number) => returnOver(view, bars),
          barsSinceReport: null,
        }
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

test('the day of a jump is that of its own bar, though the name lacks a bar since', () => {
  const { moves, drift, volumes } = PATHS.post_earnings_base
  const input = inputOf(drift, moves, 1, volumes)
  const jumpOf = (dayAgo: (bars: number) => TradingDay) =>
    archetypeOf('post_earnings_base').fires({ ...input, dayAgo })!.why[0]
  const jump = (bars: number) => input.dayAgo(bars)
  const gap = Array.from({ length: 30 }, (_, bars) => jump(bars)).findIndex((day) => jumpOf(jump)!.includes(day))
  expect(gap).toBeGreaterThan(1)
  expect(jumpOf((bars) => jump(bars < 2 ? bars : bars + 1))).toContain(jump(gap + 1))
})
