import { mean, standardDeviation } from './statistics.ts'

const STEPS_MAX = 50
const SETTLED = 1e-10
/** Keeps the slope finite where the outcomes can be separated. */
const RIDGE = 1e-6

/** Fits the probability of an outcome (0 or 1) on one reading by maximum likelihood; null without two different readings. */
export function fitLogistic(
  readings: readonly number[],
  outcomes: readonly number[],
): ((reading: number) => number) | null {
  const centre = mean(readings)
  const deviation = standardDeviation(readings)
  if (centre === null || !deviation) return null
  const scaled = readings.map((each) => (each - centre) / deviation)
  let [level, slope] = [0, 0]
  for (let step = 0; step < STEPS_MAX; step++) {
    let [g0, g1, h00, h01, h11] = [0, -RIDGE * slope, RIDGE, 0, RIDGE]
    scaled.forEach((x, at) => {
      const chance = sigmoid(level + slope * x)
      const weight = chance * (1 - chance)
      const miss = outcomes[at]! - chance
      g0 += miss
      g1 += miss * x
      h00 += weight
      h01 += weight * x
      h11 += weight * x * x
    })
    const determinant = h00 * h11 - h01 * h01
    const [up, tilt] = [(h11 * g0 - h01 * g1) / determinant, (h00 * g1 - h01 * g0) / determinant]
    level += up
    slope += tilt
    if (Math.abs(up) + Math.abs(tilt) < SETTLED) break
  }
  return (reading) => sigmoid(level + (slope * (reading - centre)) / deviation)
}

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))
