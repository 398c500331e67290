import { parse } from 'csv-parse/sync'
import type { SeriesId } from '../../../shared/domain/market/series.ts'
import { AppError } from '../../../shared/errors.ts'
import { type TradingDay, tradingDay } from '../../../shared/time/trading-day.ts'
import { checkedObservations } from '../checked-observations.ts'
import { decimal } from '../decimal.ts'
import { decodeText } from '../decode-text.ts'
import { type Feed, NO_DATA } from '../source.ts'

const COLUMNS: readonly (readonly [series: SeriesId, header: string])[] = [
  ['aaii_bullish', 'bullish'],
  ['aaii_neutral', 'neutral'],
  ['aaii_bearish', 'bearish'],
]
/** The survey is weekly since 1987; the sheet adds its title and summary rows. */
const ROWS_MAX = 10_000
/** The shares of a survey sum to one but for rounding to a tenth of a percent; some early rows are less exact. */
const SUM_TOLERANCE = 0.012
/** The survey began in 1987, so a year of two digits below 87 lies after 1999. */
const FIRST_YEAR = 87

const ISO = /^(\d{4})-(\d{2})-(\d{2})/
const AMERICAN = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4}|\d{2})$/

/** Spreadsheets write the sheet's dates as 2026-11-19, 11/19/2026 or 11-19-26. Null for every other cell. */
function sheetDay(cell: string): TradingDay | null {
  const iso = ISO.exec(cell)
  if (iso) return tradingDay(`${iso[1]}-${iso[2]}-${iso[3]}`)
  const american = AMERICAN.exec(cell)
  if (!american) return null
  const [, month = '', date = '', year = ''] = american
  const full = year.length === 4 ? year : `${Number(year) >= FIRST_YEAR ? 19 : 20}${year}`
  return tradingDay(`${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
}

/** A cell holds the fraction, or the percentage that a spreadsheet shows for it. */
function share(cell: string, what: string): number {
  if (!cell.endsWith('%')) return decimal(cell, what)
  return Math.round(decimal(cell.slice(0, -1), what) * 1e4) / 1e6
}

/**
 * The survey's sheet saved as CSV: title rows, a header split over rows, a row a week, and a summary. A row of the
 * survey is recognised by its date; a row without shares is a week without a survey.
 */
export const aaiiSheet: Feed = {
  id: 'aaii-sheet',
  vendor: 'aaii',
  forbidden: 'blocked',
  required: true,
  request: () => ({ path: '/files/surveys/sentiment.csv', accept: 'csv' }),
  parse(body, { day: today }) {
    const rows = cellsOf(body)
    const first = rows.findIndex(([date = '']) => sheetDay(date) !== null)
    if (first < 0) throw new AppError('invalid', 'the sheet has no row with a date')
    const header = (column: number, name: string) =>
      rows.slice(0, first).some((row) => row[column]?.toLowerCase() === name)
    const weeks = rows.slice(first).flatMap((row) => {
      const day = sheetDay(row[0] ?? '')
      const cells = COLUMNS.map((_, index) => row[index + 1] ?? '')
      if (day === null || cells.every((cell) => cell === '')) return []
      const shares = COLUMNS.map(([series], index) => share(cells[index]!, series))
      const sum = shares.reduce((total, value) => total + value, 0)
      if (Math.abs(sum - 1) > SUM_TOLERANCE) throw new AppError('invalid', `the shares of ${day} do not sum to one`)
      return [{ day, shares }]
    })
    const observations = COLUMNS.flatMap(([series, name], index) => {
      if (!header(index + 1, name)) throw new AppError('invalid', `column ${index + 2} of the sheet is not ${name}`)
      return checkedObservations(
        series,
        weeks.map(({ day, shares }) => [day, shares[index]!] as const),
        today,
      )
    })
    return { ...NO_DATA, observations }
  },
}

function cellsOf(body: Uint8Array): string[][] {
  try {
    return parse(decodeText(body), { relax_column_count: true, skip_empty_lines: true, trim: true, to: ROWS_MAX })
  } catch (cause) {
    throw new AppError('invalid', 'the CSV has broken quotes', { cause })
  }
}
