import { parse } from 'csv-parse/sync'
import type { Observation } from '../../shared/domain/market/observation.ts'
import { SeriesId } from '../../shared/domain/market/series.ts'
import { AppError, errorMessage } from '../../shared/errors.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { decimal } from '../sources/decimal.ts'
import { canBeObserved } from '../sources/publication-lag.ts'
import { SERIES_BOUNDS } from '../sources/series-bounds.ts'

/** What files of research call a series that has another name here. */
const ALIASES: Readonly<Record<string, SeriesId>> = { gex: 'gex_vendor' }
const HEADER = ['series', 'date', 'value']

export interface ParsedHistory {
  values: Observation[]
  /** Rows of series the service does not know, by their name. */
  unknown: ReadonlyMap<string, number>
  /** Rows whose value is empty, no number, or outside the bounds of its series. */
  unbelievable: number
  /** Rows for a day on which their series has no value, such as a close of a Saturday. */
  offSession: number
  /** Days a later row says another value of, which counts as the correction it usually is: one line for each. */
  corrected: string[]
}

/** `series,date,value` rows in any order. A wrong shape is an error that names its line; an unbelievable value a gap. */
export function parseHistory(text: string): ParsedHistory {
  const [header, ...rows] = records(text)
  if (!header || HEADER.some((name, at) => header.cells[at] !== name) || header.cells.length !== HEADER.length) {
    throw new AppError('invalid', `the first line must be ${HEADER.join(',')}`)
  }
  const values = new Map<string, Observation & { line: number }>()
  const corrected: string[] = []
  const unknown = new Map<string, number>()
  let unbelievable = 0
  let offSession = 0
  for (const { line, cells } of rows) {
    const [name = '', date = '', text = ''] = cells
    const series = seriesOf(name)
    if (!series) {
      unknown.set(name, (unknown.get(name) ?? 0) + 1)
      continue
    }
    const day = dayOf(date, line)
    const value = believed(series, text)
    if (value === null) unbelievable++
    else if (!canBeObserved(series, day)) offSession++
    else {
      const what = `${series} of ${day}`
      const before = values.get(what)
      if (before && before.value !== value) {
        corrected.push(`line ${line}: ${what} is ${value}, and no longer ${before.value} of line ${before.line}`)
      }
      values.set(what, { series, day, value, line })
    }
  }
  const found = [...values.values()].map(({ line: _, ...observation }) => observation)
  return { values: found, unknown, unbelievable, offSession, corrected }
}

interface Row {
  /** Where the record ends in the file, from 1. */
  line: number
  cells: string[]
}

function records(text: string): Row[] {
  const lines: number[] = []
  const noteLine = (cells: string[], info: { lines: number }): string[] => {
    lines.push(info.lines)
    return cells
  }
  try {
    const all = parse(text, { skip_empty_lines: true, bom: true, on_record: noteLine })
    return all.map((cells, at) => ({ line: lines[at]!, cells }))
  } catch (cause) {
    throw new AppError('invalid', `the file is no CSV of three columns: ${errorMessage(cause)}`, { cause })
  }
}

const SHOWN_CHARS_MAX = 40

function dayOf(text: string, line: number): TradingDay {
  try {
    return tradingDay(text)
  } catch (cause) {
    const shown = JSON.stringify(text.slice(0, SHOWN_CHARS_MAX))
    throw new AppError('invalid', `line ${line}: ${shown} is no date, written YYYY-MM-DD`, { cause })
  }
}

const KNOWN: ReadonlySet<string> = new Set(SeriesId.options)

const seriesOf = (name: string): SeriesId | null =>
  Object.hasOwn(ALIASES, name) ? ALIASES[name]! : KNOWN.has(name) ? (name as SeriesId) : null

function believed(series: SeriesId, text: string): number | null {
  const [min, max] = SERIES_BOUNDS[series]
  try {
    const value = decimal(text, series)
    return value >= min && value <= max ? value : null
  } catch {
    return null
  }
}
