import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ripeCandidate } from '../../harness/fixtures/ripe-candidate.ts'
import type { Candidate } from './candidate.ts'
import { deepScan } from './deep-scan.ts'
import { type CompanyParts, readPanels } from './panel-readings.ts'

const example = (panel: string) =>
  JSON.parse(readFileSync(new URL(`../../api/company/${panel}-example.json`, import.meta.url), 'utf8'))
const PARTS: CompanyParts = {
  estimates: example('estimates').revisions,
  ownership: example('ownership').open_market,
  sentiment: example('sentiment').components,
}
const total = (owners: number) => ({ transactions: owners, owners, shares: 1, value: 1, without_price: 0 })

test('panels of a company are read as they are served, and each missing one is named', () => {
  const { options, estimates, ownership, sentiment } = readPanels(PARTS)
  expect(options).toMatchObject({ leaning: 0, n: 252, reason: 'skew neither, percentile 36' })
  expect(estimates.leaning).toBeCloseTo(0.125, 3)
  expect(ownership.leaning).toBeCloseTo(-1 / 3, 6)
  expect(sentiment).toMatchObject({ leaning: 0, n: 252, reason: 'put call neither, percentile 29' })
  for (const { leaning, reason } of Object.values(readPanels(null))) {
    expect(leaning).toBeNull()
    expect(reason).toMatch(/^no .* for this company are known$/)
  }
  expect(readPanels({ estimates: { ...PARTS.estimates!, net_up_share: null } }).estimates.leaning).toBeNull()
})

const adds = (changes: Partial<Candidate>, parts: CompanyParts | null = null) =>
  Object.fromEntries(deepScan(ripeCandidate(changes), new Map(), parts).parts.map((each) => [each.part, each.adds]))

test('a reading counts for a long as much as against a short', () => {
  const buying: CompanyParts = { ownership: { bought: total(4), sold: total(0), sold_by_plan: total(0), net_value: 9 } }
  const [long, short] = [adds({}, buying), adds({ archetype: 'failed_breakout' }, buying)]
  expect(long.ownership).toBe(2)
  expect(short.ownership).toBe(-2)
})

test.each([
  { name: 'no known report', since: null, report: 0 },
  { name: 'a report long ago, as if none were known', since: 120, report: 0 },
  { name: 'a fresh report', since: 5, report: 2 },
  { name: 'the last bar before the next report can come within the horizon', since: 52, report: 2 },
  { name: 'a report that may come within the horizon', since: 53, report: -4 },
])('bars since the last report: $name', ({ since, report }) => {
  expect(adds({ barsSinceReport: since }).report).toBe(report)
})
