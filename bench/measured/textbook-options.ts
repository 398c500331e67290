/** Textbook option maths, written independently of ours: a plausible first version. */

export interface TextbookTerms {
  right: 'call' | 'put'
  spot: number
  strike: number
  years: number
  rate: number
  dividendYield: number
}

const TOLERANCE = 1e-8
const ITERATIONS_MAX = 100
const VOLATILITY_MAX = 5

/** Abramowitz and Stegun 26.2.17, as textbooks print it: seven digits. */
function cumulative(x: number): number {
  const k = 1 / (1 + 0.2316419 * Math.abs(x))
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429].reduce(
    (sum, coefficient, i) => sum + coefficient * k ** (i + 1),
    0,
  )
  const tail = density(x) * series
  return x >= 0 ? 1 - tail : tail
}

const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)

function d1({ spot, strike, years, rate, dividendYield }: TextbookTerms, volatility: number): number {
  const drift = rate - dividendYield + (volatility * volatility) / 2
  return (Math.log(spot / strike) + drift * years) / (volatility * Math.sqrt(years))
}

function textbookPrice(terms: TextbookTerms, volatility: number): number {
  const { right, spot, strike, years, rate, dividendYield } = terms
  const first = d1(terms, volatility)
  const second = first - volatility * Math.sqrt(years)
  const sign = right === 'call' ? 1 : -1
  return (
    sign * spot * Math.exp(-dividendYield * years) * cumulative(sign * first) -
    sign * strike * Math.exp(-rate * years) * cumulative(sign * second)
  )
}

/** Newton's method from 20 %; it returns no volatility where vega vanishes. */
export function textbookVolatility(price: number, terms: TextbookTerms): number | null {
  let volatility = 0.2
  for (let i = 0; i < ITERATIONS_MAX; i++) {
    const missed = textbookPrice(terms, volatility) - price
    if (Math.abs(missed) < TOLERANCE) return volatility
    const { vega = 0 } = textbookGreeks(terms, volatility)
    volatility -= missed / vega
    if (!(volatility > 0 && volatility < VOLATILITY_MAX)) return null
  }
  return volatility
}

/** Computes each greek by its own formula, from the beginning. */
export function textbookGreeks(terms: TextbookTerms, volatility: number): Record<string, number> {
  const { right, spot, strike, years, rate, dividendYield } = terms
  const first = d1(terms, volatility)
  const second = first - volatility * Math.sqrt(years)
  const sign = right === 'call' ? 1 : -1
  const kept = Math.exp(-dividendYield * years)
  return {
    price: textbookPrice(terms, volatility),
    delta: sign * kept * cumulative(sign * first),
    gamma: (kept * density(first)) / (spot * volatility * Math.sqrt(years)),
    vega: spot * kept * density(first) * Math.sqrt(years),
    theta:
      (-spot * kept * density(first) * volatility) / (2 * Math.sqrt(years)) -
      sign * rate * strike * Math.exp(-rate * years) * cumulative(sign * second) +
      sign * dividendYield * spot * kept * cumulative(sign * first),
  }
}
