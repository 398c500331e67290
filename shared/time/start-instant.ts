import { easternIso, instantAt } from './eastern.ts'
import { TradingDay } from './trading-day.ts'

const WRITTEN = /^(\d{4}-\d{2}-\d{2})T([0-2]\d:[0-5]\d(?::[0-5]\d)?)(Z|[+-]\d{2}:\d{2})?$/

/** An instant as people write it: Eastern unless it has an offset. Null when there is no such day or time. */
function startInstant(text: string): Date | null {
  const [, date = '', time = '', offset] = WRITTEN.exec(text) ?? []
  const day = TradingDay.safeParse(date)
  if (!day.success || time > '23:59:59') return null
  const instant = offset === undefined ? instantAt(day.data, time) : new Date(text)
  if (Number.isNaN(instant.getTime())) return null
  // A wall time that spring skips does not exist.
  return offset === undefined && !easternIso(instant).startsWith(`${date}T${time}`) ? null : instant
}

/** A simulated market needs some years of history before a start, and ends in 2060. */
const START_FIRST = '2012-01-03'
const START_LAST = '2059-12-31'
export const START_RULE = `must be an instant from ${START_FIRST} to ${START_LAST}, such as 2026-11-20T10:00 (Eastern unless it has an offset)`

export function believableStart(text: string): Date | null {
  const instant = startInstant(text)
  if (!instant) return null
  const day = easternIso(instant).slice(0, 10)
  return day >= START_FIRST && day <= START_LAST ? instant : null
}
