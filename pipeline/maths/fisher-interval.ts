import { shown } from './shown.ts'

/** The normal deviate that leaves 2.5 % on either side. */
const DEVIATE = 1.959964

/** The 95 % interval of a correlation of `n` pairs, by Fisher's transformation. */
export function fisherInterval(correlation: number, n: number): [low: number, high: number] {
  if (Math.abs(correlation) >= 1) return [shown(correlation), shown(correlation)]
  const z = Math.atanh(correlation)
  const half = DEVIATE / Math.sqrt(n - 3)
  return [shown(Math.tanh(z - half)), shown(Math.tanh(z + half))]
}
