import { impliedVolatility } from '../maths/implied-volatility.ts'
import { median } from '../maths/statistics.ts'
import type { QuoteData } from './cboe-quotedata.ts'
import { quotedMid } from './quoted-mid.ts'
import { volatilitySlices } from './volatility-slices.ts'

export interface VolatilityComparison {
  /** Live contracts with a bid and a spread below their price. */
  quoted: number
  solved: number
  /** The solved contracts for which the vendor has a figure too. */
  compared: number
  /** In points of volatility: 0.01 is one hundredth of a point of VIX. */
  medianDifference: number | null
  medianDifferenceOutOfTheMoney: number | null
}

const POINTS = 100

/** Each contract's own volatility from its own quote, next to the vendor's column. */
export function compareVolatilities(chain: QuoteData, rate: number): VolatilityComparison {
  const differences: number[] = []
  const outOfTheMoney: number[] = []
  let [quoted, solved] = [0, 0]
  for (const { strikes, forward, years } of volatilitySlices(chain, rate).slices) {
    for (const { strike, call, put } of strikes) {
      for (const contract of [call, put]) {
        const mid = contract && quotedMid(contract)
        if (!contract || mid === null) continue
        quoted++
        const terms = { right: contract.right, spot: forward.price, strike, years, rate, dividendYield: rate }
        const volatility = impliedVolatility(mid, terms)
        if (volatility === null) continue
        solved++
        if (contract.iv === null) continue
        const difference = POINTS * Math.abs(volatility - contract.iv)
        differences.push(difference)
        if (contract.right === 'call' ? strike >= forward.price : strike < forward.price) outOfTheMoney.push(difference)
      }
    }
  }
  return {
    quoted,
    solved,
    compared: differences.length,
    medianDifference: median(differences),
    medianDifferenceOutOfTheMoney: median(outOfTheMoney),
  }
}
