import { expect, it } from 'vitest'
import { pageOf } from '../../harness/page-of.ts'
import { textOf } from '../../harness/text-of.ts'
import { reportsPage } from './reports-route.ts'

const report = { filename: 'report-20261120-162000.md', timestamp: '2026-11-20T16:20:00' }
const replacing = { filename: 'report-20261120-162031.md', timestamp: '2026-11-20T16:20:31', replaces: report.filename }
const drawn = (changes: object = {}): Promise<string> => {
  const days = [{ date: '2026-11-20', week: '2026-W47', reports: [replacing, report] }]
  return pageOf(reportsPage, { documents: { '/api/v1/reports': { total_days: 1, days, reason: null, ...changes } } })
}

it('a report has its page and its file, and names the one that it replaces', async () => {
  const html = await drawn()
  expect(textOf(html)).toContain(
    'By day 1 day figures Reports by day Day and week Reports, Eastern time 20 Nov 2026 2026-W47 16:20:31 ET md replaces that ' +
      'of 20 Nov 2026, 16:20 16:20 ET md This describes states',
  )
  expect(html).toContain('<a href="/read/2026-11-20/162031">')
  expect(html).toContain('href="/reports/report-20261120-162000.md"')
})

it('without a report the page gives the reason', async () => {
  expect(textOf(await drawn({ days: [], total_days: null }))).toContain(
    'By day figures No report has been written yet.',
  )
  expect(textOf(await drawn({ days: [], total_days: 0, reason: 'no cycle has run' }))).toContain(
    '0 days figures No cycle has run.',
  )
})
