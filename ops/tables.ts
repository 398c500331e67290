import { Command } from 'commander'
import { type TableSize, tableSizes } from '../shared/postgres/server/table-sizes.ts'
import type { Env, Say } from './calendar.ts'
import { withOps } from './connect.ts'
import { table } from './table.ts'

const MB = 1_048_576

/** Returns how large each table is, for capacity plans: two outputs some sessions apart show which of them grow. */
export const tablesCommand = (env: Env, say: Say): Command =>
  new Command('tables')
    .description('rows and size of each table, the largest first')
    .option('--json', 'a list of objects')
    .action(async (options: { json?: boolean }) => {
      const sizes = await withOps(env, async ({ sql }) => await tableSizes(sql))
      say(options.json ? JSON.stringify(sizes.map(asJson), null, 2) : table(sizes.map(asLine)))
    })

const bytesPerRow = ({ rows, bytes }: TableSize): number | null => (rows > 0 ? Math.round(bytes / rows) : null)

const asJson = (size: TableSize) => ({
  table: size.table,
  rows: size.rows,
  bytes: size.bytes,
  index_bytes: size.indexBytes,
  bytes_per_row: bytesPerRow(size),
  inserted: size.inserted,
})

const asLine = (size: TableSize) => ({
  table: size.table,
  rows: size.rows,
  MB: (size.bytes / MB).toFixed(2),
  'of it indexes': (size.indexBytes / MB).toFixed(2),
  'bytes/row': bytesPerRow(size),
  'ever inserted': size.inserted,
})
