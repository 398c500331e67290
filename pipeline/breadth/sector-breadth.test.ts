import { expect, it } from 'vitest'
import { marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { SectorShares } from '../../shared/domain/contract/sector-shares.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { BreadthPoint } from '../inputs/market-inputs.ts'
import { sectorBreadth } from './sector-breadth.ts'

const base = marketInputs('2026-11-20', '10:00')
const tally = (above50: number, counted50: number, members = 30) => ({
  members,
  counted50,
  above50,
  counted200: counted50,
  above200: Math.floor(above50 / 2),
})
const point = (day: string): BreadthPoint => ({
  breadth: {
    day: tradingDay(day),
    ...tally(45, 60, 90),
    sectors: [
      { sector: 'Energy', ...tally(15, 30) },
      { sector: 'Utilities', ...tally(0, 0) },
      { sector: 'Information Technology', ...tally(30, 30) },
    ],
  },
  knownAt: base.cutoff,
  source: 'breadth',
})

it('sectors have their shares and counts, strongest first, and nulls where no member was counted', () => {
  const block = SectorShares.parse(sectorBreadth({ ...base, breadth: point('2026-11-19') }))
  expect(block).toMatchObject({
    day: '2026-11-19',
    age_sessions: 1,
    pct_above_50dma: 75,
    counted_50dma: 60,
    members: 90,
  })
  expect(
    block.sectors.map(({ sector, pct_above_50dma, pct_above_200dma }) => [sector, pct_above_50dma, pct_above_200dma]),
  ).toEqual([
    ['Information Technology', 100, 50],
    ['Energy', 50, 23.3],
    ['Utilities', null, null],
  ])
})

it('sectors of equal strength are ordered by name, also those in which no member was counted', () => {
  const equal = ['Utilities', 'Energy', 'Materials'].map((sector) => ({ sector, ...tally(15, 30) }))
  const uncounted = ['Real Estate', 'Financials'].map((sector) => ({ sector, ...tally(0, 0) }))
  const given = point('2026-11-19')
  const breadth = { ...given.breadth, sectors: [...uncounted, ...equal] }
  const block = SectorShares.parse(sectorBreadth({ ...base, breadth: { ...given, breadth } }))
  expect(block.sectors.map(({ sector }) => sector)).toEqual([
    'Energy',
    'Materials',
    'Utilities',
    'Financials',
    'Real Estate',
  ])
})

it('breadth that is absent or too old is not ready', () => {
  expect(sectorBreadth(base)).toEqual({ status: 'not_ready', reason: 'no breadth of the members is known yet' })
  expect(sectorBreadth({ ...base, breadth: point('2026-11-06') })).toMatchObject({
    status: 'not_ready',
    reason: expect.stringMatching(/for 2026-11-06, \d+ sessions before the newest published value/),
  })
})
