import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { AppError, errorMessage } from '../../shared/errors.ts'
import { hoursOn, previousSession, sessionsBetween } from '../../shared/time/calendar.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { LINE_ENDS } from '../sources/line-ends.ts'

/** Closes on a common line of sessions; null where a symbol has none. */
export interface PricePaths {
  days: readonly TradingDay[]
  closes(symbol: string): readonly (number | null)[]
}

const MARKET = 'SPY'

const Bar = z.object({
  date: z.iso.date(),
  symbol: z
    .string()
    .min(1)
    .transform((symbol) => symbol.toUpperCase()),
  close: z
    .string()
    .regex(/^[0-9]+(\.[0-9]*)?(e[+-]?[0-9]+)?$/i, 'must be a number')
    .transform(Number)
    .pipe(z.number().positive()),
})

export type Bars = ReadonlyMap<string, ReadonlyMap<TradingDay, number>>

/**
 * Parses bars as `date,symbol,open,high,low,close`; further columns are ignored. A line that is not a bar is reported.
 * The line of sessions is extended to a given day, so that an outcome after the last bar counts as missing and not as
 * still to come.
 */
export function parseBars(text: string, file: string, until: TradingDay | null = null): PricePaths {
  const bySymbol = new Map<string, Map<TradingDay, number>>()
  for (const { record, info } of recordsOf(text, file)) {
    const where = `${file} line ${info.lines}`
    const bar = Bar.safeParse(record)
    if (!bar.success) {
      const [issue] = bar.error.issues
      throw new AppError('invalid', `${where}: ${issue!.path.join('.')}: ${issue!.message}`)
    }
    const { date, symbol, close } = bar.data
    const own = bySymbol.get(symbol) ?? new Map<TradingDay, number>()
    const day = tradingDay(date)
    if (own.has(day) && own.get(day) !== close)
      throw new AppError('invalid', `${where}: a second close of ${symbol} on ${day}`)
    bySymbol.set(symbol, own.set(day, close))
  }
  return pricePaths(bySymbol, file, until)
}

interface BarRecord {
  record: unknown
  info: { lines: number }
}

function recordsOf(text: string, file: string): BarRecord[] {
  try {
    const options = { columns: true, skip_empty_lines: true, trim: true, bom: true, info: true } as const
    return parse(text, { ...options, record_delimiter: [...LINE_ENDS] }) as unknown as BarRecord[]
  } catch (cause) {
    throw new AppError('invalid', `${file}: ${errorMessage(cause)}`, { cause })
  }
}

/**
 * The line of sessions holds every day on which SPY has a bar, and the exchange's sessions in between, so that a lost
 * day shows as a gap. A day on which only other markets were open is not a session.
 */
export function pricePaths(bySymbol: Bars, file: string, until: TradingDay | null): PricePaths {
  const given = [...new Set([...bySymbol.values()].flatMap((bars) => [...bars.keys()]))].toSorted()
  const [first, last] = [given[0], given.at(-1)]
  if (first === undefined || last === undefined) throw new AppError('invalid', `${file}: there are no bars`)
  const end = until === null || until < last ? last : until
  const market = bySymbol.get(MARKET)?.keys() ?? []
  const days = [...new Set([...market, ...sessionsBetween(first, end)])].toSorted()
  const lines = new Map<string, readonly (number | null)[]>()
  return {
    days,
    closes(symbol) {
      const known = lines.get(symbol)
      if (known) return known
      const bars = bySymbol.get(symbol)
      const line = days.map((day) => bars?.get(day) ?? null)
      lines.set(symbol, line)
      return line
    },
  }
}

const closeOn = (day: TradingDay): Date => hoursOn(day).close

/** A bare date is the close of that day. */
export const claimInstant = (asOf: string): Date => (asOf.length === 10 ? closeOn(tradingDay(asOf)) : new Date(asOf))

/** Returns whether the close of a session was known at an instant. */
export const isKnownAt = ({ days }: PricePaths, position: number, instant: Date): boolean => {
  const day = days[position]
  return day !== undefined && closeOn(day) <= instant
}

/**
 * The position of the first close at or after an instant, so that no earlier move counts. Null before the first session
 * of the paths; after the last one, their length.
 */
export function startOf({ days }: PricePaths, instant: Date): number | null {
  const first = days[0]
  if (first === undefined || instant <= previousSession(first).close) return null
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (closeOn(days[middle]!) >= instant) high = middle
    else low = middle + 1
  }
  return low
}
