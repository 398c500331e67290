import { once } from 'node:events'
import type { Tx } from '../server/db.ts'
import type { BackupTable } from './backup-format.ts'

/** Half a megabyte of a table, and whatever long values its rows keep elsewhere. */
const BLOCKS = 64

/**
 * The rows of a table as COPY writes them, by ranges of its blocks. Each range is taken in without a pause, because the
 * driver leaves a connection paused forever when a paused COPY ends.
 */
export async function* rowsOf(tx: Tx, { table, columns }: BackupTable): AsyncGenerator<Buffer> {
  const [{ blocks }] = await tx<[{ blocks: number }]>`
    select (pg_relation_size(${`public.${table}`}::regclass) / current_setting('block_size')::int)::int as blocks`
  for (let from = 0; from < blocks; from += BLOCKS) {
    // COPY takes no parameters; both are numbers of ours.
    const range = tx.unsafe(`ctid >= '(${from},0)'::tid and ctid < '(${from + BLOCKS},0)'::tid`)
    const stream = await tx`copy (select ${tx(columns)} from ${tx(table)} where ${range}) to stdout`.readable()
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    await once(stream, 'end')
    if (parts.length > 0) yield Buffer.concat(parts)
  }
}
