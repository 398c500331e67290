import { sessionsBetween } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { type Daily, extendPath } from './daily-path.ts'
import { factsOf, isPlausible } from './market-facts.ts'
import { seedNumber } from './random.ts'

const DECADES = [2004, 2014] as const
const DRAWS_MAX = 50

const decade = (year: number) => sessionsBetween(tradingDay(`${year}-01-01`), tradingDay(`${year + 9}-12-31`))

/**
 * A few draws in a hundred give a decade unlike any real market: too calm, too wild, or without memory. Such a world is
 * not served; its seed maps to the next draw instead, so that every seed gives a plausible market.
 */
export function plausibleSeed(seed: number | string): number {
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const candidate = seedNumber(draw === 0 ? seed : `${seed}/${draw}`)
    const path: Daily[] = []
    for (const year of DECADES) extendPath(path, candidate, decade(year))
    const second = path.findIndex(({ day }) => day >= `${DECADES[1]}`)
    if (isPlausible(factsOf(path.slice(0, second))) && isPlausible(factsOf(path.slice(second)))) return candidate
  }
  return seedNumber(seed)
}
