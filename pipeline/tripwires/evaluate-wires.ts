import type { WireKey, WireMemories } from '../../shared/domain/contract/tripwire.ts'
import { NEVER_SEEN, reduceWire, type WireTransition } from './reduce-wire.ts'
import type { TripwireInputs, Wire } from './wire.ts'

export interface EvaluatedWires {
  memories: WireMemories
  transitions: (WireTransition & { wire: Wire })[]
  fires: { wire: Wire; episode: string; at: Date; cause: string }[]
  superseded: boolean
}

/**
 * Takes all wires through one evaluation. A minute counts for all of them, because wires on daily series also count
 * their hold in minutes. An evaluation without a minute is only for wires on daily series.
 */
export function evaluateWires(wires: readonly Wire[], memories: WireMemories, inputs: TripwireInputs): EvaluatedWires {
  const evaluated: EvaluatedWires = { memories: {}, transitions: [], fires: [], superseded: true }
  for (const wire of wires) {
    if (wire.feed === 'minute' && inputs.minute === null) continue
    const at = wire.feed === 'minute' ? inputs.minute!.at : inputs.cutoff
    const before = memories[wire.key satisfies WireKey] ?? NEVER_SEEN
    const { memory, transitions, fired, superseded } = reduceWire(wire, before, { at, observation: wire.read(inputs) })
    if (superseded) continue
    evaluated.superseded = false
    evaluated.memories[wire.key] = memory
    evaluated.transitions.push(...transitions.map((transition) => ({ ...transition, wire })))
    if (fired === null) continue
    const cause = transitions.find((each) => each.type === 'moved')?.cause ?? wire.label
    evaluated.fires.push({ wire, episode: fired, at, cause })
  }
  return evaluated
}
