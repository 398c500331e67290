import type { Daily } from './daily-path.ts'
import { correlation, mean, median } from './moments.ts'

export type StylisedFacts = {
  excessKurtosis: number
  absoluteAutocorrelation20: number
  vixReturnCorrelation: number
  medianVix: number
  hyOasVixCorrelation: number
  annualReturn: number
  annualVolatility: number
}

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

/** The bounds within which any plausible equity market stays over ten years. */
export const isPlausible = (facts: StylisedFacts): boolean =>
  facts.excessKurtosis > 3 &&
  facts.absoluteAutocorrelation20 > 0.05 &&
  facts.vixReturnCorrelation > -0.9 &&
  facts.vixReturnCorrelation < -0.6 &&
  facts.medianVix >= 14 &&
  facts.medianVix <= 20 &&
  facts.hyOasVixCorrelation > 0.5
