import { AppError } from '../errors.ts'
import { DAY_MS, dayOfEpoch, epochDay, type TradingDay, weekday } from './trading-day.ts'

export type Offset = '-05:00' | '-04:00'
export interface Eastern {
  day: TradingDay
  /** HH:MM:SS without the fraction. */
  time: string
  minuteOfDay: number
  offset: Offset
}

/**
 * New York wall time is computed by hand, because Intl and luxon cost microseconds per call and back-fills convert
 * hundreds of thousands of instants. It is exact from 1976; 1974 and 1975 had emergency rules that nothing here needs.
 */
const HOUR_MS = 3_600_000
const STANDARD_MS = -5 * HOUR_MS
const SUMMER_MS = -4 * HOUR_MS

const two = (value: number): string => String(value).padStart(2, '0')

/** The first Sunday on or after a date of the year. */
function sundayFrom(year: number, month: number, date: number): number {
  const epoch = Date.UTC(year, month - 1, date) / DAY_MS
  return epoch + 7 - weekday(dayOfEpoch(epoch))
}

/** Rules: Energy Policy Act of 2005 (from 2007), Public Law 99-359 (from 1987), before that the Uniform Time Act. */
function summerDays(year: number): [first: number, last: number] {
  if (year >= 2007) return [sundayFrom(year, 3, 8), sundayFrom(year, 11, 1)]
  return [sundayFrom(year, 4, year >= 1987 ? 1 : 24), sundayFrom(year, 10, 25)]
}

const summers = new Map<number, { from: number; to: number }>()

/** Clocks change at 02:00 wall time: 07:00Z in spring, 06:00Z in autumn. */
function summerOf(year: number): { from: number; to: number } {
  const known = summers.get(year)
  if (known) return known
  const [first, last] = summerDays(year)
  const summer = { from: first * DAY_MS + 7 * HOUR_MS, to: last * DAY_MS + 6 * HOUR_MS }
  summers.set(year, summer)
  return summer
}

function isSummer(instantMs: number): boolean {
  const summer = summerOf(new Date(instantMs).getUTCFullYear())
  return instantMs >= summer.from && instantMs < summer.to
}

export function eastern(instant: Date): Eastern {
  const instantMs = instant.getTime()
  if (Number.isNaN(instantMs)) throw new AppError('invalid', 'not an instant')
  const summer = isSummer(instantMs)
  const local = instantMs + (summer ? SUMMER_MS : STANDARD_MS)
  const epoch = Math.floor(local / DAY_MS)
  const second = Math.floor((local - epoch * DAY_MS) / 1000)
  const minuteOfDay = Math.floor(second / 60)
  return {
    day: dayOfEpoch(epoch),
    time: `${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}:${two(second % 60)}`,
    minuteOfDay,
    offset: summer ? '-04:00' : '-05:00',
  }
}

/** '2026-11-20T10:00:00-05:00' */
export function easternIso(instant: Date): string {
  const { day, time, offset } = eastern(instant)
  return `${day}T${time}${offset}`
}

/** Like `easternIso`, with milliseconds unless they are 0; for instants that are compared, not only read. */
export function easternExact(instant: Date): string {
  const fraction = ((instant.getTime() % 1_000) + 1_000) % 1_000
  if (fraction === 0) return easternIso(instant)
  const { day, time, offset } = eastern(instant)
  return `${day}T${time}.${String(fraction).padStart(3, '0')}${offset}`
}

const WALL_TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/

/**
 * The instant of a wall time ('HH:MM' or 'HH:MM:SS'). A repeated hour means its first pass; a wall time that
 * spring skips moves forward, so 02:30 becomes 03:30.
 */
export function instantAt(day: TradingDay, time: string): Date {
  const match = WALL_TIME.exec(time)
  if (!match) throw new AppError('invalid', 'a wall time is written HH:MM or HH:MM:SS')
  const [, hours, minutes, seconds = '0'] = match
  const local = epochDay(day) * DAY_MS + (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  const asSummer = local - SUMMER_MS
  return new Date(isSummer(asSummer) ? asSummer : local - STANDARD_MS)
}
