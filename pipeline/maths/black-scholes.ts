import { normalCdf, normalPdf } from './normal.ts'

export interface BlackScholesInput {
  spot: number
  strike: number
  /** To expiration, in years of 365 days. */
  years: number
  /** A fraction, annualised. */
  iv: number
}

/** Rates and dividends are left out: they move the gamma of listed maturities by less than its volatility's error. */
const d1 = ({ spot, strike, years, iv }: BlackScholesInput): number =>
  (Math.log(spot / strike) + 0.5 * iv * iv * years) / (iv * Math.sqrt(years))

/** Change of delta per dollar of the underlying; the same for calls and puts. */
export const gamma = (input: BlackScholesInput): number =>
  normalPdf(d1(input)) / (input.spot * input.iv * Math.sqrt(input.years))

export function price(right: 'call' | 'put', input: BlackScholesInput): number {
  const { spot, strike, years, iv } = input
  const first = d1(input)
  const second = first - iv * Math.sqrt(years)
  if (right === 'call') return spot * normalCdf(first) - strike * normalCdf(second)
  return strike * normalCdf(-second) - spot * normalCdf(-first)
}

export const delta = (right: 'call' | 'put', input: BlackScholesInput): number =>
  right === 'call' ? normalCdf(d1(input)) : normalCdf(d1(input)) - 1
