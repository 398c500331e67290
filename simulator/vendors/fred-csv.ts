import { strToU8, zipSync } from 'fflate'
import { z } from 'zod'
import type { World } from '../world/world.ts'
import { fredRows } from './fred-rows.ts'
import { FRED_SERIES, type FredSeries } from './fred-series.ts'
import { html, type Vendor, type VendorReply, type VendorRequest } from './vendor.ts'

const Range = z.object({ cosd: z.iso.date().default('0001-01-01'), coed: z.iso.date().default('9999-12-31') })

const MEMBER: Record<FredSeries['group'], string> = {
  Daily: 'daily.csv',
  'Daily, Close': 'daily,_close.csv',
  'Daily, 7-Day': 'daily,_7-day.csv',
}

/** Archive times are part of the bytes, so they must not come from a clock. */
const ARCHIVE_TIME = new Date(2020, 0, 1, 12)

const table = (
  world: World,
  group: readonly FredSeries[],
  request: VendorRequest,
  range: z.infer<typeof Range>,
): string => {
  const columns = group.map((series) => {
    const rows = fredRows(world, series, request.instant, range.cosd, range.coed)
    return new Map(rows.map((row) => [row.day, row.value ?? '']))
  })
  // The rows are the union of the columns' days: a series may be blank where another already has its value.
  const days =
    columns.length === 1
      ? [...columns[0]!.keys()]
      : [...new Set(columns.flatMap((column) => [...column.keys()]))].sort()
  const lines = days.map((day) => `${day},${columns.map((column) => column.get(day) ?? '').join(',')}`)
  return `observation_date,${group.map((series) => series.id).join(',')}\n${lines.join('\n')}${lines.length > 0 ? '\n' : ''}`
}

const notFound = (): VendorReply =>
  html(200, 'Sorry, the page was not found - FRED', 'We could not find the series you asked for.')

const download = (world: World, request: VendorRequest): VendorReply => {
  const ids = (request.query.get('id') ?? '').split(',')
  const wanted = ids.map((id) => FRED_SERIES.get(id.trim().toUpperCase()))
  const range = Range.safeParse(Object.fromEntries(request.query))
  if (!range.success || wanted.some((series) => series === undefined)) return notFound()
  const groups = Map.groupBy(wanted as FredSeries[], (series) => series.group)
  if (groups.size === 1) {
    return { status: 200, type: 'application/csv', body: table(world, wanted as FredSeries[], request, range.data) }
  }
  const files: Record<string, Uint8Array> = {
    'README.txt': strToU8(
      'FRED Graph Observations\nFederal Reserve Economic Data\nLink: https://fred.stlouisfed.org\n',
    ),
  }
  for (const [group, list] of groups) files[MEMBER[group]] = strToU8(table(world, list, request, range.data))
  return { status: 200, type: 'application/zip', body: zipSync(files, { mtime: ARCHIVE_TIME, level: 1 }) }
}

export const fredCsv: Vendor = {
  name: 'fred',
  prefix: 'fred',
  quota: { per_minute: 60, refusal: html(429, 'Too Many Requests', 'Please slow down.') },
  respond: (world, request) =>
    request.path === '/graph/fredgraph.csv' ? download(world, request) : html(404, 'Not Found', 'No such page.'),
}
