import { z } from 'zod'
import { documentRoute, type Loaded } from '../cache/document-route.ts'
import { CACHE_CONTROL } from '../http/cache-control.ts'
import type { ApiContext } from '../http/context.ts'
import { readExampleText } from '../openapi/read-example.ts'
import { loadLatestReport } from './latest-report.ts'
import { emptyReportText, NO_REPORT } from './report-documents.ts'
import { FilenameParams, loadReport } from './reports-route.ts'

const EXAMPLE_REPORT = readExampleText(import.meta.url, './report-example.md')

const TEXT = 'text/plain; charset=utf-8'

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

/** For readers who still use the addresses from before the JSON API. */
export const legacyReportsRoutes = [
  latestText('/report', 'Plain text of /api/v1/reports/latest.'),
  latestText('/current', 'Alias of /report: plain text of the newest report.'),
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
    headers: { 'cache-control': CACHE_CONTROL.report },
    example: EXAMPLE_REPORT,
    topics: ['reports'],
    async load(context, { params }) {
      const { report, traceparent } = await loadReport(context, params.filename)
      return { value: report.content, traceparent }
    },
    empty: emptyReportText,
  }),
]
