import { nextSession } from '../../shared/time/calendar.ts'
import { dayNumber } from './daily-path.ts'
import { type Factor, factorOpen } from './factor.ts'
import { hashText, randomOf } from './random.ts'
import type { Security } from './security.ts'
import { OVERNIGHT } from './session-clock.ts'
import { LAST_DAY, type World } from './world.ts'

/** Trading continues for this long after the close, and this share of the night's variance falls into it. */
export const AFTER_HOURS_MINUTES = 240
const SHARE = 0.15
const STREAM = 28
const MARKET = hashText('market')

/** The walk of the night some minutes after the close, on its way to the next open, without revealing it. */
const nightAt = (gap: number, deviation: number, minutes: number, ...address: number[]): number => {
  const random = randomOf(...address)
  const step = Math.sqrt(SHARE / AFTER_HOURS_MINUTES)
  let [sum, soFar] = [0, 0]
  for (let minute = 1; minute <= AFTER_HOURS_MINUTES; minute++) {
    sum += step * random.normal()
    if (minute === minutes) soFar = sum
  }
  const whole = sum + Math.sqrt(1 - SHARE) * random.normal()
  const elapsed = (SHARE * minutes) / AFTER_HOURS_MINUTES
  return elapsed * gap + Math.sqrt(OVERNIGHT) * deviation * (soFar - elapsed * whole)
}

/** What a report of the evening has done to the price, at once and for good; the mean of the price stays. */
const newsAt = (
  { night }: Factor,
  weight: number,
  { world, following, minutes }: { world: World; following: number; minutes: number },
): number => {
  const news = night?.(world, following)
  return news && minutes >= news.minutes ? weight * news.move - (weight * weight * news.variance) / 2 : 0
}

/** The log move since a session's close, in the hours after it; news of the night comes later. Null is SPY itself. */
export const afterHoursMove = (world: World, security: Security | null, index: number, minutes: number): number => {
  const { day } = world.closeOf(index)
  const next = nextSession(day).day
  if (next > LAST_DAY) return 0
  const following = world.indexOf(next)
  const { equity } = world.daily(following)
  const date = dayNumber(next)
  const gap = world.intraday(following).spx[0]! - world.daily(index).equity.logSpx - equity.night
  const market = nightAt(gap, equity.deviation, minutes, world.seed, date, STREAM, MARKET)
  if (security === null) return market
  return security.exposures.reduce((sum, { factor, weight }) => {
    if (factor.night) return sum + newsAt(factor, weight, { world, following, minutes })
    const own = factorOpen(world, factor, following) - factor.close(world, index)
    const deviation = factor.deviation(world, following)
    return sum + weight * nightAt(own, deviation, minutes, world.seed, date, STREAM, factor.hash)
  }, security.beta * market)
}
