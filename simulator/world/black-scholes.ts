import { normalCumulative, normalDensity } from './normal.ts'

export type Side = 'C' | 'P'
export type Carry = { rate: number; dividend: number }
export type PricedOption = {
  value: number
  delta: number
  gamma: number
  /** Per point of volatility, per day and per point of rate, as Cboe prints them. */
  vega: number
  theta: number
  rho: number
}

const YEAR_DAYS = 365

/** The value alone: calibration needs only the price of the undiscounted normalised call. */
export const optionValue = (
  side: Side,
  spot: number,
  strike: number,
  years: number,
  variance: number,
  carry: Carry,
): number => {
  const discount = Math.exp(-carry.rate * years)
  const forward = spot * Math.exp((carry.rate - carry.dividend) * years)
  const sign = side === 'C' ? 1 : -1
  if (years <= 0 || variance <= 0) return discount * Math.max(0, sign * (forward - strike))
  const root = Math.sqrt(variance)
  const d1 = Math.log(forward / strike) / root + root / 2
  return sign * discount * (forward * normalCumulative(sign * d1) - strike * normalCumulative(sign * (d1 - root)))
}

/** Black-Scholes with total variance instead of volatility, at a fixed strike. */
export const priceOption = (
  side: Side,
  spot: number,
  strike: number,
  years: number,
  variance: number,
  carry: Carry,
): PricedOption => {
  const sign = side === 'C' ? 1 : -1
  if (years <= 0 || variance <= 0) {
    const inside = sign * (spot - strike) > 0
    return { value: inside ? sign * (spot - strike) : 0, delta: inside ? sign : 0, gamma: 0, vega: 0, theta: 0, rho: 0 }
  }
  const discount = Math.exp(-carry.rate * years)
  const kept = Math.exp(-carry.dividend * years)
  const root = Math.sqrt(variance)
  const d1 = Math.log((spot * kept) / (strike * discount)) / root + root / 2
  const d2 = d1 - root
  const stock = spot * kept * normalCumulative(sign * d1)
  const money = strike * discount * normalCumulative(sign * d2)
  const density = normalDensity(d1)
  const decay = -(spot * kept * density * root) / (2 * years)
  return {
    value: Math.max(0, sign * (stock - money)),
    delta: sign * kept * normalCumulative(sign * d1),
    gamma: (kept * density) / (spot * root),
    vega: (spot * kept * density * Math.sqrt(years)) / 100,
    theta: (decay - sign * carry.rate * money + sign * carry.dividend * stock) / YEAR_DAYS,
    rho: (sign * years * money) / 100,
  }
}
