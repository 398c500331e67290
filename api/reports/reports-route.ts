import { z } from 'zod'
import { REPORT_FILENAME, Report } from '../../shared/domain/contract/report.ts'
import { reportByFilename } from '../../shared/postgres/signals/reports.ts'
import { documentRoute } from '../cache/document-route.ts'
import { CACHE_CONTROL } from '../http/cache-control.ts'
import type { ApiContext } from '../http/context.ts'
import { refuseMissing } from '../http/errors.ts'
import { queryInteger, WeekId } from '../http/parameters.ts'
import { readExampleText } from '../openapi/read-example.ts'
import { loadLatestReport } from './latest-report.ts'
import {
  DayGroup,
  emptyReport,
  groupByDay,
  type LoadedReport,
  NO_REPORT,
  type ReportAnswer,
  ReportAnswer as ReportSchema,
  reportAnswer,
} from './report-documents.ts'
import { countReportDays, reportsOfDays, reportsOfWeek, weekSummaries } from './reports-view.ts'

const Reason = z.string().optional().describe('why the list is empty; absent otherwise')
export const FilenameParams = z.object({
  filename: z.string().meta({
    description: 'report-<YYYYMMDD>-<HHMMSS>.md; any other name is 404',
    example: 'report-20261120-162000.md',
  }),
})

const example: ReportAnswer = {
  filename: 'report-20261120-162000.md',
  date: '2026-11-20',
  time: '16:20:00',
  timestamp: '2026-11-20T16:20:00',
  week: '2026-W47',
  content: readExampleText(import.meta.url, './report-example.md'),
}
const dayExample = groupByDay([
  { filename: 'report-20261120-162000.md', date: '2026-11-20', time: '16:20:00', week: '2026-W47' },
  { filename: 'report-20261120-160000.md', date: '2026-11-20', time: '16:00:00', week: '2026-W47' },
  { filename: 'report-20261120-154500.md', date: '2026-11-20', time: '15:45:00', week: '2026-W47' },
  { filename: 'report-20261119-162000.md', date: '2026-11-19', time: '16:20:00', week: '2026-W47' },
])

/** The name is checked before any query, and the content comes from the database: no file is ever opened. */
export async function loadReport({ reader }: ApiContext, filename: string): Promise<LoadedReport> {
  const row = REPORT_FILENAME.test(filename) ? await reader.read((sql) => reportByFilename(sql, filename)) : null
  if (!row) throw refuseMissing('There is no such report.', 'GET /api/v1/reports lists the reports by day.')
  return { report: reportAnswer(row), traceparent: row.traceparent }
}

export const reportsRoutes = [
  documentRoute({
    path: '/api/v1/reports',
    class: 'public',
    tag: 'reports',
    summary: 'Reports by day',
    description:
      'Days newest first, and the reports of a day newest first. No report is rewritten: one that is computed again ' +
      '(with the whole history after a first start, or by an operator) is a new report that names the one it replaces. ' +
      '`limit` and `offset` count days.',
    query: z.object({
      limit: queryInteger({ min: 1, max: 90, default: 7 }, 'days per page'),
      offset: queryInteger({ min: 0, max: 999_999, default: 0 }, 'days to skip'),
    }),
    response: z.object({
      total_days: z.int().min(0).nullable().describe('days that have reports; null while the database is unavailable'),
      offset: z.int().describe('days skipped'),
      limit: z.int().describe('days per page'),
      days: z.array(DayGroup).describe('the page, newest day first'),
      reason: Reason,
    }),
    responseDescription: 'A page of days',
    example: { total_days: 2, offset: 0, limit: 7, days: dayExample },
    topics: ['reports'],
    async load({ reader }, { query }) {
      const [total, reports] = await reader.read((sql) =>
        Promise.all([countReportDays(sql), reportsOfDays(sql, query)]),
      )
      const reason = total === 0 ? NO_REPORT : reports.length === 0 ? 'the offset lies after the last day' : undefined
      return { value: { total_days: total, ...query, days: groupByDay(reports), reason } }
    },
    empty: (reason, _context, { query }) => ({ total_days: null, ...query, days: [], reason }),
  }),
  documentRoute({
    path: '/api/v1/reports/latest',
    class: 'public',
    tag: 'reports',
    summary: 'The newest report with its content',
    description:
      'The Markdown report of the newest cycle. Before the first report every field is null and `reason` tells why.',
    response: ReportSchema,
    responseDescription: 'The report',
    example,
    topics: ['reports'],
    async load(context) {
      const newest = await loadLatestReport(context)
      return newest ? { value: newest.report, traceparent: newest.traceparent } : { value: emptyReport(NO_REPORT) }
    },
    empty: emptyReport,
  }),
  documentRoute({
    path: '/api/v1/reports/:filename',
    class: 'public',
    tag: 'reports',
    summary: 'A report with its content',
    description: 'A report by its file name from the lists.',
    params: FilenameParams,
    errors: ['not_found'],
    response: ReportSchema,
    responseDescription: 'The report',
    headers: { 'cache-control': CACHE_CONTROL.report },
    example,
    topics: ['reports'],
    async load(context, { params }) {
      const { report, traceparent } = await loadReport(context, params.filename)
      return { value: report, traceparent }
    },
    empty: emptyReport,
  }),
  documentRoute({
    path: '/api/v1/weeks',
    class: 'public',
    tag: 'reports',
    summary: 'ISO weeks that have reports',
    description: 'Newest week first, with the number of reports and of days.',
    response: z.object({
      weeks: z
        .array(
          z.object({
            week: Report.shape.week,
            report_count: z.int().describe('reports of the week'),
            day_count: z.int().describe('days of the week that have reports'),
          }),
        )
        .describe('newest week first'),
      reason: Reason,
    }),
    responseDescription: 'The weeks',
    example: {
      weeks: [
        { week: '2026-W47', report_count: 111, day_count: 5 },
        { week: '2026-W46', report_count: 135, day_count: 5 },
      ],
    },
    topics: ['reports'],
    async load({ reader }) {
      const rows = await reader.read(weekSummaries)
      const weeks = rows.map((row) => ({ week: row.week, report_count: row.reportCount, day_count: row.dayCount }))
      return { value: { weeks, reason: weeks.length === 0 ? NO_REPORT : undefined } }
    },
    empty: (reason) => ({ weeks: [], reason }),
  }),
  documentRoute({
    path: '/api/v1/reports/week/:week_id',
    class: 'public',
    tag: 'reports',
    summary: 'The reports of an ISO week by day',
    description: 'Days newest first, as in /api/v1/reports. A week without reports is an empty list with a reason.',
    params: z.object({ week_id: WeekId }),
    response: z.object({
      week: z.string().describe('the requested ISO week'),
      report_count: z.int().nullable().describe('reports of the week; null while the database is unavailable'),
      day_count: z.int().nullable().describe('days that have reports; null while the database is unavailable'),
      days: z.array(DayGroup).describe('newest day first'),
      reason: Reason,
    }),
    responseDescription: 'The week',
    example: { week: '2026-W47', report_count: 4, day_count: 2, days: dayExample },
    topics: ['reports'],
    async load({ reader }, { params }) {
      const reports = await reader.read((sql) => reportsOfWeek(sql, params.week_id))
      const days = groupByDay(reports)
      const reason = days.length === 0 ? 'this week has no report' : undefined
      return { value: { week: params.week_id, report_count: reports.length, day_count: days.length, days, reason } }
    },
    empty: (reason, _context, { params }) => ({
      week: params.week_id,
      report_count: null,
      day_count: null,
      days: [],
      reason,
    }),
  }),
]
