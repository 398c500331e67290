import { Readable } from 'node:stream'
import { z } from 'zod'
import { errorKind } from '../../shared/errors.ts'
import { outageReason } from '../database/outage-reason.ts'
import type { ApiContext } from '../http/context.ts'
import { handlerRoute } from '../http/route.ts'
import { readExample } from '../openapi/read-example.ts'
import { CSV_HEADER, csvLines } from './signals-csv.ts'
import type { HistoryEntry } from './signals-history-row.ts'
import { type HistoryRow, sessionsAfter } from './signals-history-view.ts'

const EXAMPLE_SESSIONS = readExample<HistoryEntry[]>(import.meta.url, './signals-history-example.json')

const ROWS_PER_READ = 500
const BEFORE_ALL_DAYS = '0001-01-01'

const readAfter = ({ reader }: ApiContext, day: string): Promise<HistoryRow[]> =>
  reader.read((sql) => sessionsAfter(sql, day, ROWS_PER_READ))

/** If a later read fails, the connection is cut, because half a table must not look complete. */
async function* lines(context: ApiContext, first: HistoryRow[]): AsyncGenerator<string> {
  yield CSV_HEADER
  let rows = first
  while (rows.length > 0) {
    yield csvLines(rows)
    if (rows.length < ROWS_PER_READ) return
    rows = await readAfter(context, rows.at(-1)!.trade_date)
  }
}

export const signalsExportRoutes = [
  handlerRoute({
    method: 'GET',
    path: '/api/v1/signals/export',
    class: 'public',
    tag: 'signals',
    summary: 'The full daily table as CSV',
    description:
      'All columns, oldest session first, RFC 4180. Text cells that a spreadsheet would run as a formula begin with an ' +
      'apostrophe; numbers never do. Without rows it is the header line, and X-Reason has the reason.',
    query: z.object({ format: z.literal('csv', 'must be csv').default('csv').describe('only csv is supported') }),
    response: {
      status: 200,
      description: 'The table',
      contentType: 'text/csv; charset=utf-8',
      schema: z.string(),
      headers: ['X-Reason', 'Content-Disposition'],
      example: CSV_HEADER + csvLines(EXAMPLE_SESSIONS),
    },
    async handle(context, _input, { request, reply }) {
      let first: HistoryRow[] = []
      let reason = 'no session has been computed yet'
      try {
        first = await readAfter(context, BEFORE_ALL_DAYS)
      } catch (error) {
        reason = outageReason(error)
        // The reader logs an outage itself.
        const level = errorKind(error) === 'unavailable' ? 'info' : 'warn'
        context.log[level]({ request_id: request.id, cause: String(error) }, 'export without rows')
      }
      if (first.length === 0) void reply.header('x-reason', reason)
      return reply
        .header('cache-control', 'no-store')
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="signals-daily.csv"')
        .send(Readable.from(lines(context, first)))
    },
  }),
]
