import { sessionsBetween } from '../shared/time/calendar.ts'
import { tradingDay } from '../shared/time/trading-day.ts'
import { type Daily, extendPath } from './world/daily-path.ts'
import { factsOf, type StylisedFacts } from './world/market-facts.ts'
import { plausibleSeed } from './world/plausible-seed.ts'

const FIRST_YEAR = 2004

/** The statistics of a market, measured on the first years of the seed's world. */
export const stylisedFacts = (seed: number | string, years: number): StylisedFacts => {
  const days = sessionsBetween(tradingDay(`${FIRST_YEAR}-01-01`), tradingDay(`${FIRST_YEAR + years - 1}-12-31`))
  const path: Daily[] = []
  extendPath(path, plausibleSeed(seed), days)
  return factsOf(path)
}

if (import.meta.main) {
  for (let seed = 1; seed <= 10; seed++) {
    const facts = Object.entries(stylisedFacts(seed, 10)).map(([name, value]) => `${name} ${value.toFixed(3)}`)
    process.stdout.write(`seed ${seed}: ${facts.join(', ')}\n`)
  }
}
