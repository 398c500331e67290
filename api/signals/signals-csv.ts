import { stringify } from 'csv-stringify/sync'
import { scrubText } from '../../shared/flow-vendor/scrub.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import type { HistoryRow } from './signals-history-view.ts'

/** The columns of the contract in its order, then the further columns. */
export const CSV_COLUMNS = [
  'trade_date', 'regime', 'health_score', 'spy_close', 'vix_close', 'dix', 'gex', 'hy_oas', 'state', 'as_of',
  'rules_version', 'regime_reason', 'score_low', 'score_high', 'live_points', 'gex_series', 'vix_term', 'skew',
  'yield_curve', 'dollar', 'oil', 'breakevens', 'breadth', 'aaii', 'cot', 'points', 'origin', 'run',
  'scenario', 'value_days', 'points_exact',
] as const satisfies readonly (keyof HistoryRow)[] // biome-ignore format: a list of words

/** Text that a spreadsheet would take for a formula. Numbers are left alone; gamma is often negative. */
const FORMULA = /^[=+\-@\t\r\n\0＝＋－＠]/

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text =
    value instanceof Date ? easternExact(value) : scrubText(typeof value === 'string' ? value : JSON.stringify(value))
  return FORMULA.test(text) ? `'${text}` : text
}

/** RFC 4180 lines. A lone CR or LF is quoted too, because a strict reader would end the row there. */
export const csvLines = (rows: readonly Record<(typeof CSV_COLUMNS)[number], unknown>[]): string =>
  stringify(
    rows.map((row) => CSV_COLUMNS.map((column) => cell(row[column]))),
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  )

export const CSV_HEADER = `${CSV_COLUMNS.join(',')}\r\n`
