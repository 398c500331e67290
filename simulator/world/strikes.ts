import { clamp } from './clamp.ts'

/** Dollar strikes near the money are listed this far out, in standard deviations and in dollars. */
const NEAR_DEVIATIONS = 1.2
const NEAR_MIN = 12
const NEAR_MAX = 24

/** Wider steps further out, with their reach in deviations and the largest share of the price: puts reach further. */
const REACHES = [
  { step: 5, below: 2.4, above: 1.5, share_min: 0.05, below_max: 0.15, above_max: 0.1 },
  { step: 10, below: 5.6, above: 3.4, share_min: 0.06, below_max: 0.5, above_max: 0.24 },
] as const

/** Exchanges widen all steps when a price grows, so that a chain stays readable. */
const unitAt = (reference: number): number => (reference < 1_500 ? 1 : reference < 7_500 ? 5 : 25)

/**
 * The strikes of one expiration, ever wider apart. The reference is a previous close, so a listing does not change
 * within a session.
 */
export const strikesFor = (reference: number, volatility: number, years: number): number[] => {
  const unit = unitAt(reference)
  const deviation = reference * volatility * Math.sqrt(years)
  const near = Math.min(0.12 * reference, clamp(NEAR_DEVIATIONS * deviation, NEAR_MIN * unit, NEAR_MAX * unit))
  const strikes = new Set<number>()
  const add = (step: number, below: number, above: number): void => {
    for (let n = Math.ceil((reference - below) / step); n <= Math.floor((reference + above) / step); n++) {
      if (n > 0) strikes.add(n * step)
    }
  }
  add(unit, near, near)
  for (const { step, below, above, share_min, below_max, above_max } of REACHES) {
    add(
      step * unit,
      clamp(below * deviation, share_min * reference, below_max * reference),
      clamp(above * deviation, share_min * reference, above_max * reference),
    )
  }
  return [...strikes].sort((a, b) => a - b)
}
