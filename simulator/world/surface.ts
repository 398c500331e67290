import { type Carry, optionValue } from './black-scholes.ts'

/**
 * SSVI of Gatheral and Jacquier: w(k) = θ/2 · (1 + ρφk + √((φk + ρ)² + 1 − ρ²)) with φ(θ) = η / √(θ(1 + θ)). With one
 * ρ for all expirations, η(1 + |ρ|) ≤ 2 rules out butterflies and an increasing θ rules out calendar spreads, so the
 * chain needs no repair afterwards.
 */
export type Surface = {
  spot: number
  carry: (years: number) => Carry
  /** At-the-money total variance of a span of trading time; strictly increasing. */
  theta: (tradingYears: number) => number
  rho: number
}

export type SurfaceInputs = {
  spot: number
  /** Index points: 16.2 is 16.2 % a year. */
  vix9d: number
  vix: number
  vix3m: number
  skew: number
  /** Percent a year. */
  rate3m: number
  rate2y: number
}

const ETA = 0.98
const DIVIDEND = 0.0125
const YEARS_9D = 9 / 365
const YEARS_30D = 30 / 365
const YEARS_93D = 93 / 365
const LONG_RUN_VARIANCE = 0.195 ** 2
const LONG_RUN_YEARS = 0.9

export const totalVariance = (theta: number, rho: number, k: number): number => {
  const x = (ETA / Math.sqrt(theta * (1 + theta))) * k
  return (theta / 2) * (1 + rho * x + Math.sqrt((x + rho) ** 2 + 1 - rho * rho))
}

const NO_CARRY: Carry = { rate: 0, dividend: 0 }
const GRID = 120

/** The fair variance of a slice by the VIX's own strip: 2 ∫ out-of-the-money value / K² dK. */
export const stripVariance = (theta: number, rho: number): number => {
  const root = Math.sqrt(theta)
  const from = -9 * root
  const step = (15 * root) / GRID
  let sum = 0
  for (let i = 0; i <= GRID; i++) {
    const k = from + i * step
    const strike = Math.exp(k)
    const value = optionValue(k < 0 ? 'P' : 'C', 1, strike, 1, totalVariance(theta, rho, k), NO_CARRY)
    sum += (value / strike) * (i === 0 || i === GRID ? 0.5 : 1)
  }
  return 2 * sum * step
}

/** The θ whose strip gives an index level at its horizon. */
const thetaOf = (level: number, years: number, rho: number): number => {
  const wanted = (level / 100) ** 2 * years
  let theta = wanted * 0.8
  for (let i = 0; i < 5; i++) theta *= wanted / stripVariance(theta, rho)
  return theta
}

export const surfaceOf = (inputs: SurfaceInputs): Surface => {
  const rho = -Math.min(0.85, Math.max(0.55, 0.6 + 0.0042 * (inputs.skew - 115)))
  const theta30 = thetaOf(inputs.vix, YEARS_30D, rho)
  // The 30-day level is the anchor; a neighbour that would make total variance fall is moved.
  const theta9 = Math.min(thetaOf(inputs.vix9d, YEARS_9D, rho), 0.9 * theta30)
  const theta93 = Math.max(thetaOf(inputs.vix3m, YEARS_93D, rho), 1.15 * theta30)
  const forwardVariance = (theta93 - theta30) / (YEARS_93D - YEARS_30D)
  const theta = (years: number): number => {
    if (years <= YEARS_9D) return (theta9 * years) / YEARS_9D
    if (years <= YEARS_30D) return theta9 + ((theta30 - theta9) * (years - YEARS_9D)) / (YEARS_30D - YEARS_9D)
    if (years <= YEARS_93D) return theta30 + forwardVariance * (years - YEARS_30D)
    const beyond = years - YEARS_93D
    const pull = LONG_RUN_YEARS * (1 - Math.exp(-beyond / LONG_RUN_YEARS))
    return theta93 + LONG_RUN_VARIANCE * beyond + (forwardVariance - LONG_RUN_VARIANCE) * pull
  }
  const carry = (years: number): Carry => ({
    rate: (inputs.rate3m + (inputs.rate2y - inputs.rate3m) * Math.min(1, years / 2)) / 100,
    dividend: DIVIDEND,
  })
  return { spot: inputs.spot, carry, theta, rho }
}

/** The time to an expiration: money earns interest by the calendar, prices move by the session. */
export type TimeTo = { years: number; tradingYears: number }

/** Total variance at a strike, where moneyness is measured from the expiration's own forward; none once it expired. */
export const varianceAt = (surface: Surface, strike: number, { years, tradingYears }: TimeTo): number => {
  if (years <= 0) return 0
  const { rate, dividend } = surface.carry(years)
  const forward = surface.spot * Math.exp((rate - dividend) * years)
  return totalVariance(surface.theta(tradingYears), surface.rho, Math.log(strike / forward))
}
