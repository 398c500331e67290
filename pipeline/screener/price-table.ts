import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { Bar } from './bar.ts'

/** Prices of one name, one value per session of the table; NaN where it has none. */
export interface PriceColumn {
  close: Float64Array
  /** Null where only closes are known. */
  range: { open: Float64Array; high: Float64Array; low: Float64Array; volume: Float64Array } | null
}

/** Prices of many names on one line of sessions; every session has a close of the benchmark. */
export interface PriceTable {
  days: readonly TradingDay[]
  tickers: readonly string[]
  columns: readonly PriceColumn[]
  benchmark: PriceColumn
}

export function barAt({ close, range }: PriceColumn, at: number): Bar | null {
  const value = close[at]!
  if (Number.isNaN(value)) return null
  const of = (list: Float64Array | undefined) => (list ? list[at]! : Number.NaN)
  return {
    close: value,
    open: of(range?.open),
    high: of(range?.high),
    low: of(range?.low),
    volume: of(range?.volume),
  }
}

/** The position of the close so many closes before the one at a session. */
export function positionAgo(close: Float64Array, at: number, closes: number): number {
  let position = at
  for (let left = closes; left > 0; left--) position = closeBefore(close, position - 1, 0)
  return position
}

/** The position of the newest close at or before a session, not before `from`; −1 without one. */
export function closeBefore(close: Float64Array, at: number, from: number): number {
  for (let position = at; position >= from; position--) if (!Number.isNaN(close[position]!)) return position
  return -1
}
