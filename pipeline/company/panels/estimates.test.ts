import { expect, test } from 'vitest'
import { UNKNOWN } from '../../../harness/fixtures/unknown-company.ts'
import type { EstimatesRow } from '../../../shared/domain/market/company-record.ts'
import { addDays } from '../../../shared/time/trading-day.ts'
import type { Stored } from '../inputs.ts'
import { estimatesPanel } from './estimates.ts'

const { day: TODAY, cutoff } = UNKNOWN

function snapshot(daysAgo: number, eps: number, fiscal_end = '2026-12'): Stored<EstimatesRow> {
  const day = addDays(TODAY, -daysAgo)
  const quarter = { fiscal_end, eps, high: eps, low: eps, analysts: 10, up: 4, down: 1 }
  return { key: day, day, knownAt: cutoff, row: { quarters: [quarter], years: [], target: null } }
}
const panelOf = (estimates: Stored<EstimatesRow>[], limit = 60) => estimatesPanel({ ...UNKNOWN, estimates }, limit)

test('the history begins with the newest snapshot and is at most as long as it may be', () => {
  const { history } = panelOf([snapshot(0, 2), snapshot(1, 1.9), snapshot(2, 1.8)], 2)
  expect(history.map(({ day }) => day)).toEqual([TODAY, addDays(TODAY, -1)])
})

test('a revision is the change since the snapshot of that many days ago, or of up to five days before that', () => {
  const { revisions } = panelOf([snapshot(0, 2), snapshot(6, 1), snapshot(12, 1.6), snapshot(36, 1.25)])
  expect(revisions).toMatchObject({ period: '2026-12', d7: 0.25, d30: null, d90: null, net_up_share: 0.3 })
  expect(panelOf([snapshot(0, 2), snapshot(13, 1.6)]).revisions.d7).toBeNull()
  expect(panelOf([snapshot(0, 2), snapshot(35, 1.25)]).revisions.d30).toBe(0.6)
})

test('a consensus of another quarter is not compared, and a loss that shrinks is a rise', () => {
  expect(panelOf([snapshot(0, 2), snapshot(7, 1.6, '2026-09')]).revisions.d7).toBeNull()
  expect(panelOf([snapshot(0, -1), snapshot(7, -2)]).revisions.d7).toBe(0.5)
})
