import { z } from 'zod'
import { isoWeek, tradingDay } from '../../shared/time/trading-day.ts'
import { refuseParameter } from './errors.ts'

/** Digits only: `0x10`, `1e1`, ` 90`, `-1` and a repeated parameter (an array) are refused. */
const digits = (max: number): RegExp => new RegExp(`^\\d{1,${Math.max(6, String(max).length)}}$`)

export interface IntegerBounds {
  min: number
  max: number
  default: number
}

/** A strict integer of the query string, documented with its bounds. */
export function queryInteger(bounds: IntegerBounds, description: string) {
  const rule = `must be a whole number from ${bounds.min} to ${bounds.max}`
  return z
    .string(rule)
    .regex(digits(bounds.max), rule)
    .transform(Number)
    .refine((value) => value >= bounds.min && value <= bounds.max, rule)
    .default(bounds.default)
    .meta({
      description,
      override: { type: 'integer', minimum: bounds.min, maximum: bounds.max, default: bounds.default },
    })
}

/** Years 1000 to 9999, the range of our dates. */
const WEEK = /^([1-9]\d{3})-W(0[1-9]|[1-4]\d|5[0-3])$/

/** 28 December is always in the last week of its ISO year. */
const weeksIn = (year: string): number => Number(isoWeek(tradingDay(`${year}-12-28`)).slice(-2))

function exists(week: string): boolean {
  const [, year, number] = WEEK.exec(week) ?? []
  return year !== undefined && Number(number) <= weeksIn(year)
}

export const WeekId = z
  .string()
  .refine(exists, 'must be an ISO week that exists, written <YYYY>-W<WW>')
  .meta({
    description: 'ISO week, <YYYY>-W<WW>; weeks that do not exist, such as 2025-W53, are 400',
    override: { type: 'string', pattern: WEEK.source, example: '2026-W47' },
  })

const DAY_RULE = 'must be an existing date, written YYYY-MM-DD'
interface DayBounds {
  first: string
  last: string
  rule: string
}

/** An optional Eastern day, from 1900 on unless other bounds are given. */
export const queryDay = (
  description: string,
  example: string,
  { first, last, rule }: DayBounds = { first: '1900-01-01', last: '9999-12-31', rule: DAY_RULE },
) =>
  z.iso
    .date(DAY_RULE)
    .refine((text) => text >= first && text <= last, rule)
    .transform(tradingDay)
    .optional()
    .meta({ description, override: { type: 'string', format: 'date', example } })

/** Refuses a last day that lies before the first one. */
export function refuseReversed({ from, to }: { from?: string | undefined; to?: string | undefined }): void {
  if (from !== undefined && to !== undefined && to < from) throw refuseParameter('to', 'must not lie before from')
}
