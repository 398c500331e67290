import { parse } from 'csv-parse/sync'
import { AppError, errorMessage } from '../../shared/errors.ts'
import { isSession } from '../../shared/time/calendar.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { LINE_ENDS } from '../sources/line-ends.ts'
import { type Bar, closeOnly, hasRange } from './bar.ts'

/** Bars of names by symbol and day, from one or more files. */
export type ParsedPrices = Map<string, Map<TradingDay, Bar>>

export interface PriceFile {
  prices: ParsedPrices
  /** Cells and rows that hold no usable price, and rows of days without a session. */
  unusable: number
  offSession: number
}

export function records(text: string, file: string): string[][] {
  try {
    return parse(text, {
      skip_empty_lines: true,
      trim: true,
      bom: true,
      relax_column_count: false,
      record_delimiter: [...LINE_ENDS],
    })
  } catch (cause) {
    throw new AppError(
      'invalid',
      `${file} is not a CSV whose lines have the columns of the first: ${errorMessage(cause)}`,
      {
        cause,
      },
    )
  }
}

export function dayOn(text: string, file: string, line: number): TradingDay {
  try {
    return tradingDay(text)
  } catch (cause) {
    throw new AppError(
      'invalid',
      `${file} line ${line}: ${JSON.stringify(text.slice(0, 40))} is not a date (YYYY-MM-DD)`,
      {
        cause,
      },
    )
  }
}

/** Closes in a column per symbol; an empty cell is a session without a bar. */
export function parseCloses(text: string, file: string): PriceFile {
  const [header, ...rows] = records(text, file)
  if (header?.[0] !== 'date' || header.length < 2) {
    throw new AppError('invalid', `${file} line 1: the columns must be date and one per symbol`)
  }
  if (new Set(header).size < header.length) throw new AppError('invalid', `${file} line 1: a symbol has two columns`)
  const result: PriceFile = { prices: new Map(), unusable: 0, offSession: 0 }
  const columns = header.slice(1).map((symbol) => {
    const bars = new Map<TradingDay, Bar>()
    result.prices.set(symbol, bars)
    return bars
  })
  for (const [index, row] of rows.entries()) {
    const day = dayOn(row[0]!, file, index + 2)
    if (!isSession(day)) {
      result.offSession++
      continue
    }
    for (const [at, bars] of columns.entries()) {
      const cell = row[at + 1]!
      const close = cell === '' ? null : price(cell)
      if (close !== null && !Number.isNaN(close)) bars.set(day, closeOnly(close))
      else if (close !== null) result.unusable++
    }
  }
  return result
}

const price = (text: string): number => {
  const value = Number(text)
  return Number.isFinite(value) && value > 0 ? value : Number.NaN
}

const BAR_COLUMNS = ['date', 'symbol', 'open', 'high', 'low', 'close', 'volume'] as const

/** Bars as `date,symbol,open,high,low,close,volume`; a range that does not hold its close is left out. */
export function parseBars(text: string, file: string): PriceFile {
  const [header = [], ...rows] = records(text, file)
  const at = Object.fromEntries(BAR_COLUMNS.map((name) => [name, header.indexOf(name)]))
  const absent = BAR_COLUMNS.filter((name) => name !== 'volume' && at[name] === -1)
  if (absent.length > 0) throw new AppError('invalid', `${file} line 1: no column ${absent.join(', ')}`)
  const result: PriceFile = { prices: new Map(), unusable: 0, offSession: 0 }
  for (const [index, row] of rows.entries()) {
    const day = dayOn(row[at.date!]!, file, index + 2)
    if (!isSession(day)) {
      result.offSession++
      continue
    }
    const value = (name: string) => price(row[at[name]!] ?? '')
    const bar: Bar = {
      open: value('open'),
      high: value('high'),
      low: value('low'),
      close: value('close'),
      volume: value('volume'),
    }
    if (Number.isNaN(bar.close)) result.unusable++
    else
      setBar(
        result.prices,
        row[at.symbol!]!,
        day,
        hasRange(bar) ? bar : { ...closeOnly(bar.close), volume: bar.volume },
      )
  }
  return result
}

function setBar(prices: ParsedPrices, symbol: string, day: TradingDay, bar: Bar): void {
  const own = prices.get(symbol) ?? new Map<TradingDay, Bar>()
  prices.set(symbol, own.set(day, bar))
}
