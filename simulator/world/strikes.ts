import { clamp } from './clamp.ts'

/** Dollar strikes near the money reach this far, in standard deviations and in dollars. */
const NEAR_DEVIATIONS = 1.2
const NEAR_MIN = 12
const NEAR_MAX = 16

/**
 * A step is listed while the price times the root of the years left is at most its spread in dollars, so that the strikes
 * of many mornings do not pile up. At 650 dollars that is 54 days for dollar strikes and 175 for those of five.
 */
const NEAR_SPREAD = 250

/** Wider steps further out, with their reach in deviations and the largest share of the price: puts reach further. */
const REACHES = [
  { step: 5, spread: 450, below: 2.4, above: 1.5, share_min: 0.05, below_max: 0.15, above_max: 0.1 },
  { step: 10, spread: null, below: 5.6, above: 3.4, share_min: 0.06, below_max: 0.5, above_max: 0.24 },
] as const

/** Exchanges widen all steps when a price grows, so that a chain stays readable. */
const unitAt = (reference: number): number => (reference < 1_500 ? 1 : reference < 7_500 ? 5 : 25)

/** The market on a morning, as one expiration sees it. The reference is the previous close. */
export type Outlook = { reference: number; volatility: number; years: number }

type Reach = { step: number; below: number; above: number }

/** The strikes that a morning calls for, ever wider apart. */
const reachesOf = ({ reference, volatility, years }: Outlook): Reach[] => {
  const unit = unitAt(reference)
  const deviation = reference * volatility * Math.sqrt(years)
  const isFineFor = (spread: number | null): boolean => !spread || reference * Math.sqrt(years) <= spread * unit
  const reaches = REACHES.filter(({ spread }) => isFineFor(spread)).map(
    (reach): Reach => ({
      step: reach.step * unit,
      below: clamp(reach.below * deviation, reach.share_min * reference, reach.below_max * reference),
      above: clamp(reach.above * deviation, reach.share_min * reference, reach.above_max * reference),
    }),
  )
  if (!isFineFor(NEAR_SPREAD)) return reaches
  const near = Math.min(0.12 * reference, clamp(NEAR_DEVIATIONS * deviation, NEAR_MIN * unit, NEAR_MAX * unit))
  return [{ step: unit, below: near, above: near }, ...reaches]
}

/**
 * The strikes of one expiration, by the mornings since it was first listed. A strike that one of them called for stays,
 * as do those between the lowest and the highest of its step: a fall leaves no gap behind.
 */
export const strikesFor = (mornings: Iterable<Outlook>): number[] => {
  const ranges = new Map<number, { lowest: number; highest: number }>()
  for (const morning of mornings) {
    for (const { step, below, above } of reachesOf(morning)) {
      const lowest = Math.max(1, Math.ceil((morning.reference - below) / step))
      const highest = Math.floor((morning.reference + above) / step)
      const known = ranges.get(step) ?? { lowest, highest }
      ranges.set(step, { lowest: Math.min(lowest, known.lowest), highest: Math.max(highest, known.highest) })
    }
  }
  const strikes = new Set<number>()
  for (const [step, { lowest, highest }] of ranges) {
    for (let steps = lowest; steps <= highest; steps++) strikes.add(steps * step)
  }
  return [...strikes].sort((a, b) => a - b)
}
