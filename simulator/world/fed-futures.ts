import { addDays, type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { isMeeting } from './fed-meetings.ts'
import { perWorld } from './per-world.ts'
import { uniformOf } from './random.ts'
import { expectedDecision } from './rates.ts'
import { FIRST_DAY, type World } from './world.ts'

/** The effective rate is this far below the upper end of its range. */
const BELOW_UPPER = 0.12
const STREAM = 61
/** A quarter of a basis point, the smallest step of the contract's quote. */
const TICK = 0.0025

const isMeetingDay = perWorld(() => {
  const known = new Map<string, boolean>()
  return (day: string): boolean => {
    const found = known.get(day) ?? isMeeting(day)
    known.set(day, found)
    return found
  }
})

const lastOf = (month: string): TradingDay => {
  const first = tradingDay(`${month}-01`)
  return addDays(tradingDay(`${addDays(first, 31).slice(0, 7)}-01`), -1)
}

/**
 * The market's expectation of the month's average effective rate at the close of a session: the rates of past days,
 * then the expectation of the committee's own rule at every meeting ahead.
 */
const averages = perWorld(() => new Map<string, number>())

const expectedAverage = (world: World, index: number, month: string): number => {
  const key = `${index} ${month}`
  const known = averages(world).get(key)
  if (known !== undefined) return known
  const { day: today, rates } = world.daily(index)
  const [first, last] = [tradingDay(`${month}-01`), lastOf(month)]
  const meets = isMeetingDay(world)
  let sum = 0
  let days = 0
  for (let day = first; day <= last && day <= today; day = addDays(day, 1)) {
    sum += day < FIRST_DAY ? rates.dff : world.daily(world.indexOf(day)).rates.dff
    days++
  }
  let target = rates.nextTargetUpper
  let ahead = 0
  for (let day = addDays(tradingDay(today), 1); day <= last; day = addDays(day, 1)) {
    ahead++
    if (day >= first) {
      sum += target - BELOW_UPPER
      days++
    }
    // A decision takes effect on the following day.
    if (meets(day)) target += expectedDecision(target, rates, ahead)
  }
  const opinion = 0.02 * (uniformOf(world.seed, STREAM, index, Number(month.replace('-', ''))) - 0.5)
  const average = sum / days + (last <= today ? 0 : opinion)
  averages(world).set(key, average)
  return average
}

export const futurePrice = (world: World, index: number, month: string): number =>
  Math.round((100 - expectedAverage(world, index, month)) / TICK) * TICK

/** Contracts are listed for a year and a half ahead. */
const LISTED_MONTHS = 18

export const isListed = (month: string, today: string): boolean => {
  const count = (text: string): number => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
  const ahead = count(month) - count(today)
  return ahead >= 0 && ahead <= LISTED_MONTHS
}
