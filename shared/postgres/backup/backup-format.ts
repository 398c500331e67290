import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { OpsTokens } from '../../ops-tokens.ts'

/*
 * A backup is text, packed by gzip: a header; for each table a line with its name and columns, its rows as Postgres's
 * COPY writes them, and END_OF_ROWS; then a footer, which proves that the file is complete.
 */
const FORMAT = 'market-state backup'
const VERSION = 1

/** COPY escapes backslashes, so no row is this line. */
export const END_OF_ROWS = '\\.'

const Header = z.object({
  format: z.literal(FORMAT),
  version: z.number().int(),
  taken_at: z.string(),
  /** The schema of the rows: each migration that had been applied, with the digest of its text. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** The admin and internal tokens of the data folder; null if the service is not run by `npm start`. */
  tokens: OpsTokens.nullable(),
})
export type BackupHeader = Omit<z.infer<typeof Header>, 'format' | 'version'>

const TableLine = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })
export type BackupTable = z.infer<typeof TableLine>

const Footer = z.object({
  rows: z.record(z.string(), z.number()),
  /** The last number of each sequence that gave one. */
  sequences: z.record(z.string(), z.number()),
})
export type BackupFooter = z.infer<typeof Footer>

export const headerLine = (header: BackupHeader): string =>
  JSON.stringify({ format: FORMAT, version: VERSION, ...header })

export function parseHeader(line: string): BackupHeader {
  const header = parsed(Header, line, 'is not a backup of this service')
  if (header.version !== VERSION) {
    throw new AppError('invalid', `the backup has format ${header.version}, and this version reads format ${VERSION}`)
  }
  return header
}

/** Null for the footer, which follows the last table. */
export function parseTable(line: string): BackupTable | null {
  return line.startsWith('{"rows"') ? null : parsed(TableLine, line, 'is damaged')
}

export const parseFooter = (line: string): BackupFooter => parsed(Footer, line, 'is damaged')

function parsed<T>(schema: z.ZodType<T>, line: string, problem: string): T {
  try {
    return schema.parse(JSON.parse(line))
  } catch (cause) {
    throw new AppError('invalid', `the file ${problem}`, { cause })
  }
}
