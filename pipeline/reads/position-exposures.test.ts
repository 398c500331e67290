import { expect, test } from 'vitest'
import { SECTORS } from '../../shared/domain/market/index-member.ts'
import { exposuresOf, sectorOf } from './position-exposures.ts'

test.each(SECTORS)(
  '%s rises with the index and its own sector, falls with volatility, and each effect is one step',
  (sector) => {
    const exposures = exposuresOf('AAA', sector)
    expect(exposures).toMatchObject({ index: 1, volatility: -1, sector: 1 })
    for (const step of Object.values(exposures)) expect(Math.abs(step)).toBe(1)
  },
)

test.each([
  ['higher rates help banks', 'Financials', { rates: 1 }],
  ['higher rates weigh on utilities', 'Utilities', { rates: -1 }],
  ['higher rates and spreads weigh on real estate', 'Real Estate', { rates: -1, credit: -1 }],
  ['oil helps those who sell it', 'Energy', { oil: 1, dollar: -1 }],
  ['oil weighs on those who burn it', 'Industrials', { oil: -1, dollar: -1 }],
])('%s', (_words, sector, expected) => {
  expect(exposuresOf('AAA', sector)).toMatchObject(expected)
})

test('bonds, gold, oil, the dollar and VIX have rules of their own, whatever their sector', () => {
  expect(exposuresOf('TLT', 'Energy')).toEqual({ rates: -1 })
  expect(exposuresOf('HYG', null)).toEqual({ index: 1, volatility: -1, credit: -1 })
  expect(exposuresOf('GLD', null)).toEqual({ rates: -1, dollar: -1 })
  expect(exposuresOf('USO', null)).toEqual({ oil: 1, dollar: -1 })
  expect(exposuresOf('UUP', null)).toEqual({ dollar: 1, rates: 1 })
  expect(exposuresOf('VIX', null)).toEqual({ volatility: 1, index: -1, credit: 1 })
})

test('a symbol without a rule and an unknown sector is exposed like all US stocks', () => {
  expect(exposuresOf('SPY', null)).toEqual({ index: 1, volatility: -1, credit: -1, rates: -1 })
  expect(exposuresOf('AAA', 'Moon')).toEqual(exposuresOf('SPY', null))
})

test('a fund of a sector belongs to it unless a list assigns it differently', () => {
  expect(sectorOf('XLE', null)).toBe('Energy')
  expect(sectorOf('XLE', 'Utilities')).toBe('Utilities')
  expect(sectorOf('AAA', null)).toBeNull()
})
