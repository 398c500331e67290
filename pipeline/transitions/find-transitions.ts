import type { Severity } from '../../shared/domain/contract/alert.ts'
import type { NewEvent } from '../../shared/domain/contract/event.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import type { KnownState, Transition, WatchedState, WatchedStates } from '../../shared/domain/contract/transition.ts'
import { regimeSeverity } from '../../shared/domain/regime-severity.ts'
import type { StateReading } from './watched-states.ts'

interface FoundTransitions {
  states: WatchedStates
  transitions: Transition[]
}

/**
 * Finds the subjects whose state differs from the cycle before. A subject without a reading keeps its last state, so a
 * gap neither is a transition nor hides one; the first reading of a subject is not a transition either. Two series have
 * different scales, so the same applies to each series: while another series is read in its place, it has a gap.
 */
export function findTransitions(
  before: WatchedStates,
  readings: readonly StateReading[],
  { as_of, rules_version }: Pick<SignalsSnapshot, 'as_of' | 'rules_version'>,
): FoundTransitions {
  const states: WatchedStates = { ...before }
  const transitions: Transition[] = []
  for (const reading of readings) {
    const { last: then, others } = memoryOf(before[reading.subject], reading)
    const stays = then?.state === reading.state
    states[reading.subject] = {
      state: reading.state,
      since: stays ? then.since : as_of,
      rules_version,
      ...(reading.series === undefined ? {} : { series: reading.series }),
      ...(reading.parts === undefined ? {} : { parts: reading.parts }),
      ...(Object.keys(others).length === 0 ? {} : { others }),
    }
    if (then && !stays) {
      const words = partsWords(before[reading.subject]?.parts, reading.parts)
      transitions.push(transition(then, reading, { rulesVersion: rules_version, words }))
    }
  }
  return { states, transitions }
}

interface Memory {
  /** The last state of the series that is read now. */
  last: KnownState | undefined
  /** The last states of the other series. */
  others: Record<string, KnownState>
}

function memoryOf(known: WatchedState | undefined, { series: now }: StateReading): Memory {
  if (!known) return { last: undefined, others: {} }
  const { series: before, others = {}, parts: _parts, ...last } = known
  // A memory without a series was left by an earlier version, which did not look at it.
  if (now === undefined || before === undefined || before === now) return { last, others }
  const { [now]: own, ...rest } = others
  return { last: own, others: { ...rest, [before]: last } }
}

/**
 * Adds what a re-run of the newest compared cycle read for the first time: its states begin the memory of their series.
 * A series already in memory keeps its state, so that the next cycle logs what the re-run changed.
 */
export function rememberFirstReadings(
  before: WatchedStates,
  readings: readonly StateReading[],
  { as_of, rules_version }: Pick<SignalsSnapshot, 'as_of' | 'rules_version'>,
): WatchedStates {
  const states: WatchedStates = { ...before }
  for (const { subject, state, series } of readings) {
    const known = before[subject]
    const first: KnownState = { state, since: as_of, rules_version }
    if (!known) {
      states[subject] = { ...first, ...(series === undefined ? {} : { series }) }
    } else if (series !== undefined && known.series !== undefined && series !== known.series) {
      states[subject] = { ...known, others: { [series]: first, ...known.others } }
    }
  }
  return states
}

/**
 * A state made of several series may change because another series took a place, or because a part appeared or
 * disappeared.
 */
function partsWords(before: WatchedState['parts'], now: WatchedState['parts']): string {
  if (!before || !now) return ''
  const changes = [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((part) => {
    const [from, to] = [before[part], now[part]]
    if (from === to) return []
    if (to === undefined) return [`${part} no longer counts`]
    return [from === undefined ? `${part} counts again` : `${part} is now read from ${to} instead of ${from}`]
  })
  return changes.length === 0 ? '' : ` The change may come from the inputs alone: ${changes.join(', and ')}.`
}

function transition(
  then: KnownState,
  reading: StateReading,
  { rulesVersion, words }: { rulesVersion: string; words: string },
): Transition {
  const { subject, name, state, scale, cause } = reading
  const direction = scale.indexOf(state) > scale.indexOf(then.state) ? 'worse' : 'better'
  const rules = then.rules_version === rulesVersion ? null : { from: then.rules_version, to: rulesVersion }
  const byRules = rules ? `, under new rules (${rules.to} instead of ${rules.from})` : ''
  return {
    subject,
    from: then.state,
    to: state,
    since: then.since,
    direction,
    severity: severityOf(subject, { from: then.state, to: state, direction }),
    title: `${name} went from ${then.state} to ${state}${byRules}.${words}`,
    cause,
    rules,
  }
}

/** Improvements are information; a decline warns at the end of its scale, and for the confirmed regime at every step. */
function severityOf(
  subject: Transition['subject'],
  { from, to: state, direction }: Pick<Transition, 'from' | 'to' | 'direction'>,
): Severity {
  if (direction === 'better') return 'info'
  switch (subject) {
    case 'regime':
      return regimeSeverity(from, state)
    case 'regime_now':
      return state === 'PANIC' || state === 'RISK-OFF' ? 'warning' : 'info'
    case 'fragility':
      return state === 'fragile' ? 'warning' : 'info'
    default:
      return state === 'adverse' ? 'warning' : 'info'
  }
}

/** Rows of the event log, keyed so that a subject changes at most once per cycle, whichever run is compared. */
export const transitionEvents = (
  transitions: readonly Transition[],
  { cycle_id, as_of, origin, rules_version }: Pick<SignalsSnapshot, 'cycle_id' | 'as_of' | 'origin' | 'rules_version'>,
): NewEvent[] =>
  transitions.map(({ subject, severity, title, from, to, since, direction, cause, rules }) => ({
    key: `transition/${subject}/${cycle_id}`,
    kind: 'transition',
    subject,
    severity,
    title,
    at: new Date(as_of),
    data: { from, to, since, direction, cause, rules_version, ...(rules ? { rules_changed: rules } : {}) },
    cycleId: cycle_id,
    origin,
  }))
