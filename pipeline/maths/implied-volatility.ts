import type { OptionTerms } from './black-scholes.ts'
import { normalCdf } from './normal.ts'

const SQRT_2PI = Math.sqrt(2 * Math.PI)
/** Halley triples the digits, so a step this small was the last one that matters. */
const STEP_ENOUGH = 1e-6
/** A bracket that is halved this often is as narrow as a double allows. */
const STEPS_MAX = 100
/** A smaller value would have no finite logarithm. */
const VALUE_MIN = 1e-300
/** Time value below this share of the intrinsic value is the rounding of a double, not volatility. */
const ROUNDING = 4 * Number.EPSILON

/**
 * The volatility that a price implies; null on or outside the no-arbitrage bounds, where none does.
 *
 * We solve the out-of-the-money side: parity gives both sides the same volatility, and far from the money only this
 * side keeps its digits. In units of sqrt(forward x strike) one function of the total deviation remains,
 * b(s) = e^(x/2) N(x/s + s/2) - e^(-x/2) N(x/s - s/2) with x = -|ln(forward / strike)|, convex up to
 * s = sqrt(2|x|) and concave beyond. The guess is exact where the curve bends and right to leading order at both
 * ends; Halley steps follow, inside a bracket that every step narrows and that is halved when a step leaves it.
 */
export function impliedVolatility(price: number, terms: OptionTerms): number | null {
  const { right, spot, strike, years, rate, dividendYield } = terms
  if (!(years > 0) || !Number.isFinite(price)) return null
  const kept = spot * Math.exp(-dividendYield * years)
  const owed = strike * Math.exp(-rate * years)
  const intrinsic = Math.max(0, right === 'call' ? kept - owed : owed - kept)
  const timeValue = price - intrinsic
  if (!(timeValue > ROUNDING * intrinsic)) return null
  const deviation = totalDeviation(timeValue / Math.sqrt(kept * owed), -Math.abs(Math.log(kept / owed)))
  return deviation === null ? null : deviation / Math.sqrt(years)
}

function totalDeviation(value: number, x: number): number | null {
  const most = Math.exp(x / 2)
  if (!(value > VALUE_MIN) || value >= most) return null
  const bend = Math.sqrt(-2 * x)
  const atBend = normalised(x, bend)
  return value < atBend ? solve(lowerBranch(value, x, bend, atBend)) : solve(upperBranch(value, x, bend, atBend))
}

interface Branch {
  x: number
  low: number
  high: number
  guess: number
  /** Positive while the deviation is too small. */
  miss(value: number): number
  /** The slope of the miss, and the ratio of its second to its first derivative. */
  shape(value: number, slope: number, curve: number): { slope: number; curve: number }
  target: number
}

/** Solves on ln b, because b falls like e^(-x^2 / 2 s^2) and its logarithm keeps its digits. */
function lowerBranch(value: number, x: number, bend: number, atBend: number): Branch {
  const target = Math.log(value)
  return {
    x,
    target,
    low: 0,
    high: bend,
    guess: -x / Math.sqrt(2 * (Math.log(atBend) - target - x / 4)),
    miss: (at) => target - Math.log(at),
    shape: (at, slope, curve) => ({ slope: slope / at, curve: curve - slope / at }),
  }
}

/** Solves on b itself, or on ln(most - b) where b exceeds half of its maximum. */
function upperBranch(value: number, x: number, bend: number, atBend: number): Branch {
  const most = Math.exp(x / 2)
  const left = (at: number) => quantileGuess((most - at) / (2 * most))
  const common = { x, low: bend, high: Number.POSITIVE_INFINITY, guess: bend + 2 * (left(value) - left(atBend)) }
  if (value < most / 2) {
    return { ...common, target: value, miss: (at) => value - at, shape: (_at, slope, curve) => ({ slope, curve }) }
  }
  const target = Math.log(most - value)
  return {
    ...common,
    target,
    miss: (at) => Math.log(Math.max(most - at, VALUE_MIN)) - target,
    shape: (at, slope, curve) => {
      const rest = Math.max(most - at, VALUE_MIN)
      return { slope: slope / rest, curve: curve + slope / rest }
    },
  }
}

function solve({ x, low: from, high: to, guess, miss, shape }: Branch): number | null {
  let low = from
  let high = to
  let s = guess > low && guess < high ? guess : middle(low, high)
  for (let step = 0; step < STEPS_MAX; step++) {
    const at = normalised(x, s)
    const missed = at > 0 ? miss(at) : Number.POSITIVE_INFINITY
    if (missed === 0) return s
    if (missed > 0) low = s
    else high = s
    const next = at > 0 ? s + halley(missed, shape(at, slopeOf(x, s), (x * x) / s ** 3 - s / 4)) : Number.NaN
    const inside = next > low && next < high
    const taken = inside ? next : middle(low, high)
    const done = Math.abs(taken - s) <= (inside ? STEP_ENOUGH : Number.EPSILON) * s
    s = taken
    if (done) return s
  }
  return null
}

const middle = (low: number, high: number): number =>
  high === Number.POSITIVE_INFINITY ? 2 * Math.max(low, 0.5) : (low + high) / 2

function halley(missed: number, { slope, curve }: { slope: number; curve: number }): number {
  const newton = missed / slope
  const bent = 1 + (newton * curve) / 2
  return bent > 0.2 ? newton / bent : newton
}

/** The out-of-the-money price at a total deviation s, in units of sqrt(forward x strike). */
function normalised(x: number, s: number): number {
  if (s === 0) return 0
  const h = x / s
  const t = s / 2
  const half = Math.exp(x / 2)
  return Math.max(0, half * normalCdf(h + t) - normalCdf(h - t) / half)
}

const slopeOf = (x: number, s: number): number => {
  const h = x / s
  return Math.exp(-0.5 * (h * h + 0.25 * s * s)) / SQRT_2PI
}

/**
 * Abramowitz and Stegun 26.2.23: the deviation whose upper tail is `tail`, within 4.5e-4, which is enough for a first
 * guess.
 */
function quantileGuess(tail: number): number {
  if (tail >= 0.5) return 0
  const t = Math.sqrt(-2 * Math.log(Math.max(tail, VALUE_MIN)))
  const top = 2.515517 + t * (0.802853 + t * 0.010328)
  const bottom = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
  return t - top / bottom
}
