import { parse } from 'csv-parse/sync'
import { SeriesId } from '../../shared/domain/market/series.ts'
import { AppError, errorMessage } from '../../shared/errors.ts'
import { dayOfEpoch, epochDay, type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { decimal } from '../sources/decimal.ts'
import { LINE_ENDS } from '../sources/line-ends.ts'
import { canBeObserved } from '../sources/publication-lag.ts'
import { SERIES_BOUNDS } from '../sources/series-bounds.ts'
import type { HistoryValue } from './known-history.ts'

/** Series that research files name differently. */
const ALIASES: Readonly<Record<string, SeriesId>> = { gex: 'gex_vendor' }
const HEADER = ['series', 'date', 'value']
/** From when a value was known; a later row for the same day is then a revision. */
const KNOWN_AT = 'known_at'

export interface ParsedHistory {
  /** In the order of the file, so that of two values for a day and an instant the later one counts. */
  values: HistoryValue[]
  /** The number of rows of each unknown series, by name. */
  unknown: ReadonlyMap<string, number>
  /** The number of rows whose value is empty, not a number, or outside the bounds of its series. */
  unbelievable: number
  /** The number of rows for a day on which their series has no value, such as a close on a Saturday. */
  offSession: number
  /** One line for each value that a later row replaces; a revision with an instant of its own replaces nothing. */
  corrected: string[]
}

/**
 * Reads `series,date,value` rows, with `known_at` where the header has it, in any order. A wrong format is an error
 * with its line number; an implausible value is a gap.
 */
export function parseHistory(text: string): ParsedHistory {
  const [header, ...rows] = records(text)
  const names = header?.cells.join(',')
  if (names !== HEADER.join(',') && names !== [...HEADER, KNOWN_AT].join(',')) {
    throw new AppError('invalid', `the first line must be ${HEADER.join(',')}, with or without ,${KNOWN_AT}`)
  }
  const values: HistoryValue[] = []
  const lines: number[] = []
  const indexOf = new Map<SeriesId, Map<string, number>>()
  const dayOf = dayReader()
  const corrected: string[] = []
  const unknown = new Map<string, number>()
  let unbelievable = 0
  let offSession = 0
  for (const { line, cells } of rows) {
    const [name = '', date = '', text = '', instant = ''] = cells
    const series = seriesOf(name)
    if (!series) {
      unknown.set(name, (unknown.get(name) ?? 0) + 1)
      continue
    }
    const day = dayOf(date, line)
    const value = believableValue(series, text)
    if (value === null) unbelievable++
    else if (!canBeObserved(series, day)) offSession++
    else {
      const known = instantOf(instant, line)
      const versions = indexOf.get(series) ?? new Map<string, number>()
      indexOf.set(series, versions)
      const version = known.knownAt ? `${day} ${known.knownAt.getTime()}` : day
      const at = versions.get(version) ?? values.length
      const before = values[at]
      if (before && before.value !== value) {
        corrected.push(
          `line ${line}: ${series} of ${day} is ${value} and replaces ${before.value} of line ${lines[at]}`,
        )
      }
      versions.set(version, at)
      values[at] = { series, day, value, ...known }
      lines[at] = line
    }
  }
  return { values, unknown, unbelievable, offSession, corrected }
}

interface Row {
  /** The line on which the record ends in the file, counted from 1. */
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
    const all = parse(text, {
      skip_empty_lines: true,
      bom: true,
      record_delimiter: [...LINE_ENDS],
      on_record: noteLine,
    })
    return all.map((cells, at) => ({ line: lines[at]!, cells }))
  } catch (cause) {
    throw new AppError(
      'invalid',
      `the file is not a CSV whose lines have the columns of the first: ${errorMessage(cause)}`,
      { cause },
    )
  }
}

const SHOWN_CHARS_MAX = 40

/**
 * Reads dates. A day is one text in all series, so that comparing days of two series compares no characters; the series
 * of a file share their days, so each text is checked once.
 */
function dayReader(): (text: string, line: number) => TradingDay {
  const known = new Map<string, TradingDay>()
  return (text, line) => {
    const before = known.get(text)
    if (before !== undefined) return before
    try {
      const day = dayOfEpoch(epochDay(tradingDay(text)))
      known.set(text, day)
      return day
    } catch (cause) {
      const shown = JSON.stringify(text.slice(0, SHOWN_CHARS_MAX))
      throw new AppError('invalid', `line ${line}: ${shown} is not a date (YYYY-MM-DD)`, { cause })
    }
  }
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

/** A row without an instant was known at the publication time of its series. */
function instantOf(text: string, line: number): { knownAt?: Date } {
  if (text === '') return {}
  const knownAt = new Date(text)
  if (INSTANT.test(text) && !Number.isNaN(knownAt.getTime())) return { knownAt }
  const shown = JSON.stringify(text.slice(0, SHOWN_CHARS_MAX))
  throw new AppError('invalid', `line ${line}: ${shown} is not an instant with an offset (2026-11-19T20:00:00-05:00)`)
}

const KNOWN: ReadonlySet<string> = new Set(SeriesId.options)

const seriesOf = (name: string): SeriesId | null =>
  Object.hasOwn(ALIASES, name) ? ALIASES[name]! : KNOWN.has(name) ? (name as SeriesId) : null

function believableValue(series: SeriesId, text: string): number | null {
  const [min, max] = SERIES_BOUNDS[series]
  try {
    const value = decimal(text, series)
    return value >= min && value <= max ? value : null
  } catch {
    return null
  }
}
