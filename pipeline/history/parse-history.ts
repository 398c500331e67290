import { parse } from 'csv-parse/sync'
import type { Observation } from '../../shared/domain/observation.ts'
import { SeriesId } from '../../shared/domain/series.ts'
import { AppError } from '../../shared/errors.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { decimal } from '../sources/decimal.ts'
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
}

/** `series,date,value` rows in any order. A wrong shape is an error, an unbelievable value only a gap. */
export function parseHistory(text: string): ParsedHistory {
  const [header, ...rows] = records(text)
  if (!header || HEADER.some((name, at) => header[at] !== name) || header.length !== HEADER.length) {
    throw new AppError('invalid', `the first line must be ${HEADER.join(',')}`)
  }
  const values: Observation[] = []
  const unknown = new Map<string, number>()
  let unbelievable = 0
  for (const [name = '', date = '', text = ''] of rows) {
    const series = seriesOf(name)
    if (!series) {
      unknown.set(name, (unknown.get(name) ?? 0) + 1)
      continue
    }
    const value = believed(series, text)
    if (value === null) unbelievable++
    else values.push({ series, day: tradingDay(date), value })
  }
  return { values, unknown, unbelievable }
}

function records(text: string): string[][] {
  try {
    return parse(text, { skip_empty_lines: true, bom: true })
  } catch (cause) {
    throw new AppError('invalid', 'the file is no CSV of three columns', { cause })
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
