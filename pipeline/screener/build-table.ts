import { BENCHMARK } from '../../shared/domain/market/liquid-funds.ts'
import { AppError } from '../../shared/errors.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { Bar } from './bar.ts'
import type { ParsedPrices } from './parse-prices.ts'
import type { PriceColumn, PriceTable } from './price-table.ts'

/**
 * A bar on another basis than the close next to it is converted to that close; a difference by rounding is not a basis.
 */
const BASIS_DIFFERENCE = 0.005

export interface TableInput {
  closes: ParsedPrices
  bars: ParsedPrices
  /** SPY's closes of the history, used where no other file has them. */
  benchmark: ReadonlyMap<TradingDay, number>
}

/** One line of sessions, those with a close of SPY; names in alphabetical order, so that no file's order matters. */
export function buildTable({ closes, bars, benchmark }: TableInput): PriceTable {
  const spy = joined(closes.get(BENCHMARK), bars.get(BENCHMARK))
  const priced = new Set([...closes.values(), ...bars.values()].flatMap((days) => [...days.keys()]))
  for (const [day, close] of benchmark) {
    const none = { open: Number.NaN, high: Number.NaN, low: Number.NaN, volume: Number.NaN }
    if (priced.has(day) && !spy.has(day)) spy.set(day, { ...none, close })
  }
  const days = [...spy.keys()].toSorted()
  if (days.length === 0) throw new AppError('invalid', 'no close of SPY: neither the prices nor the history have one')
  const tickers = [...new Set([...closes.keys(), ...bars.keys()])].filter((ticker) => ticker !== BENCHMARK).toSorted()
  return {
    days,
    tickers,
    columns: tickers.map((ticker) => columnOf(days, joined(closes.get(ticker), bars.get(ticker)))),
    benchmark: columnOf(days, spy),
  }
}

type Days = ReadonlyMap<TradingDay, Bar>

function joined(closes: Days = new Map(), bars: Days = new Map()): Map<TradingDay, Bar> {
  const result = new Map(closes)
  for (const [day, bar] of bars) result.set(day, onBasis(bar, closes.get(day)?.close))
  return result
}

function onBasis(bar: Bar, close: number | undefined): Bar {
  const factor = close === undefined ? 1 : close / bar.close
  if (Math.abs(factor - 1) <= BASIS_DIFFERENCE) return bar
  const { open, high, low, volume } = bar
  return { open: open * factor, high: high * factor, low: low * factor, close: close!, volume: volume / factor }
}

function columnOf(days: readonly TradingDay[], bars: Days): PriceColumn {
  const column = (key: keyof Bar) => Float64Array.from(days, (day) => bars.get(day)?.[key] ?? Number.NaN)
  const hasRange = [...bars.values()].some(({ open, volume }) => !Number.isNaN(open) || !Number.isNaN(volume))
  return {
    close: column('close'),
    range: hasRange
      ? { open: column('open'), high: column('high'), low: column('low'), volume: column('volume') }
      : null,
  }
}
