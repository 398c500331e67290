import { z } from 'zod'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { World } from '../world/world.ts'
import { fredRows } from './fred-rows.ts'
import { FRED_SERIES, type FredSeries } from './fred-series.ts'
import { json, type Vendor, type VendorReply, type VendorRequest } from './vendor.ts'

const EARLIEST = '1776-07-04'
const LATEST = '9999-12-31'
const ROWS_MAX = 100_000

const Query = z.object({
  api_key: z
    .string('Variable api_key is not set.')
    .regex(/^[a-z0-9]{32}$/, 'The value for variable api_key is not a 32 character alpha-numeric lower-case string.'),
  series_id: z.string('Variable series_id is not set.'),
  file_type: z.literal('json', 'Bad value for variable file_type.').default('json'),
  observation_start: z.iso.date('Variable observation_start is not a YYYY-MM-DD date.').default(EARLIEST),
  observation_end: z.iso.date('Variable observation_end is not a YYYY-MM-DD date.').default(LATEST),
  realtime_start: z.iso.date('Variable realtime_start is not a YYYY-MM-DD date.').optional(),
  realtime_end: z.iso.date('Variable realtime_end is not a YYYY-MM-DD date.').optional(),
  units: z.literal('lin', 'Bad value for variable units.').default('lin'),
  output_type: z.literal('1', 'Bad value for variable output_type.').default('1'),
  sort_order: z.enum(['asc', 'desc'], 'Bad value for variable sort_order.').default('asc'),
  limit: z.coerce
    .number('Bad value for variable limit.')
    .int()
    .min(1, 'Bad value for variable limit.')
    .max(ROWS_MAX, 'Bad value for variable limit.')
    .default(ROWS_MAX),
  offset: z.coerce.number('Bad value for variable offset.').int().min(0, 'Bad value for variable offset.').default(0),
})
type Query = z.infer<typeof Query>

const refusal = (message: string): VendorReply =>
  json(400, { error_code: 400, error_message: `Bad Request.  ${message}` })

/** St. Louis dates its vintages by its own clock. */
const CENTRAL = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' })

/** A past vintage is the data at the end of that day; this world revises nothing. */
const knownAt = (query: Query, instant: Date): Date => {
  if (query.realtime_end === undefined) return instant
  const end = instantAt(tradingDay(query.realtime_end), '23:59:59')
  return end < instant ? end : instant
}

const observations = (world: World, series: FredSeries, query: Query, instant: Date): VendorReply => {
  const today = CENTRAL.format(instant)
  const realtime = { realtime_start: query.realtime_start ?? today, realtime_end: query.realtime_end ?? today }
  const rows = fredRows(world, series, knownAt(query, instant), query.observation_start, query.observation_end)
  if (query.sort_order === 'desc') rows.reverse()
  return json(200, {
    ...realtime,
    observation_start: query.observation_start,
    observation_end: query.observation_end,
    units: 'lin',
    output_type: 1,
    file_type: 'json',
    order_by: 'observation_date',
    sort_order: query.sort_order,
    count: rows.length,
    offset: query.offset,
    limit: query.limit,
    observations: rows
      .slice(query.offset, query.offset + query.limit)
      .map(({ day, value }) => ({ ...realtime, date: day, value: value ?? '.' })),
  })
}

const answer = (world: World, request: VendorRequest): VendorReply => {
  const query = Query.safeParse(Object.fromEntries(request.query))
  if (!query.success) return refusal(query.error.issues[0]!.message)
  const series = FRED_SERIES.get(query.data.series_id)
  if (!series) return refusal('The series does not exist.')
  return observations(world, series, query.data, request.instant)
}

export const fredApi: Vendor = {
  name: 'fred-api',
  prefix: 'fred-api',
  quota: {
    per_minute: 120,
    refusal: json(429, { error_code: 429, error_message: 'Too Many Requests.  Exceeded Rate Limit' }),
  },
  respond: (world, request) =>
    request.path === '/fred/series/observations'
      ? answer(world, request)
      : json(404, { error_code: 404, error_message: 'Not Found.  No such endpoint.' }),
}
