/** The search reaches this share of spot to each side, in steps of this share of it. */
const REACH = 0.2
const STEPS_A_SIDE = 80
/** A change of sign between exposures below this share of the largest is numerical noise. */
const NOISE = 1e-6
const EXACT = 1e-9
const ROUNDS_MAX = 60

export interface ProfilePoint {
  spot: number
  exposure: number
}

export interface ZeroGamma {
  level: number | null
  reason: string | null
  crossings: readonly number[]
  profile: readonly ProfilePoint[]
}

/** Every root of the re-priced exposure on a grid around spot, and the root nearest to spot. */
export function zeroGamma(exposureAt: (spot: number) => number, spot: number): ZeroGamma {
  const profile: ProfilePoint[] = []
  for (let step = -STEPS_A_SIDE; step <= STEPS_A_SIDE; step++) {
    const at = spot * (1 + (REACH * step) / STEPS_A_SIDE)
    profile.push({ spot: at, exposure: exposureAt(at) })
  }
  const largest = Math.max(...profile.map(({ exposure }) => Math.abs(exposure)))
  const crossings: number[] = []
  for (const [i, right] of profile.entries()) {
    const left = profile[i - 1]
    if (!left || Math.max(Math.abs(left.exposure), Math.abs(right.exposure)) <= NOISE * largest) continue
    if (right.exposure === 0) crossings.push(right.spot)
    else if (left.exposure * right.exposure < 0) crossings.push(root(exposureAt, left, right))
  }
  if (crossings.length > 0) {
    const level = crossings.reduce((best, each) => (Math.abs(each - spot) < Math.abs(best - spot) ? each : best))
    return { level, reason: null, crossings, profile }
  }
  return { level: null, reason: noCrossing(profile, largest), crossings, profile }
}

function noCrossing(profile: readonly ProfilePoint[], largest: number): string {
  if (largest === 0) return 'the exposure is zero at every price'
  const sign = profile.some(({ exposure }) => exposure > NOISE * largest) ? 'positive' : 'negative'
  const [from, to] = [profile.at(0)!.spot, profile.at(-1)!.spot]
  return `the re-priced exposure is ${sign} everywhere from ${from.toFixed(2)} to ${to.toFixed(2)}`
}

/** Regula falsi in the Illinois form, which keeps the root bracketed and re-prices the book about eight times. */
function root(exposureAt: (spot: number) => number, left: ProfilePoint, right: ProfilePoint): number {
  let [a, b] = [left.spot, right.spot]
  let [atA, atB] = [left.exposure, right.exposure]
  for (let round = 0; round < ROUNDS_MAX && b - a > EXACT * b; round++) {
    const c = (a * atB - b * atA) / (atB - atA)
    const atC = exposureAt(c)
    if (atC === 0 || c - a <= EXACT * b || b - c <= EXACT * b) return c
    if (atC * atB < 0) {
      a = c
      atA = atC
      atB /= 2
    } else {
      b = c
      atB = atC
      atA /= 2
    }
  }
  return (a + b) / 2
}
