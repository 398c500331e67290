import { sessionsBetween } from '../shared/time/calendar.ts'
import { tradingDay } from '../shared/time/trading-day.ts'
import { type Daily, extendPath } from './world/daily-path.ts'
import { correlation, mean, median } from './world/moments.ts'
import { seedNumber } from './world/random.ts'

export type StylisedFacts = {
  excessKurtosis: number
  absoluteAutocorrelation20: number
  vixReturnCorrelation: number
  medianVix: number
  hyOasVixCorrelation: number
  annualReturn: number
  annualVolatility: number
}

const FIRST_YEAR = 2004

export const factsOf = (path: readonly Daily[]): StylisedFacts => {
  const returns = path.map((daily) => daily.equity.return)
  const vix = path.map((daily) => daily.volatility.vix)
  const absolute = returns.map(Math.abs)
  const centre = mean(returns)
  const variance = mean(returns.map((value) => (value - centre) ** 2))
  return {
    excessKurtosis: mean(returns.map((value) => (value - centre) ** 4)) / variance ** 2 - 3,
    absoluteAutocorrelation20: correlation(absolute.slice(20), absolute.slice(0, -20)),
    vixReturnCorrelation: correlation(
      returns.slice(1),
      vix.slice(1).map((value, index) => value - vix[index]!),
    ),
    medianVix: median(vix),
    hyOasVixCorrelation: correlation(
      path.map((daily) => daily.credit.hyOas),
      vix,
    ),
    annualReturn: centre * 252,
    annualVolatility: Math.sqrt(variance * 252),
  }
}

/** What any believable equity market shows, measured on the first years of the seed's world. */
export const stylisedFacts = (seed: number | string, years: number): StylisedFacts => {
  const days = sessionsBetween(tradingDay(`${FIRST_YEAR}-01-01`), tradingDay(`${FIRST_YEAR + years - 1}-12-31`))
  const path: Daily[] = []
  extendPath(path, seedNumber(seed), days)
  return factsOf(path)
}

if (import.meta.main) {
  for (let seed = 1; seed <= 10; seed++) {
    const facts = Object.entries(stylisedFacts(seed, 10)).map(([name, value]) => `${name} ${value.toFixed(3)}`)
    process.stdout.write(`seed ${seed}: ${facts.join(', ')}\n`)
  }
}
