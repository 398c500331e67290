import assert from 'node:assert/strict'
import {
  COOLDOWN_MS,
  cooldownUntil,
  HOLD_MS,
  heldMs,
  type LevelKind,
  type WireMemory,
  type WireStateName,
  wireState,
} from '../../shared/domain/contract/tripwire.ts'
import { sessionOn } from '../../shared/time/calendar.ts'
import { eastern, easternExact } from '../../shared/time/eastern.ts'
import { easternInWords } from '../../shared/time/eastern-words.ts'
import { type ObservedWire, TRIPWIRE_RULES_VERSION, type Wire, type WireObservation } from './wire.ts'

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

type Rule = Pick<Wire, 'key' | 'label' | 'side' | 'feed' | 'levelKind'>

/**
 * Takes one wire through one evaluation; `at` is the minute, or the instant for a wire on a daily series. Pure. The
 * hold counts only time beyond the level: a value that comes back across it, or a gap in the observations, restarts the
 * hold. The re-arm line only decides when the wire may trigger again.
 */
export function reduceWire(
  wire: Rule,
  known: WireMemory,
  { at, observation }: { at: Date; observation: WireObservation },
): ReducedWire {
  if (known.evaluatedThrough !== null && at <= known.evaluatedThrough) {
    return { memory: known, transitions: [], fired: null, superseded: true }
  }
  const remembered = forRules(known)
  const transitions: WireTransition[] = []
  const gap = wire.feed === 'minute' ? gapBefore(remembered, at) : null
  const missed = gap ?? (observation.status === 'no_data' ? observation.reason : null)
  if (missed !== null && heldMs(remembered) !== null) {
    const heldMinutes = Math.floor(heldMs(remembered)! / MINUTE_MS)
    transitions.push({ type: 'hold_broken', at, episode: remembered.episode, heldMinutes, cause: missed })
  }
  const before = missed === null ? remembered : { ...remembered, heldSince: null }
  const evaluated = { ...before, evaluatedThrough: at }
  const memory =
    observation.status === 'no_data'
      ? { ...evaluated, noData: observation.reason }
      : observe(wire, before, evaluated, observation)
  const fired = mayFire(memory, at) ? memory.episode : null
  if (fired !== null) Object.assign(memory, { firedAt: at, firedEpisode: fired })
  // The last reported state is the reference, so that the end of a cooldown is a change too.
  const from = known.evaluatedThrough === null ? null : wireState(remembered, known.evaluatedThrough)
  const to = wireState(memory, at)
  if (to !== null && to !== from && (from !== null || to !== 'armed')) {
    const episode = memory.episode ?? remembered.episode
    const isCooldownOver = from === 'cooldown' && to === 'armed'
    const cause = causeOf(wire, memory, isCooldownOver ? null : observation, fired !== null)
    transitions.push({ type: 'moved', at, from, to, episode, cause })
  }
  return { memory, transitions, fired, superseded: false }
}

/** Under changed rules a wire starts afresh, but its last firing still counts. */
function forRules(known: WireMemory): WireMemory {
  if (known.rulesVersion === TRIPWIRE_RULES_VERSION) return known
  const { firedAt, firedEpisode } = known
  return { ...NEVER_SEEN, firedAt, firedEpisode }
}

function gapBefore({ evaluatedThrough }: WireMemory, at: Date): string | null {
  if (evaluatedThrough === null || at.getTime() - evaluatedThrough.getTime() <= MINUTE_MS) return null
  const close = sessionOn(eastern(evaluatedThrough).day)?.close
  if (close && close < at && close.getTime() - evaluatedThrough.getTime() <= MINUTE_MS) return 'the session ended'
  return `no minute was evaluated between ${easternInWords(evaluatedThrough)} and ${easternInWords(at)}`
}

function observe(wire: Rule, before: WireMemory, evaluated: WireMemory, observed: ObservedWire): WireMemory {
  const at = evaluated.evaluatedThrough!
  // A wire on a daily series moves only on a new observation; a revision of the same day is not one.
  const decides = wire.feed === 'minute' || before.observedAt === null || observed.observedAt > before.observedAt
  const met = decides ? isMet(wire, observed, before.met) : before.met!
  const memory: WireMemory = {
    ...evaluated,
    met,
    noData: null,
    observedAt: decides ? observed.observedAt : before.observedAt,
    reading: {
      value: observed.value,
      level: observed.level,
      rearm: observed.rearm,
      observed_at: easternExact(observed.observedAt),
      inputs: [...observed.inputs],
    },
  }
  if (!met) return { ...memory, episode: null, flipped: false, heldSince: null }
  if (before.met === true) {
    const isHeld = isBeyond(wire, observed) || (!decides && before.heldSince !== null)
    return { ...memory, heldSince: isHeld ? (before.heldSince ?? at) : null }
  }
  return { ...memory, episode: `${wire.key}:${easternExact(at)}`, flipped: before.met === false, heldSince: at }
}

const isBeyond = ({ side }: Pick<Rule, 'side'>, { value, level }: ObservedWire): boolean =>
  side === 'above' ? value >= level : value < level

function isMet({ side }: Pick<Rule, 'side'>, observed: ObservedWire, before: boolean | null): boolean {
  const { value, level, rearm } = observed
  assert(side === 'above' ? rearm < level : rearm > level, 'a wire is armed again on the other side of its level')
  if (before === true) return side === 'above' ? value >= rearm : value < rearm
  return isBeyond({ side }, observed)
}

function mayFire(memory: WireMemory, at: Date): boolean {
  const { firedAt, noData } = memory
  if (noData !== null || (heldMs(memory) ?? 0) < HOLD_MS) return false
  return firedAt === null || at.getTime() - firedAt.getTime() >= COOLDOWN_MS
}

function causeOf(
  { label, feed, levelKind }: Rule,
  memory: WireMemory,
  observation: WireObservation | null,
  fired: boolean,
): string {
  const { met, flipped } = memory
  // Only the passing of time can have moved a wire that has no observation.
  if (observation === null || observation.status === 'no_data') return `${label}: the cooldown is over`
  const { value, level, rearm } = observation
  const unit = UNITS[levelKind]
  const statement = `${label}: ${shown(value)}${unit} against the level of ${shown(level)}${unit}`
  if (fired) return `${statement}, held for ${HOLD_MS / MINUTE_MS} minutes`
  if (met && !flipped) return `${statement}, met at the first observation`
  if (met) return feed === 'daily' ? `${statement}, on a new observation` : statement
  const back = `${label}: ${shown(value)}${unit}, back across ${shown(rearm)}${unit}`
  const until = cooldownUntil(memory)
  const isCooling = until !== null && memory.evaluatedThrough! < until
  return isCooling ? `${back}, in cooldown until ${easternInWords(until)}` : `${back}, so the wire is armed again`
}

/** Prices, indices and their ratio are stated without a unit. */
const UNITS: Readonly<Record<LevelKind, string>> = {
  spy_price: '',
  vix_level: '',
  vix_ratio: '',
  hy_oas_percent: ' %',
  breadth_percent: ' %',
  yield_percent: ' %',
}

/** Shares and prices with two decimals, ratios and yields with three. */
const shown = (value: number): string => String(Number(value.toFixed(Math.abs(value) >= 10 ? 2 : 3)))
