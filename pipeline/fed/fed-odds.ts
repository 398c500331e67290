import type { TradingDay } from '../../shared/time/trading-day.ts'
import { largestRemainder } from '../maths/largest-remainder.ts'
import type { MeetingRate, PathStatus } from './rate-path.ts'

/** The committee moves by quarters of a point; a step is one quarter. */
export const STEP_PERCENT = 0.25
/** Probabilities are rounded to a hundredth of a percent and sum to one exactly. */
const UNITS = 10_000
/** Prices have half basis points; digits beyond these are rounding. */
const STEP_DIGITS = 9

export type StepOdds = ReadonlyMap<number, number>

/** Splits an expected change between the two neighbouring multiples of a quarter point. */
export function stepOdds(change: number): StepOdds {
  const steps = Number((change / STEP_PERCENT).toFixed(STEP_DIGITS))
  const whole = Math.trunc(steps)
  const rest = Math.abs(steps - whole)
  const near: [number, number] = [whole + 0, 1 - rest]
  return new Map(rest === 0 ? [near] : [near, [whole + Math.sign(steps), rest]])
}

/** The odds of the sum of two independent moves. */
export function convolve(first: StepOdds, second: StepOdds): StepOdds {
  const odds = new Map<number, number>()
  for (const [a, p] of first) for (const [b, q] of second) odds.set(a + b, (odds.get(a + b) ?? 0) + p * q)
  return odds
}

export interface MeetingOdds {
  meeting: TradingDay
  /** Against today's target range, whatever the meetings in between decide; they sum to 1. */
  hold: number
  cut: number
  hike: number
  before: number
  after: number
  status: PathStatus
  /** The odds of this meeting's own move, by its size in steps of a quarter point. */
  steps: StepOdds
  ranges: { lower: number; upper: number; probability: number }[]
}

/** The odds of each target range after each meeting of the path, by CME's tree. */
export function meetingOdds(path: readonly MeetingRate[], target: { lower: number; upper: number }): MeetingOdds[] {
  let odds: StepOdds = new Map([[0, 1]])
  return path.map(({ meeting, before, after, status }) => {
    const own = stepOdds(after - before)
    odds = convolve(odds, own)
    const steps = [...odds.keys()].sort((a, b) => a - b)
    const units = largestRemainder(
      steps.map((step) => odds.get(step)!),
      UNITS,
    )
    const share = (wanted: (step: number) => boolean): number =>
      steps.reduce((sum, step, at) => sum + (wanted(step) ? units[at]! : 0), 0) / UNITS
    return {
      meeting,
      hold: share((step) => step === 0),
      cut: share((step) => step < 0),
      hike: share((step) => step > 0),
      before,
      after,
      status,
      steps: own,
      ranges: steps.flatMap((step, at) =>
        units[at] === 0
          ? []
          : [
              {
                lower: target.lower + step * STEP_PERCENT,
                upper: target.upper + step * STEP_PERCENT,
                probability: units[at]! / UNITS,
              },
            ],
      ),
    }
  })
}
