import { type Anchor, piecewiseLinear } from '../maths/piecewise-linear.ts'

/** The curve from a reading to points, as data: the score applies it and the breakdown shows it. */
export interface Curve {
  /** The input and its unit. */
  measure: string
  /** The end that is good, and why if that is not obvious. */
  best: string
  /** From the measure to a fraction of the points, 0 worst, 1 best; flat beyond the first and the last anchor. */
  anchors: readonly Anchor[]
  at(input: number): number
}

export const defineCurve = (curve: Omit<Curve, 'at'>): Curve => ({ ...curve, at: piecewiseLinear(curve.anchors) })
