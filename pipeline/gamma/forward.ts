import { median } from '../maths/statistics.ts'
import { quotedMid } from './quoted-mid.ts'
import type { StrikePair } from './strike-pair.ts'

/** SPY's yield in a usual year, assumed where no call and put of one strike are both quoted. */
export const DIVIDEND_YIELD_ASSUMED = 0.0125
/** Near the money spreads are narrow and early exercise is unlikely. */
const STRIKES_NEAR = 6
/** A forward further from spot than an hour's move plus a carry of 15 % a year comes from a broken quote. */
const DISTANCE_MAX = 0.02
const CARRY_MAX = 0.15

export interface Forward {
  price: number
  from: 'parity' | 'assumed_yield'
}

/** Put-call parity as the median of the strikes nearest to spot: it includes dividends and a late spot. */
export function forwardOf(
  pairs: readonly StrikePair[],
  { spot, years, rate }: { spot: number; years: number; rate: number },
): Forward {
  const growth = Math.exp(rate * years)
  const quoted = pairs.flatMap(({ strike, call, put }) => {
    const [callMid, putMid] = [call && quotedMid(call), put && quotedMid(put)]
    return callMid === null || putMid === null ? [] : [{ strike, price: strike + (callMid - putMid) * growth }]
  })
  const near = quoted.sort((a, b) => Math.abs(a.strike - spot) - Math.abs(b.strike - spot)).slice(0, STRIKES_NEAR)
  const price = median(near.map((each) => each.price))
  if (price !== null && Math.abs(price / spot - 1) <= DISTANCE_MAX + CARRY_MAX * years) return { price, from: 'parity' }
  return { price: spot * Math.exp((rate - DIVIDEND_YIELD_ASSUMED) * years), from: 'assumed_yield' }
}
