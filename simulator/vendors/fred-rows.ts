import { eastern } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay, weekday } from '../../shared/time/trading-day.ts'
import { firstPrintError } from '../world/dark-week.ts'
import { perWorld } from '../world/per-world.ts'
import type { World } from '../world/world.ts'
import type { FredSeries } from './fred-series.ts'

/** A value as FRED prints it; null is a row without a value. */
export type FredRow = { day: TradingDay; value: string | null }

const ROLLING_FROM = '2026-04-01'

/** Minus zero would print as "-0.00". */
const printed = (value: number, decimals: number): string => {
  const text = value.toFixed(decimals)
  return Number(text) === 0 ? (0).toFixed(decimals) : text
}

const firstShown = (series: FredSeries, today: TradingDay): TradingDay => {
  if (!series.rolling || today < ROLLING_FROM) return series.first
  const threeYearsAgo = `${Number(today.slice(0, 4)) - 3}${today.slice(4)}` as TradingDay
  return threeYearsAgo > series.first ? threeYearsAgo : series.first
}

/** The longest lag of a series, holidays included: the dollar index of a Monday after a long weekend. */
const LAG_DAYS_MAX = 14

const lastVisibleDay = (series: FredSeries, instant: Date): TradingDay => {
  const today = eastern(instant).day
  for (let back = 0; back < LAG_DAYS_MAX; back++) {
    const day = addDays(today, -back)
    if (hasRow(series, day) && series.visibleAt(day) <= instant) return day
  }
  return addDays(today, -LAG_DAYS_MAX)
}

const hasRow = (series: FredSeries, day: TradingDay): boolean => series.group === 'Daily, 7-Day' || weekday(day) <= 5

/** Rows never change, so they are printed once and only appended to. */
const printedRows = perWorld(() => new Map<string, FredRow[]>())

const rowsThrough = (world: World, series: FredSeries, last: TradingDay): readonly FredRow[] => {
  const rows = printedRows(world).get(series.id) ?? []
  printedRows(world).set(series.id, rows)
  const newest = rows.at(-1)?.day
  for (let day = newest ? addDays(newest, 1) : series.first; day <= last; day = addDays(day, 1)) {
    if (!hasRow(series, day)) continue
    const index = world.indexOf(day)
    const value = index < 0 ? null : series.value(world.daily(index), day)
    rows.push({ day, value: value === null ? null : printed(value, series.decimals) })
  }
  return rows
}

/** The position of the first row on or after a day. */
const positionOf = (rows: readonly FredRow[], day: string): number => {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle]!.day < day) low = middle + 1
    else high = middle
  }
  return low
}

/** The rows of a series that are public at an instant, between two days, both included. */
export const fredRows = (
  world: World,
  series: FredSeries,
  instant: Date,
  from: string = '',
  to: string = '9999-12-31',
): FredRow[] => {
  const shown = firstShown(series, eastern(instant).day)
  const visible = lastVisibleDay(series, instant)
  const last = to < visible ? to : visible
  const rows = rowsThrough(world, series, visible)
  // '~' sorts after every digit, so this position is one past the last day.
  const chosen = rows.slice(positionOf(rows, from > shown ? from : shown), positionOf(rows, `${last}~`))
  // The target range is a decision, not an estimate.
  const isEstimate = series.group !== 'Daily, 7-Day'
  return isEstimate && world.script?.name === 'dark'
    ? chosen.map((row) => firstPrint(world, series, row, instant))
    : chosen
}

/** A row at an instant: in a dark week the first print of a value is wrong until its vendor corrects it. */
const firstPrint = (world: World, series: FredSeries, { day, value }: FredRow, instant: Date): FredRow => {
  const error = value === null ? 1 : firstPrintError(world, series.id, day, instant)
  return { day, value: value === null || error === 1 ? value : printed(Number(value) * error, series.decimals) }
}
