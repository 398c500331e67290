import { expect, it } from 'vitest'
import { calmSeries, marketInputs, type Wish } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { fragility } from '../fragility/fragility.ts'
import { computeSnapshot } from '../snapshot/compute-snapshot.ts'
import { fragilitySection } from './fragility-section.ts'

function section(wish: Wish = {}): string {
  const inputs = marketInputs('2026-11-20', '10:01', { whole: true, ...wish })
  return fragilitySection(fragility(inputs), computeSnapshot(inputs, { cycleId: 'x', origin: 'scheduled' }))
}

it('states the score, the rank of each pillar in its own year, and the nearest line', () => {
  const lines = section().split('\n')
  expect(lines[2]).toMatch(/^Fragility \*\*\d+ out of 100\*\* \(\w+\); at 100 every pillar is at its worst/)
  expect(lines[4]).toMatch(/^- VIX 14\.60: as healthy as or healthier than \d+ % of its last 252 sessions$/)
  expect(lines[5]).toMatch(/^- HY OAS 3\.27 %: as healthy/)
  expect(lines.at(-1)).toMatch(
    /^- Nearest worse line: .+, the strained line at \d+\.\d\d, \d+\.\d usual daily moves away; crossing it would change the pillars' regime from RISK-ON to CAUTIOUS$/,
  )
})

it('states that gamma has no line while it does not decide', () => {
  const own = calmSeries('gex_own', new Date('2026-11-20T15:01:00Z'))
  const gamma = (value: number) => ({
    series: { gex_own: own, gex_own_sign: own.map((point) => ({ ...point, value })), gex_vendor: null },
  })
  const words = 'Lines of dealer gamma are left out while it does not decide the regime'
  expect(section(gamma(0))).toContain(words)
  expect(section(gamma(1))).not.toContain(words)
})

it('gives a crossed line as the way back, and states when crossing changes nothing', () => {
  const stressed = section({ last: { hy_oas: 7.5 } })
  expect(stressed).toContain('- Nearest better line: ')
  expect(stressed).toMatch(/crossing it alone would leave the pillars' regime at [A-Z-]+/)
})

it('states which pillar is not ranked, why there is no score, and when nothing was stored', () => {
  const short = section({ series: { gex_vendor: null, pct_above_50dma: null } })
  expect(short).toContain('**No fragility score**: only 2 of 4 pillars can be ranked')
  expect(short).toContain('- Breadth is not ranked: no value of pct_above_50dma is known yet')
  const inputs = marketInputs('2026-11-20', '10:01')
  const snapshot = computeSnapshot(inputs, { cycleId: 'x', origin: 'scheduled' })
  expect(fragilitySection(null, snapshot)).toContain('No readable fragility was stored')
})
