import { normalCdf, normalPdf } from './normal.ts'

export type Right = 'call' | 'put'

/** Black-Scholes-Merton: a European option on something that pays a continuous yield. */
export interface OptionTerms {
  right: Right
  spot: number
  strike: number
  /** To expiration, in years of 365 days. */
  years: number
  /** Continuously compounded, fractions a year. */
  rate: number
  dividendYield: number
}

/** Per share, per 1.00 of volatility and per year; the caller converts to the unit that it prints. */
export interface Greeks {
  price: number
  delta: number
  gamma: number
  vega: number
  /** Change of the price as a year passes, everything else equal. */
  theta: number
  /** Change of delta per 1.00 of volatility. */
  vanna: number
  /** Change of delta as a year passes. */
  charm: number
}

/** An option without volatility or time costs its lower bound, and every greek but delta is 0. */
export function optionGreeks(terms: OptionTerms, volatility: number): Greeks {
  const { right, spot, strike, years, rate, dividendYield } = terms
  const sign = right === 'call' ? 1 : -1
  const kept = Math.exp(-dividendYield * years)
  const discount = Math.exp(-rate * years)
  const deviation = volatility * Math.sqrt(years)
  if (!(deviation > 0)) {
    const price = sign * (spot * kept - strike * discount)
    const inside = price > 0
    return {
      price: inside ? price : 0,
      delta: inside ? sign * kept : 0,
      gamma: 0,
      vega: 0,
      theta: 0,
      vanna: 0,
      charm: 0,
    }
  }
  const d1 = (Math.log(spot / strike) + (rate - dividendYield) * years) / deviation + deviation / 2
  const d2 = d1 - deviation
  const density = kept * normalPdf(d1)
  const stock = spot * kept * normalCdf(sign * d1)
  const money = strike * discount * normalCdf(sign * d2)
  const drift = (rate - dividendYield) / deviation - d2 / (2 * years)
  return {
    price: sign * (stock - money),
    delta: (sign * stock) / spot,
    gamma: density / (spot * deviation),
    vega: spot * density * Math.sqrt(years),
    theta: (-spot * density * volatility) / (2 * Math.sqrt(years)) + sign * (dividendYield * stock - rate * money),
    vanna: (-density * d2) / volatility,
    charm: (sign * dividendYield * stock) / spot - density * drift,
  }
}

export const optionPrice = (terms: OptionTerms, volatility: number): number => optionGreeks(terms, volatility).price
