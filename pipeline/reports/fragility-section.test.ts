import { expect, it } from 'vitest'
import { marketInputs, type Wish } from '../../test/fixtures/market-inputs/market-inputs.ts'
import { fragility } from '../fragility/fragility.ts'
import { computeSnapshot } from '../snapshot/compute-snapshot.ts'
import { fragilitySection } from './fragility-section.ts'

function section(wish: Wish = {}): string {
  const inputs = marketInputs('2026-11-20', '10:01', { whole: true, ...wish })
  return fragilitySection(fragility(inputs), computeSnapshot(inputs, { cycleId: 'x', origin: 'scheduled' }))
}

it('says the score, where each pillar stands in its own year, and the nearest line', () => {
  const lines = section().split('\n')
  expect(lines[2]).toMatch(/^Fragility \*\*\d+ out of 100\*\* \(\w+\); 100 is every pillar at its worst/)
  expect(lines[4]).toMatch(
    /^- VIX 14\.60, quoted 2026-11-20 09:46 ET: as healthy as or healthier than \d+ % of its last 252 sessions$/,
  )
  expect(lines[5]).toMatch(/^- HY OAS 3\.27 %, for 2026-11-18: as healthy/)
  expect(lines.at(-1)).toMatch(
    /^- Nearest line for the worse: .+, its strained line at \d+\.\d\d, \d+\.\d of its usual daily moves away; across it the pillars would read CAUTIOUS instead of RISK-ON$/,
  )
})

it('a crossed line is the way back, and a line that changes nothing says so', () => {
  const stressed = section({ last: { hy_oas: 7.5 } })
  expect(stressed).toContain('- Nearest line for the better: ')
  expect(stressed).toMatch(/crossing it alone would leave the pillars at [A-Z-]+/)
})

it('says which pillar is not ranked, why there is no score, and when nothing was stored', () => {
  const short = section({ series: { gex_vendor: null, pct_above_50dma: null } })
  expect(short).toContain('**No fragility score**: only 2 of 4 pillars can be ranked')
  expect(short).toContain('- Breadth is not ranked: no value of pct_above_50dma is known yet')
  const inputs = marketInputs('2026-11-20', '10:01')
  const snapshot = computeSnapshot(inputs, { cycleId: 'x', origin: 'scheduled' })
  expect(fragilitySection(null, snapshot)).toContain('No fragility that can be read was stored')
})
