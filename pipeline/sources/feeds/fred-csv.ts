import { unzipSync } from 'fflate'
import { AppError } from '../../../shared/errors.ts'
import { type CsvTable, csvTable } from '../csv-table.ts'
import { isZip } from '../refuse-unexpected.ts'
import { type Feed, NO_DATA } from '../source.ts'
import { fredFrom, fredObservations } from './fred-rows.ts'
import type { FredGroup } from './fred-series.ts'

/** The header was DATE until December 2024. */
const DATE_HEADERS = ['observation_date', 'DATE']
/** All daily series since 1990 have 2 MB; a member that claims far more is a zip bomb. */
const MEMBER_BYTES_MAX = 20_000_000

/** The download of the chart page, which needs no key: one request per frequency group. */
export function fredCsv({ name, required, series }: FredGroup): Feed {
  return {
    id: `fred-${name}`,
    vendor: 'fred',
    forbidden: 'blocked',
    required,
    request: (context) => ({
      path: '/graph/fredgraph.csv',
      query: { id: series.map(({ id }) => id).join(','), cosd: fredFrom(context) },
      accept: 'csv_or_zip',
    }),
    parse(body, { day }) {
      const tables = isZip(body) ? unzipTables(body) : [csvTable(body)]
      for (const { header } of tables) {
        if (!DATE_HEADERS.includes(header[0] ?? '')) throw new AppError('invalid', 'not the header of a FRED table')
      }
      const observations = series.flatMap((wanted) => {
        const table = tables.find(({ header }) => header.includes(wanted.id))
        if (!table) throw new AppError('invalid', `the response lacks ${wanted.id}`)
        const column = table.header.indexOf(wanted.id)
        return fredObservations(
          wanted,
          table.rows.map((row) => [row[0] ?? '', row[column] ?? ''] as const),
          day,
        )
      })
      return { ...NO_DATA, observations }
    },
  }
}

function unzipTables(body: Uint8Array): CsvTable[] {
  try {
    const members = unzipSync(body, {
      filter: ({ name, originalSize }) => name.endsWith('.csv') && originalSize <= MEMBER_BYTES_MAX,
    })
    return Object.values(members).map((member) => csvTable(member))
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('invalid', 'the zip archive is damaged', { cause })
  }
}
