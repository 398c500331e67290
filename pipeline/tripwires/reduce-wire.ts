import assert from 'node:assert/strict'
import {
  COOLDOWN_MS,
  HOLD_MS,
  heldMs,
  type WireMemory,
  type WireStateName,
  wireState,
} from '../../shared/domain/contract/tripwire.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { type Seen, type Sight, TRIPWIRE_RULES_VERSION, type Wire } from './wire.ts'

const MINUTE_MS = 60_000

export const NEVER_SEEN: WireMemory = {
  rulesVersion: TRIPWIRE_RULES_VERSION,
  evaluatedThrough: null,
  observedAt: null,
  met: null,
  episode: null,
  flipped: false,
  heldSince: null,
  firedAt: null,
  firedEpisode: null,
  noData: null,
  reading: null,
}

export type WireTransition = { at: Date; episode: string | null; cause: string } & (
  | { type: 'moved'; from: WireStateName | null; to: WireStateName }
  | { type: 'hold_broken'; heldMinutes: number }
)

export interface ReducedWire {
  memory: WireMemory
  transitions: WireTransition[]
  /** The episode that fired with this evaluation. */
  fired: string | null
  /** An evaluation as of this instant or a later one has counted already: this one changes nothing. */
  superseded: boolean
}

type Rule = Pick<Wire, 'key' | 'label' | 'side' | 'feed'>

/**
 * One wire through one evaluation, `at` being the minute, or the instant of a wire on a daily series. Pure. The hold is
 * counted in the state: between the level and the line of re-arming it goes on, and what was not seen breaks it.
 */
export function reduceWire(wire: Rule, known: WireMemory, { at, sight }: { at: Date; sight: Sight }): ReducedWire {
  if (known.evaluatedThrough !== null && at <= known.evaluatedThrough) {
    return { memory: known, transitions: [], fired: null, superseded: true }
  }
  const remembered = forRules(known)
  const transitions: WireTransition[] = []
  const gap = wire.feed === 'minute' ? gapBefore(remembered, at) : null
  const unseen = gap ?? (sight.status === 'no_data' ? sight.reason : null)
  if (unseen !== null && heldMs(remembered) !== null) {
    const heldMinutes = Math.floor(heldMs(remembered)! / MINUTE_MS)
    transitions.push({ type: 'hold_broken', at, episode: remembered.episode, heldMinutes, cause: unseen })
  }
  const before = unseen === null ? remembered : { ...remembered, heldSince: null }
  const looked = { ...before, evaluatedThrough: at }
  const memory = sight.status === 'no_data' ? { ...looked, noData: sight.reason } : see(wire, before, looked, sight)
  const fired = mayFire(memory, at) ? memory.episode : null
  if (fired !== null) Object.assign(memory, { firedAt: at, firedEpisode: fired })
  // Compared with what was last said, so that the end of a cooldown is a change too.
  const from = known.evaluatedThrough === null ? null : wireState(remembered, known.evaluatedThrough)
  const to = wireState(memory, at)
  if (to !== null && to !== from && (from !== null || to !== 'armed')) {
    const episode = memory.episode ?? remembered.episode
    const rested = from === 'cooldown' && to === 'armed'
    const cause = causeOf(wire, memory, rested ? null : sight, fired !== null)
    transitions.push({ type: 'moved', at, from, to, episode, cause })
  }
  return { memory, transitions, fired, superseded: false }
}

/** Other rules, another wire: it is seen for the first time, but what it fired still counts. */
function forRules(known: WireMemory): WireMemory {
  if (known.rulesVersion === TRIPWIRE_RULES_VERSION) return known
  const { firedAt, firedEpisode } = known
  return { ...NEVER_SEEN, firedAt, firedEpisode }
}

function gapBefore({ evaluatedThrough }: WireMemory, at: Date): string | null {
  if (evaluatedThrough === null || at.getTime() - evaluatedThrough.getTime() <= MINUTE_MS) return null
  return `no minute between ${easternExact(evaluatedThrough)} and ${easternExact(at)}`
}

function see(wire: Rule, before: WireMemory, looked: WireMemory, sight: Seen): WireMemory {
  const at = looked.evaluatedThrough!
  // A wire on a daily series moves only on a new observation; a revision of the same day is none.
  const decides = wire.feed === 'minute' || before.observedAt === null || sight.observedAt > before.observedAt
  const met = decides ? isMet(wire, sight, before.met) : before.met!
  const memory: WireMemory = {
    ...looked,
    met,
    noData: null,
    observedAt: decides ? sight.observedAt : before.observedAt,
    reading: {
      value: sight.value,
      level: sight.level,
      rearm: sight.rearm,
      observed_at: easternExact(sight.observedAt),
      inputs: [...sight.inputs],
    },
  }
  if (!met) return { ...memory, episode: null, flipped: false, heldSince: null }
  if (before.met === true) return { ...memory, heldSince: before.heldSince ?? at }
  return { ...memory, episode: `${wire.key}:${easternExact(at)}`, flipped: before.met === false, heldSince: at }
}

function isMet({ side }: Rule, { value, level, rearm }: Seen, before: boolean | null): boolean {
  assert(side === 'above' ? rearm < level : rearm > level, 'a wire is armed again on the other side of its level')
  if (before === true) return side === 'above' ? value >= rearm : value < rearm
  return side === 'above' ? value >= level : value < level
}

function mayFire(memory: WireMemory, at: Date): boolean {
  const { firedAt, noData } = memory
  if (noData !== null || (heldMs(memory) ?? 0) < HOLD_MS) return false
  return firedAt === null || at.getTime() - firedAt.getTime() >= COOLDOWN_MS
}

function causeOf({ label, feed }: Rule, { met, flipped }: WireMemory, sight: Sight | null, fired: boolean): string {
  // Without a look only time can have moved it.
  if (sight === null || sight.status === 'no_data') return `${label}: the cooldown is over`
  const { value, level, rearm } = sight
  const says = `${label}: ${shown(value)} against ${shown(level)}`
  if (fired) return `${says}, held for ${HOLD_MS / MINUTE_MS} minutes`
  if (met) return flipped ? `${says}${feed === 'daily' ? ', on a new observation' : ''}` : `${says}, at first sight`
  return `${label}: ${shown(value)}, armed again at ${shown(rearm)}`
}

const shown = (value: number): string => String(Number(value.toFixed(4)))
