import { parse } from 'csv-parse/sync'
import { AppError } from '../../shared/errors.ts'
import { decodeText } from './decode-text.ts'

export interface CsvTable {
  header: readonly string[]
  rows: readonly (readonly string[])[]
}

/** FRED's oldest daily series has 27,000 rows; a file far beyond that is not one we requested. */
const ROWS_MAX = 100_000

/**
 * Drops a last row without its line end: it may be cut inside its last number, and '4.9' of '4.95' looks valid. The
 * next request brings the complete row.
 */
export function csvTable(body: Uint8Array, delimiter = ','): CsvTable {
  const text = decodeText(body)
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  let records: string[][]
  try {
    // The header and one row more than is allowed.
    records = parse(whole, { delimiter, skip_empty_lines: true, trim: true, to: ROWS_MAX + 2 })
  } catch (cause) {
    throw new AppError('invalid', 'the CSV has rows of unequal length or broken quotes', { cause })
  }
  const [header, ...rows] = records
  if (!header) throw new AppError('invalid', 'the CSV is empty')
  if (new Set(header).size < header.length) throw new AppError('invalid', 'the CSV repeats a column')
  if (rows.length > ROWS_MAX) throw new AppError('invalid', `the CSV has more than ${ROWS_MAX} rows`)
  return { header, rows }
}
