import { breadth40, breadth60, dgs10Step, hyOasStep } from './daily.ts'
import { spy50dma, spyPutWall, spyZeroGamma } from './spy.ts'
import { vix15, vix20, vix30, vixTermInversion } from './volatility.ts'
import type { Wire } from './wire.ts'

export { type EvaluatedWires, evaluateWires } from './evaluate-wires.ts'
export { distanceOf, TRIPWIRE_RULES_VERSION, type Wire } from './wire.ts'

/** Every tripwire, in the order of the catalogue. */
export const wires: readonly Wire[] = [
  spyZeroGamma,
  spyPutWall,
  spy50dma,
  vix15,
  vix20,
  vix30,
  vixTermInversion,
  hyOasStep,
  breadth40,
  breadth60,
  dgs10Step,
]
