import { describe, expect, it } from 'vitest'
import type { DailyView } from '../inputs/daily-view.ts'
import { type PillarViews, pillarPercentiles } from './pillar-percentiles.ts'

const view = (values: readonly number[]) =>
  ({
    series: 'x',
    points: values.map((value) => ({ value })),
    latest: { value: values.at(-1) },
    input: { for: '2026-11-20' },
  }) as unknown as DailyView

const ranksOf = (values: readonly number[]) => {
  const views: PillarViews = {
    volatility: view(values),
    credit: view(values),
    breadth: view(values),
    gamma: view(values),
  }
  return Object.fromEntries(pillarPercentiles(views).map((each) => [each.pillar, each]))
}
const upTo = (sessions: number, newest: number) => [...Array.from({ length: sessions - 1 }, (_, at) => at), newest]

describe('a pillar in its own last year', () => {
  it('ranks by health: breadth and gamma are healthier when higher, VIX and the spread when lower', () => {
    const ranks = ranksOf(upTo(200, 1_000))
    expect([ranks.breadth, ranks.gamma].map((each) => each!.percentile)).toEqual([100, 100])
    // Only itself is no healthier than it is.
    expect([ranks.volatility, ranks.credit].map((each) => each!.percentile)).toEqual([0.5, 0.5])
  })

  it('counts sessions that were as healthy as now', () => {
    expect(ranksOf([...Array<number>(100).fill(1), ...Array<number>(100).fill(2)]).breadth!.percentile).toBe(100)
    expect(ranksOf([...Array<number>(150).fill(2), ...Array<number>(50).fill(1)]).breadth!.percentile).toBe(25)
    expect(ranksOf([...Array<number>(150).fill(2), ...Array<number>(50).fill(1)]).credit!.percentile).toBe(100)
  })

  it('is that of the newest 252 sessions', () => {
    const values = [...Array<number>(400).fill(9), ...upTo(252, 251)]
    expect(ranksOf(values).breadth).toMatchObject({ percentile: 100, sessions: 252 })
    expect(ranksOf([9_999, ...upTo(252, 251)]).breadth!.percentile).toBe(100)
    expect(ranksOf([9_999, ...upTo(251, 250)]).breadth).toMatchObject({ percentile: (100 * 251) / 252, sessions: 252 })
  })

  it('needs half a year', () => {
    expect(ranksOf(upTo(126, 5)).gamma).toMatchObject({ status: 'ready', sessions: 126 })
    expect(ranksOf(upTo(125, 5)).gamma).toMatchObject({
      status: 'not_ready',
      percentile: null,
      have: 125,
      need: 126,
      reason: 'a percentile needs 126 sessions of own history, 125 are known',
    })
  })
})
