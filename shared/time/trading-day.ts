import { z } from 'zod'
import { AppError } from '../errors.ts'

/** An Eastern calendar date, 'YYYY-MM-DD'. Never a timestamp, and not necessarily a session. */
export const TradingDay = z.iso.date().brand<'TradingDay'>()
export type TradingDay = z.infer<typeof TradingDay>

export const DAY_MS = 86_400_000

/** Years have four digits, so that days sort as text. */
const EPOCH_DAY_MIN = Date.UTC(1000, 0, 1) / DAY_MS
const EPOCH_DAY_MAX = Date.UTC(9999, 11, 31) / DAY_MS

export function tradingDay(text: string): TradingDay {
  const parsed = TradingDay.safeParse(text)
  if (!parsed.success) throw new AppError('invalid', 'a trading day is a real date written YYYY-MM-DD')
  return parsed.data
}

/** The days of 1950 to 2149, each written and read once: the dates of a replay of history took a fifth of its time. */
const WRITTEN_MIN = Date.UTC(1950, 0, 1) / DAY_MS
const WRITTEN_MAX = Date.UTC(2149, 11, 31) / DAY_MS
const written = new Map<number, TradingDay>()
const read = new Map<TradingDay, number>()

/** Days since 1970-01-01, a number that makes date arithmetic exact. */
export function epochDay(day: TradingDay): number {
  const before = read.get(day)
  if (before !== undefined) return before
  const epoch = Date.parse(day) / DAY_MS
  if (Number.isInteger(epoch) && epoch >= WRITTEN_MIN && epoch <= WRITTEN_MAX) read.set(day, epoch)
  return epoch
}

export function dayOfEpoch(epoch: number): TradingDay {
  if (!Number.isInteger(epoch) || epoch < EPOCH_DAY_MIN || epoch > EPOCH_DAY_MAX) {
    throw new AppError('invalid', 'date arithmetic left the years 1000 to 9999', { details: { epoch } })
  }
  const before = written.get(epoch)
  if (before !== undefined) return before
  const day = new Date(epoch * DAY_MS).toISOString().slice(0, 10) as TradingDay
  if (epoch >= WRITTEN_MIN && epoch <= WRITTEN_MAX) written.set(epoch, day)
  return day
}

export const addDays = (day: TradingDay, days: number): TradingDay => dayOfEpoch(epochDay(day) + days)

/** Positive when `to` is later. */
export const daysBetween = (from: TradingDay, to: TradingDay): number => epochDay(to) - epochDay(from)

/** 1970-01-01 was a Thursday. */
const weekdayOfEpoch = (epoch: number): number => ((((epoch + 3) % 7) + 7) % 7) + 1

/** 1 is Monday, 7 is Sunday. */
export const weekday = (day: TradingDay): number => weekdayOfEpoch(epochDay(day))

/** An ISO week belongs to the year of its Thursday: 2027-01-01 is in 2026-W53. */
export function isoWeek(day: TradingDay): string {
  const epoch = epochDay(day)
  const thursday = dayOfEpoch(epoch + 4 - weekdayOfEpoch(epoch))
  const year = thursday.slice(0, 4)
  const dayOfYear = epochDay(thursday) - epochDay(`${year}-01-01` as TradingDay)
  return `${year}-W${String(Math.floor(dayOfYear / 7) + 1).padStart(2, '0')}`
}
