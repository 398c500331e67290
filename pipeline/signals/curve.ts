import { type Anchor, piecewiseLinear } from '../maths/piecewise-linear.ts'

/** How a reading becomes points, as data: the score follows it and the breakdown shows it. */
export interface Curve {
  /** What goes in, with its unit. */
  measure: string
  /** Which way is good, and why where it is not plain. */
  best: string
  /** From the measure to a fraction of the points, 0 worst, 1 best; flat beyond the first and the last. */
  anchors: readonly Anchor[]
  at(input: number): number
}

export const defineCurve = (curve: Omit<Curve, 'at'>): Curve => ({ ...curve, at: piecewiseLinear(curve.anchors) })
