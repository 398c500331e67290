import { describe, expect, it } from 'vitest'
import type { RailLevel } from '../../shared/domain/contract/gamma-rail.ts'
import { railTicks } from './rail-ticks.ts'

const levels = (...prices: number[]) =>
  prices.map((price, at) => ({ key: `k${at}`, label: `L${at}`, price }) as never as RailLevel)

describe('the ticks of the rail', () => {
  it('have a twentieth of the span beyond the outermost, and a dollar at least', () => {
    expect(railTicks(levels(500, 600)).axis).toEqual({ low: 495, high: 605 })
    expect(railTicks(levels(500, 510)).axis).toEqual({ low: 499, high: 511 })
    expect(railTicks(levels(500)).axis).toEqual({ low: 499, high: 501 })
    expect(railTicks([])).toEqual({ ticks: [], axis: null })
  })

  it('ascend by price, in parts of the axis with four digits', () => {
    const { ticks } = railTicks(levels(600, 500, 530))
    expect(ticks.map(({ price, position }) => [price, position])).toEqual([
      [500, 0.045_5],
      [530, 0.318_2],
      [600, 0.954_5],
    ])
  })

  it('merge where they round to the same dollar', () => {
    const { ticks } = railTicks(levels(500.4, 499.6, 510))
    expect(ticks.map(({ price, label, keys }) => [price, label, keys])).toEqual([
      [500, 'L0, L1', ['k0', 'k1']],
      [510, 'L2', ['k2']],
    ])
  })

  it('that would touch alternate between two tiers, from 8 % of the axis on they do not touch', () => {
    // The axis from 495 to 605 has 110 dollars, so that labels need 8.8 between them.
    const tiers = (...prices: number[]) => railTicks(levels(500, ...prices, 600)).ticks.map(({ tier }) => tier)
    expect(tiers(508)).toEqual([0, 1, 0])
    expect(tiers(509)).toEqual([0, 0, 0])
    expect(tiers(505, 510, 515, 530)).toEqual([0, 1, 0, 1, 0, 0])
  })
})
