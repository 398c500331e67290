import { type RegimeDay, regimeSpells, type Spell } from '../../pipeline/transitions/regime-spells.ts'
import type { LoggedEvent } from '../../shared/domain/contract/event.ts'
import { Regime } from '../../shared/domain/contract/signals.ts'
import { MARKET_STATES, SIGNAL_KEYS } from '../../shared/domain/contract/transition.ts'
import type { TransitionEntry, TransitionLog } from '../../shared/domain/contract/transition-log.ts'
import { WIRE_KEYS } from '../../shared/domain/contract/tripwire.ts'
import { regimeSeverity } from '../../shared/domain/regime-severity.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import type { RegimeStatement } from '../signals/regime-days-view.ts'

/** The subjects that a caller can name, in their order. */
export const SUBJECTS: readonly string[] = [...MARKET_STATES, ...SIGNAL_KEYS, ...WIRE_KEYS]

/** The subjects in the order of the vocabulary, each once; null if one is unknown. */
export function subjectsNamed(text: string): string[] | null {
  const names = new Set(text.split(',').map((name) => name.trim().toLowerCase()))
  const known = SUBJECTS.filter((subject) => names.has(subject))
  return known.length === names.size ? known : null
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const whatOf = ({ kind, subject }: LoggedEvent): TransitionEntry['what'] => {
  if (kind === 'tripwire') return 'tripwire'
  return MARKET_STATES.find((state) => state === subject) ?? 'level'
}

export function entryOfEvent(event: LoggedEvent): TransitionEntry {
  const { data } = event
  return {
    at: event.at,
    what: whatOf(event),
    subject: event.subject,
    from: textOrNull(data.from),
    to: textOrNull(data.to),
    since: textOrNull(data.since),
    direction: data.direction === 'better' || data.direction === 'worse' ? data.direction : null,
    severity: event.severity,
    title: event.title,
    cause: textOrNull(data.cause),
    rules_version: textOrNull(data.rules_version),
    cycle_id: event.cycle_id,
    event_id: event.id,
    basis: 'event_log',
    origin: event.origin,
  }
}

/** Pairs of neighbouring spells, oldest first. Spells with an unknown regime in between are no transition. */
export function regimeTurns(days: readonly RegimeDay[]): { before: Spell; after: Spell }[] {
  const spells = regimeSpells(days)
  return spells.slice(1).flatMap((after, at) => {
    const before = spells[at]!
    return before.ended_by === 'change' ? [{ before, after }] : []
  })
}

/** A turn as the daily row of its first day records it. */
export function entryOfTurn(
  { before, after }: { before: Spell; after: Spell },
  statement: RegimeStatement,
): TransitionEntry {
  const isWorse = Regime.options.indexOf(after.regime) > Regime.options.indexOf(before.regime)
  return {
    at: easternExact(statement.asOf),
    what: 'regime',
    subject: 'regime',
    from: before.regime,
    to: after.regime,
    since: before.from,
    direction: isWorse ? 'worse' : 'better',
    severity: regimeSeverity(before.regime, after.regime),
    title: `The regime went from ${before.regime} to ${after.regime}.`,
    cause: statement.reason,
    rules_version: statement.rulesVersion,
    cycle_id: null,
    event_id: null,
    basis: 'daily_rows',
    origin: statement.origin,
  }
}

interface LogRequest {
  days: number
  signals: readonly string[]
  limit: number
}

export function transitionLog(
  entries: readonly TransitionEntry[],
  loggedSince: Date | null,
  { days, signals, limit }: LogRequest,
): TransitionLog {
  const transitions = entries.slice(0, limit)
  const bySubject = Map.groupBy(transitions, ({ subject }) => subject)
  return {
    schema_version: '2026.11',
    days,
    signals: [...signals],
    logged_since: loggedSince && easternExact(loggedSince),
    transitions,
    n: transitions.length,
    has_more: entries.length > limit,
    by_subject: Object.fromEntries([...bySubject].map(([subject, own]) => [subject, own.length])),
    reason: transitions.length > 0 ? null : reasonOf(loggedSince),
  }
}

const reasonOf = (loggedSince: Date | null): string =>
  loggedSince === null ? 'no cycle has been compared with an earlier one yet' : 'nothing changed on these days'
