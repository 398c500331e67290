import { z } from 'zod'
import { documentRoute } from '../cache/document-route.ts'
import type { ApiContext } from '../http/context.ts'
import { readExample } from '../openapi/read-example.ts'
import { CSV_HEADER, csvLines } from './signals-csv.ts'
import type { HistoryEntry } from './signals-history-row.ts'
import { type HistoryRow, sessionsAfter } from './signals-history-view.ts'

const EXAMPLE_SESSIONS = readExample<HistoryEntry[]>(import.meta.url, './signals-history-example.json')

const ROWS_PER_READ = 500
const BEFORE_ALL_DAYS = '0001-01-01'

const readAfter = ({ reader }: ApiContext, day: string): Promise<HistoryRow[]> =>
  reader.read((sql) => sessionsAfter(sql, day, ROWS_PER_READ))

/** Reads page by page, so that no single statement holds a connection for long. */
async function table(context: ApiContext): Promise<string> {
  const parts = [CSV_HEADER]
  let rows = await readAfter(context, BEFORE_ALL_DAYS)
  while (rows.length > 0) {
    parts.push(csvLines(rows))
    rows = rows.length < ROWS_PER_READ ? [] : await readAfter(context, rows.at(-1)!.trade_date)
  }
  return parts.join('')
}

export const signalsExportRoutes = [
  documentRoute({
    path: '/api/v1/signals/export',
    class: 'public',
    rate: 'costly',
    tag: 'signals',
    summary: 'The full daily table as CSV',
    description:
      'All columns, oldest session first, RFC 4180. Text cells that a spreadsheet would run as a formula begin with an ' +
      'apostrophe; numbers never do. Without rows it is the header line.',
    query: z.object({ format: z.literal('csv', 'must be csv').default('csv').describe('only csv is supported') }),
    response: z.string(),
    responseDescription: 'The table',
    contentType: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': 'attachment; filename="signals-daily.csv"' },
    topics: ['signals'],
    example: CSV_HEADER + csvLines(EXAMPLE_SESSIONS),
    load: async (context) => ({ value: await table(context) }),
    empty: () => CSV_HEADER,
  }),
]
