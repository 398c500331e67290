import { z } from 'zod'
import { documentRoute, type Loaded } from '../cache/document-route.ts'
import type { ApiContext } from '../http/context.ts'
import { readExampleText } from '../openapi/read-example.ts'
import { loadLatestReport } from './latest-report.ts'
import { emptyReportText, NO_REPORT } from './report-documents.ts'
import { FilenameParams, loadReport } from './reports-route.ts'
import { type ListedReport, newestReports } from './reports-view.ts'

const EXAMPLE_REPORT = readExampleText(import.meta.url, './report-example.md')

const LISTED = 1_000
const EXAMPLE_LIST = [
  { filename: 'report-20261120-100000.md', date: '2026-11-20', time: '10:00:00', replaces: null },
  { filename: 'report-20261120-094500.md', date: '2026-11-20', time: '09:45:00', replaces: null },
]
const TEXT = 'text/plain; charset=utf-8'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** Plain links without script or style, so that the strictest content policy can stay on. */
function reportListPage(
  reports: readonly Pick<ListedReport, 'filename' | 'date' | 'time' | 'replaces'>[],
  options: { dataMode: string; reason: string | null },
): string {
  const items = reports.map(({ filename, date, time, replaces }) => {
    const name = escapeHtml(filename)
    return `<li><a href="/reports/${encodeURIComponent(filename)}">${name}</a> ${escapeHtml(`${date} ${time} ET${replaces ? `, replaces ${replaces}` : ''}`)}</li>`
  })
  const body =
    items.length > 0
      ? `<ul>\n${items.join('\n')}\n</ul>`
      : `<p>No report is available: ${escapeHtml(options.reason ?? '')}.</p>`
  const mode = options.dataMode === 'simulated' ? '\n<p>Simulated data.</p>' : ''
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Reports</title></head>
<body>
<h1>Reports</h1>${mode}
${body}
</body>
</html>
`
}

async function loadLatestText(context: ApiContext): Promise<Loaded> {
  const newest = await loadLatestReport(context)
  return { value: newest?.report.content ?? emptyReportText(NO_REPORT), traceparent: newest?.traceparent ?? null }
}

const latestText = (path: '/report' | '/current', description: string) =>
  documentRoute({
    path,
    class: 'public',
    tag: 'legacy',
    summary: 'The newest report as Markdown text',
    description,
    response: z.string(),
    responseDescription: 'Markdown, or one sentence with the reason why there is no report',
    contentType: TEXT,
    example: EXAMPLE_REPORT,
    topics: ['reports'],
    load: loadLatestText,
    empty: emptyReportText,
  })

/** For readers from the time before the JSON API. */
export const legacyReportsRoutes = [
  latestText('/report', 'Plain text of /api/v1/reports/latest.'),
  latestText('/current', 'Alias of /report: plain text of the newest report.'),
  documentRoute({
    path: '/reports',
    class: 'public',
    tag: 'legacy',
    summary: 'Report files as an HTML list',
    description: `Links to the newest ${LISTED} reports, newest first.`,
    response: z.string(),
    responseDescription: 'A page',
    contentType: 'text/html; charset=utf-8',
    example: reportListPage(EXAMPLE_LIST, {
      dataMode: 'live',
      reason: null,
    }),
    topics: ['reports'],
    async load({ reader, dataMode }) {
      const reports = await reader.read((sql) => newestReports(sql, LISTED))
      return { value: reportListPage(reports, { dataMode, reason: NO_REPORT }) }
    },
    empty: (reason, { dataMode }) => reportListPage([], { dataMode, reason }),
  }),
  documentRoute({
    path: '/reports/:filename',
    class: 'public',
    tag: 'legacy',
    summary: 'A report as Markdown text',
    description: 'Plain text of /api/v1/reports/{filename}.',
    params: FilenameParams,
    errors: ['not_found'],
    response: z.string(),
    responseDescription: 'Markdown',
    contentType: TEXT,
    example: EXAMPLE_REPORT,
    topics: ['reports'],
    async load(context, { params }) {
      const { report, traceparent } = await loadReport(context, params.filename)
      return { value: report.content, traceparent }
    },
    empty: emptyReportText,
  }),
]
