import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { AppError } from '../../errors.ts'
import type { OpsTokens } from '../../ops-tokens.ts'
import type { Pool, Tx } from '../server/db.ts'
import { type BackupFooter, END_OF_ROWS, headerLine } from './backup-format.ts'
import { rowsOf } from './rows-of.ts'
import { holdTables, sequencePositions } from './stored-tables.ts'

const NEWLINE = 10

export interface BackupSummary {
  tables: number
  rows: number
  bytes: number
}

/**
 * Writes every table as of one instant to a new file, while the service keeps running: one read-only transaction sees
 * them all. The file gets its final name when it is complete.
 */
export async function writeBackup(sql: Pool, file: string, tokens: OpsTokens | null): Promise<BackupSummary> {
  if (await stat(file).catch(() => null)) throw new AppError('conflict', `${file} exists; give the name of a new file`)
  const draft = `${file}.unfinished`
  const footer: BackupFooter = { rows: {}, sequences: {} }
  try {
    await sql.begin('isolation level repeatable read read only', async (tx) => {
      const lines = Readable.from(linesOf(tx, tokens, footer))
      await pipeline(lines, createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }))
    })
    await rename(draft, file)
  } catch (cause) {
    await rm(draft, { force: true })
    const { code, path } = cause as NodeJS.ErrnoException
    if (path === undefined && code !== 'ENOSPC') throw cause
    throw new AppError('invalid', `${file} cannot be written (${code})`, { cause })
  }
  const counts = Object.values(footer.rows)
  const { size } = await stat(file)
  return { tables: counts.length, rows: counts.reduce((sum, count) => sum + count, 0), bytes: size }
}

async function* linesOf(tx: Tx, tokens: OpsTokens | null, footer: BackupFooter): AsyncGenerator<Buffer> {
  // COPY writes values as the session shows them; these settings lose nothing and mean the same everywhere.
  await tx`select set_config('datestyle', 'ISO, YMD', true), set_config('intervalstyle', 'postgres', true),
    set_config('extra_float_digits', '1', true), set_config('bytea_output', 'hex', true)`
  const [{ now }] = await tx<[{ now: Date }]>`select clock_timestamp() as now`
  const migrations = await tx<{ name: string; sha256: string }[]>`
    select m.name, m.sha256 from schema_migrations as m order by m.name`
  yield line(headerLine({ taken_at: now.toISOString(), migrations: [...migrations], tokens }))
  for (const { table, columns } of await holdTables(tx)) {
    yield line(JSON.stringify({ table, columns }))
    let rows = 0
    for await (const piece of rowsOf(tx, { table, columns })) {
      rows += newlinesIn(piece)
      yield piece
    }
    footer.rows[table] = rows
    yield line(END_OF_ROWS)
  }
  footer.sequences = await sequencePositions(tx)
  yield line(JSON.stringify(footer))
}

const line = (text: string): Buffer => Buffer.from(`${text}\n`)

/** COPY escapes newlines within values, so each newline ends a row. */
function newlinesIn(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) count++
  return count
}
