import type { TradingDay } from './trading-day.ts'

/** The years of the exchange calendar: a fact of any other day is recomputed, so that no date grows the memory. */
const FIRST = '1950'
const AFTER_LAST = '2150'

/**
 * Remembers a fact of the calendar for each day: a replay of history needs the same ones thousands of times. Only for
 * functions of the day alone, because the first result is kept for the life of the process.
 */
export function oncePerDay<Fact extends object | string>(
  compute: (day: TradingDay) => Fact,
): (day: TradingDay) => Fact {
  const known = new Map<TradingDay, Fact>()
  return (day) => {
    const before = known.get(day)
    if (before !== undefined) return before
    const fact = compute(day)
    if (day >= FIRST && day < AFTER_LAST) known.set(day, fact)
    return fact
  }
}
