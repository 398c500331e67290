import { optionGreeks } from '../maths/black-scholes.ts'
import { YEAR_MINUTES } from './time-to-expiry.ts'
import type { Slice } from './volatility-slices.ts'

const CONTRACT_SIZE = 100
/** Exposure is stated per move of this share of spot. */
const MOVE = 0.01
const VOL_POINT = 0.01
/** In the last hour at-the-money gamma goes to infinity, an artefact of the formula, so time is at least an hour. */
const YEARS_MIN = 60 / YEAR_MINUTES
const SQRT_2PI = Math.sqrt(2 * Math.PI)
/** Positions with a larger d1^2 add less than a cent to any book. */
const D1_SQUARED_MAX = 80

/** The open contracts of one strike of one expiration. */
export interface Position {
  slice: Slice
  strike: number
  volatility: number
  from: 'own' | 'vendor'
  calls: number
  puts: number
}

/** The terms of re-pricing, prepared once: a grid re-prices each position 160 times. */
interface PricingTerms {
  net: Float64Array
  /** ln(strike / growth): the spot at which the position is at the money forward. */
  centre: Float64Array
  deviation: Float64Array
}

export interface Book {
  positions: readonly Position[]
  /** Net dollars per 1 % move if the underlying were at `spot`, with each strike at its own volatility. */
  exposureAt(spot: number): number
}

/** By the naive dealer convention, dealers are long the calls and short the puts that customers hold. */
export function bookOf(positions: readonly Position[], spot: number): Book {
  const prepared = prepare(positions, spot)
  return { positions, exposureAt: (at) => exposureAt(prepared, at) }
}

const yearsOf = ({ slice }: Position): number => Math.max(YEARS_MIN, slice.years)

/** The constant terms of each position's exposure: discounted gamma times spot^2 of an option on a forward. */
function prepare(positions: readonly Position[], spot: number): PricingTerms {
  const net = new Float64Array(positions.length)
  const centre = new Float64Array(positions.length)
  const deviation = new Float64Array(positions.length)
  for (const [i, position] of positions.entries()) {
    const { slice, strike, volatility, calls, puts } = position
    const growth = slice.forward.price / spot
    const years = yearsOf(position)
    const kept = growth * Math.exp(-slice.rate * years)
    const wide = volatility * Math.sqrt(years)
    net[i] = ((calls - puts) * CONTRACT_SIZE * MOVE * kept) / (wide * SQRT_2PI)
    centre[i] = Math.log(strike / growth)
    deviation[i] = wide
  }
  return { net, centre, deviation }
}

function exposureAt({ net, centre, deviation }: PricingTerms, spot: number): number {
  const level = Math.log(spot)
  let sum = 0
  for (let i = 0; i < net.length; i++) {
    const wide = deviation[i]!
    const d1 = (level - centre[i]!) / wide + wide / 2
    const squared = d1 * d1
    if (squared < D1_SQUARED_MAX) sum += net[i]! * Math.exp(-0.5 * squared)
  }
  return spot * sum
}

export interface PositionExposure {
  position: Position
  calls: number
  puts: number
  vanna: number
}

/** The exposure of each position at the quoted spot. Call and put of a strike have the same gamma and vanna. */
export function exposures(positions: readonly Position[], spot: number): PositionExposure[] {
  return positions.map((position) => {
    const { slice, strike, volatility, calls, puts } = position
    const years = yearsOf(position)
    const dividendYield = slice.rate - Math.log(slice.forward.price / spot) / years
    const { gamma, vanna } = optionGreeks(
      { right: 'call', spot, strike, years, rate: slice.rate, dividendYield },
      volatility,
    )
    const dollars = CONTRACT_SIZE * spot
    return {
      position,
      calls: gamma * dollars * spot * MOVE * calls,
      puts: -gamma * dollars * spot * MOVE * puts,
      vanna: vanna * (calls - puts) * dollars * VOL_POINT,
    }
  })
}
