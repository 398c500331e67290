import { expect, it } from 'vitest'
import type { SectorShare, SectorShares } from '../../shared/domain/contract/sector-shares.ts'
import type { ScoreComponent, SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { sectorSection } from './sector-section.ts'

const shares = (above: number, counted: number, members = counted) => ({
  members,
  counted_50dma: counted,
  above_50dma: above,
  counted_200dma: counted,
  above_200dma: 0,
  pct_above_50dma: counted === 0 ? null : (100 * above) / counted,
  pct_above_200dma: counted === 0 ? null : 0,
})
const sector = (name: string, above: number, counted = 20): SectorShare => ({ sector: name, ...shares(above, counted) })
const block = (sectors: SectorShare[], changes: Partial<SectorShares> = {}): SectorShares => ({
  status: 'ready',
  day: '2026-11-19',
  known_at: '2026-11-19T17:41:00-05:00',
  source: 'breadth',
  age_sessions: 1,
  ...shares(309, 500, 503),
  sectors,
  ...changes,
})
const section = (sector_breadth: object, rankedDay = '2026-11-19'): string =>
  sectorSection({
    sector_breadth,
    score_components: [{ key: 'breadth', percentile: 44.8, inputs: [{ for: rankedDay }] } as unknown as ScoreComponent],
  } as unknown as SignalsSnapshot)

const SECTORS = [sector('Energy', 18), sector('Utilities', 18), sector('Materials', 9), sector('Financials', 2)]

it('states the breadth with percentile, counts and age, and names every strongest and weakest sector', () => {
  expect(section(block(SECTORS)).split('\n').slice(2)).toEqual([
    '- Of the 503 members, 61.8 % (309 of 500) are above their own 50-day average, 45th percentile of its own last year; 0.0 % (0 of 500) above their 200-day average',
    '- Strongest by the 50-day average: Energy 90.0 % (18 of 20), Utilities 90.0 % (18 of 20)',
    '- Weakest: Financials 10.0 % (2 of 20)',
    '- Not counted for lack of closes: 3 members at 50 days, 3 at 200 days',
    '- Closes for 2026-11-19, 1 session old, known since 2026-11-19 17:41 ET',
    '',
    '| Sector | Above 50-day | Above 200-day |',
    '| --- | --- | --- |',
    '| Energy | 90.0 % (18 of 20) | 0.0 % (0 of 20) |',
    '| Utilities | 90.0 % (18 of 20) | 0.0 % (0 of 20) |',
    '| Materials | 45.0 % (9 of 20) | 0.0 % (0 of 20) |',
    '| Financials | 10.0 % (2 of 20) | 0.0 % (0 of 20) |',
  ])
})

it('gives no rank from other closes, and states how many members were not counted', () => {
  expect(section(block(SECTORS), '2026-11-18')).not.toContain('percentile')
  const uncounted = section(block([...SECTORS, sector('Real Estate', 0, 0)]))
  expect(uncounted).toContain('- Weakest: Financials')
  expect(uncounted).toContain('| Real Estate | none counted | none counted |')
  expect(section(block([sector('Energy', 0, 0)]))).toContain('- No sector has a member with a 50-day average')
  expect(section(block(SECTORS.slice(0, 2)))).toContain('- No sector stands out: Energy 90.0 % (18 of 20)')
})

it('gives the reason when there is no block', () => {
  expect(section({ status: 'not_ready', reason: 'no breadth of the members is known yet' })).toBe(
    '## Sector breadth\n\nNo sector breadth: no breadth of the members is known yet.',
  )
  expect(section({ status: 'ready', percent: 3 })).toContain('in a shape this version cannot read')
})
