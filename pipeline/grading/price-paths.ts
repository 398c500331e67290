import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { sessionOn, sessionOnOrAfter, sessionsBetween } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'

/** Closes on a common line of sessions; null where a symbol has none. */
export interface PricePaths {
  days: readonly TradingDay[]
  closes(symbol: string): readonly (number | null)[]
}

const Bar = z.object({
  date: z.iso.date(),
  symbol: z.string().min(1),
  close: z.coerce.number().positive(),
})

/** Bars as `date,symbol,open,high,low,close`; more columns are ignored. A line that is no bar is named. */
export function parseBars(text: string, file: string): PricePaths {
  const rows = parse(text, { columns: true, skip_empty_lines: true, trim: true, bom: true }) as unknown[]
  const bySymbol = new Map<string, Map<TradingDay, number>>()
  for (const [index, row] of rows.entries()) {
    const bar = Bar.safeParse(row)
    if (!bar.success) {
      const [issue] = bar.error.issues
      throw new AppError('invalid', `${file} line ${index + 2}: ${issue!.path.join('.')}: ${issue!.message}`)
    }
    const { date, symbol, close } = bar.data
    const own = bySymbol.get(symbol) ?? new Map<TradingDay, number>()
    bySymbol.set(symbol, own.set(tradingDay(date), close))
  }
  return pricePaths(bySymbol)
}

/** The line of sessions holds every day with a bar, and the exchange's sessions between, so that a lost day is a gap. */
function pricePaths(bySymbol: ReadonlyMap<string, ReadonlyMap<TradingDay, number>>): PricePaths {
  const given = [...new Set([...bySymbol.values()].flatMap((bars) => [...bars.keys()]))].toSorted()
  const [first, last] = [given[0], given.at(-1)]
  if (first === undefined || last === undefined) throw new AppError('invalid', 'there are no bars')
  const days = [...new Set([...given, ...sessionsBetween(first, last)])].toSorted()
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

const closeOn = (day: TradingDay): Date => sessionOn(day)?.close ?? instantAt(day, '16:00')

/** A bare date is the close of that day. */
export const claimInstant = (asOf: string): Date => (asOf.length === 10 ? closeOn(tradingDay(asOf)) : new Date(asOf))

/** Whether the close of a session was known at an instant. */
export const isKnownAt = ({ days }: PricePaths, position: number, instant: Date): boolean => {
  const day = days[position]
  return day !== undefined && closeOn(day) <= instant
}

/**
 * The position of the first close at or after an instant: nothing that had already moved counts. Null before the first
 * session of the paths; behind the last one, their length.
 */
export function startOf({ days }: PricePaths, instant: Date): number | null {
  const { day } = eastern(instant)
  const first = days[0]!
  if (day < first && sessionOnOrAfter(day).day < first) return null
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (closeOn(days[middle]!) >= instant) high = middle
    else low = middle + 1
  }
  return low
}
