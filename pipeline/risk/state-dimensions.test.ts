import { describe, expect, it } from 'vitest'
import { stressedMarket } from '../../harness/fixtures/state-history/state-history.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { fitSpace, presence, stressRank } from './fit.ts'
import { stateDimensions, tenth } from './state-dimensions.ts'

const AT = 400
const LAST = 420

function dimensionsOf(change: (market: ReturnType<typeof stressedMarket>) => void = () => {}, at = LAST) {
  const market = stressedMarket({ sessions: LAST + 1 })
  change(market)
  const space = fitSpace(market, AT, presence(market, at), 20)
  const found = stateDimensions(market, space, at)
  return { market, space, found, of: (key: string) => found.find((each) => each.key === key)! }
}

describe('the dimensions of a state', () => {
  it('stand with the most stressed first, each with its rank and that of five sessions before', () => {
    const { found, space } = dimensionsOf()
    const ranks = found.map(({ stress }) => stress!)
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
    for (const axis of space!.axes) {
      const { stress, stress_5d_ago: before } = found.find(({ key }) => key === axis.column.dimension.key)!
      expect([stress, before]).toEqual([tenth(stressRank(axis, LAST)), tenth(stressRank(axis, LAST - 5))])
    }
  })

  it('have no earlier rank without a reading of five sessions before', () => {
    const { of } = dimensionsOf(({ columns }) => columns[1]!.values.fill(Number.NaN, LAST - 5, LAST - 4))
    expect(of('vix_term')).toMatchObject({ used: true, stress: expect.any(Number), stress_5d_ago: null })
    expect(of('volatility').stress_5d_ago).not.toBeNull()
  })

  it('that are not used stand last and say why', () => {
    const { found, of } = dimensionsOf(({ columns }) => {
      columns[0]!.values.fill(Number.NaN)
      columns[1]!.values.fill(Number.NaN, LAST)
      columns[4]!.values.fill(Number.NaN, 0, 200)
    })
    expect(of('volatility')).toMatchObject({
      used: false,
      value: null,
      stress: null,
      z: null,
      have: 0,
      reason: 'no value of vix_close is known',
    })
    expect(of('vix_term').reason).toBe('no value of vix3m_close is fresh enough for this session')
    expect(of('breadth')).toMatchObject({
      have: 221,
      value: expect.any(Number),
      reason: '221 of 421 sessions have a reading; half of those before the refit are needed',
    })
    expect(found.map(({ used }) => used)).toEqual([true, true, true, false, false, false])
    expect(found.filter(({ used }) => used).every(({ reason }) => reason === null)).toBe(true)
  })

  it('that are not used come after the calmest one, whose rank is zero', () => {
    const { found } = dimensionsOf(({ columns }) => {
      columns[0]!.values.fill(Number.NaN)
      columns[5]!.values[LAST] = 1e9
    })
    expect(found.slice(-2).map(({ key, stress }) => [key, stress])).toEqual([
      ['gamma', 0],
      ['volatility', null],
    ])
  })

  it('of a series that no history validated are shown and decide nothing', () => {
    const { of } = dimensionsOf(({ columns }) => {
      columns[2]!.series = 'baa10y' satisfies SeriesId
    })
    expect(of('credit')).toMatchObject({
      used: false,
      validated: false,
      reason: 'baa10y is not validated, because no history of it was available; it decides nothing',
    })
    expect(of('credit_change')).toMatchObject({ used: true, validated: true })
  })

  it('name the vendor whose gamma they read', () => {
    const labelOf = (series: SeriesId) =>
      dimensionsOf(({ columns }) => {
        columns[5]!.series = series
      }).of('gamma').label
    expect(labelOf('gex_own')).toBe('Dealer gamma against its usual size')
    expect(labelOf('gex_vendor')).toBe("Dealer gamma against its usual size, by the vendor's series")
  })
})

it('a rank has one decimal, the nearest', () => {
  expect([12.34, 12.36, -0.26].map(tenth)).toEqual([12.3, 12.4, -0.3])
})
