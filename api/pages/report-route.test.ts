import { expect, it } from 'vitest'
import { pageOf } from '../../harness/page-of.ts'
import { textOf } from '../../harness/text-of.ts'
import { addressOf, reportClock, reportPage } from './report-route.ts'

const CONTENT = `# Market report, 2026-11-20 16:20:00 ET

## Market status

Regime **RISK-ON** <b>now</b>.

## Alerts & levels

| Level | Price |
| --- | --- |
| call wall | 680 |

## Alerts & levels

### Main

Again.
`
const at = (timestamp: string) => ({ timestamp })
const week = (...days: string[][]) => ({ days: days.map((times) => ({ reports: times.map(at) })), reason: null })
const report = {
  filename: 'report-20261120-162000.md',
  timestamp: '2026-11-20T16:20:00',
  content: CONTENT,
  reason: null,
}

/** All three weeks are read by one route, so the document answers for each of them. */
const drawn = (documents: object = {}): Promise<string> =>
  pageOf(reportPage, {
    params: { date: '2026-11-20', time: '162000' },
    documents: {
      '/api/v1/reports/:filename': report,
      '/api/v1/reports/week/:week_id': week(
        ['2026-11-19T16:20:00', '2026-11-19T10:00:00'],
        ['2026-11-20T16:00:00', '2026-11-20T16:20:00', '2026-11-20T16:20:31'],
      ),
      ...documents,
    },
  })

it('each section has an address, also one whose heading is taken, and markup in a report stays text', async () => {
  const html = await drawn()
  expect([...html.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    'market-status',
    'alerts-levels',
    'alerts-levels-2',
    'main-2',
  ])
  expect(html).toContain(
    'Market status <a class="permalink" href="#market-status" aria-label="Address of Market status">#</a></h2>',
  )
  expect(html).not.toContain('<h1 id=')
  expect(html).toContain('<strong>RISK-ON</strong> &lt;b&gt;now&lt;/b&gt;')
  expect(html).toMatch(
    /<div class="scroll" tabindex="0" role="group" aria-label="Table: Alerts &#38; levels"><table>.*<\/table><\/div>/s,
  )
  expect(html).not.toContain('\\n')
  expect(textOf(html)).toContain(
    'In this report figures Market status Alerts & levels Alerts & levels Reports of this week',
  )
})

it('a reader steps to the neighbours by report and by day, and the report that is read is marked', async () => {
  const html = await drawn()
  const nav = /<nav class="days".*?<\/nav>/s.exec(html)![0]
  expect([...nav.matchAll(/href="([^"]+)">([^<]+)</g)].map(([, href, words]) => `${words} ${href}`)).toEqual([
    'Day before /read/2026-11-19/162000',
    'Report before /read/2026-11-20/160000',
    'Report after /read/2026-11-20/162031',
    'All reports /reports',
  ])
  expect(textOf(html)).toContain(
    'Reports of this week Eastern time figures Thu 19 Nov 2026 10:00 16:20 Fri 20 Nov 2026 16:00 16:20 16:20:31',
  )
  expect(html.match(/<b aria-current="page">16:20<\/b>/g)).toHaveLength(1)
})

it('weeks and days beyond are steps too', async () => {
  const times = week(['2026-11-13T16:20:00'], ['2026-11-20T16:20:00'], ['2026-11-23T10:00:00'])
  const nav = /<nav class="days".*?<\/nav>/s.exec(await drawn({ '/api/v1/reports/week/:week_id': times }))![0]
  expect(textOf(nav)).toBe('Week before Day before Report before Report after Day after Week after All reports')
})

it('a report without sections, without text or without an answer is described as such', async () => {
  const plain = textOf(await drawn({ '/api/v1/reports/:filename': { ...report, content: 'No headings.' } }))
  expect(plain).toContain('In this report figures It has no sections.')
  const empty = { ...report, content: '', reason: 'It was not written.' }
  expect(textOf(await drawn({ '/api/v1/reports/:filename': empty }))).toContain('It was not written. as Markdown')
  const away = await drawn({ '/api/v1/reports/:filename': null })
  expect(textOf(away)).toContain('All reports The report cannot be read now. as Markdown')
  expect(away).toContain('<title>Report of 20 Nov 2026, 16:20 ET</title>')
})

it.each([
  ['2026-11-20T16:20:00', '/read/2026-11-20/162000', '16:20'],
  ['2026-11-20T16:20:31', '/read/2026-11-20/162031', '16:20:31'],
])('the report of %s has an address and a time', (timestamp, address, clock) => {
  expect([addressOf(timestamp), reportClock(timestamp)]).toEqual([address, clock])
})
