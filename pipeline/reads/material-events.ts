import { ALERT_IDS, SEVERITIES, type Severity } from '../../shared/domain/contract/alert.ts'
import type { EventKind, LoggedEvent } from '../../shared/domain/contract/event.ts'
import type { Category } from '../../shared/domain/contract/position-read.ts'
import type { PulseItem } from '../../shared/domain/contract/pulse.ts'
import { ALERT_MEANINGS, metricMeaning } from './alert-categories.ts'
import { categoryOfSignal } from './category-readings.ts'
import { exposuresOf, sectorOf } from './position-exposures.ts'

export interface HeldSymbol {
  symbol: string
  /** As the list of members has it. */
  sector: string | null
}

/** The caller's positions, and how its events and alerts relate to them. */
export interface Book {
  symbols: readonly HeldSymbol[]
  /** Events of the caller's account, oldest first. */
  events: readonly LoggedEvent[]
}

/** Within one severity, an event about a market condition counts more than one about a failure or a text. */
const KIND_ORDER: readonly EventKind[] = [
  'call',
  'alert',
  'settlement',
  'corporate_action',
  'verdict',
  'pick',
  'tripwire',
  'transition',
  'fill',
  'account',
  'flow',
  'source_failure',
  'clock',
  'news',
  'slot',
]
/** States of the whole market count like an alert. */
const WHOLE_MARKET = new Set(['regime', 'regime_now'])

/** `metrics` names the metric that each custom alert watches. */
function categoryOf({ kind, subject }: LoggedEvent, metrics: ReadonlyMap<string, string>): Category | null {
  if (kind === 'alert') {
    const alert = ALERT_IDS.find((id) => id === subject)
    if (alert) return ALERT_MEANINGS[alert].category
    const metric = metrics.get(subject)
    return metric === undefined ? null : (metricMeaning(metric)?.category ?? null)
  }
  if (kind === 'transition' && WHOLE_MARKET.has(subject)) return 'index'
  return kind === 'transition' ? categoryOfSignal(subject) : null
}

function symbolsTouched(category: Category | null, symbols: readonly HeldSymbol[]): string[] {
  if (category === null) return []
  const touched = symbols
    .filter(({ symbol, sector }) => category in exposuresOf(symbol, sectorOf(symbol, sector)))
    .map(({ symbol }) => symbol)
  return [...new Set(touched)].sort()
}

/** Kinds whose subject is a ticker. */
const KINDS_OF_NAMES: readonly EventKind[] = ['pick', 'flow']

/** The positions that an event is about: by its category, or because it names them. */
function symbolsOf(event: LoggedEvent, book: Book | null, metrics: ReadonlyMap<string, string>): string[] {
  const symbols = book?.symbols ?? []
  if (!KINDS_OF_NAMES.includes(event.kind)) return symbolsTouched(categoryOf(event, metrics), symbols)
  return symbols.some(({ symbol }) => symbol === event.subject) ? [event.subject] : []
}

interface Candidate {
  newest: LoggedEvent
  changes: number
  /** The worst severity of the changes. */
  worst: Severity
  isOfBook: boolean
  symbols: string[]
}

/**
 * The documented order, from the most decisive criterion on: severity, whether it matters to the book, kind, and age. A
 * lexicographically smaller list of numbers is more material.
 */
const rankOf = ({ newest: { kind, subject, recorded_at, id }, worst, isOfBook }: Candidate): number[] => [
  SEVERITIES.indexOf(worst),
  isOfBook ? 0 : 1,
  WHOLE_MARKET.has(subject) ? KIND_ORDER.indexOf('alert') : KIND_ORDER.indexOf(kind),
  -Date.parse(recorded_at),
  -id,
]

const byRank = (one: readonly number[], other: readonly number[]): number => {
  const at = one.findIndex((value, place) => value !== other[place])
  return at < 0 ? 0 : one[at]! - other[at]!
}

/** Each piece of news is a subject of its own. */
const subjectOf = ({ kind, subject, id }: LoggedEvent): string =>
  kind === 'news' ? `news ${id}` : `${kind} ${subject}`

/**
 * The worst severity of the changes of one subject: what fired and has cleared again must not rank as information. The
 * clear of an alert is itself information, and counts with the severity with which the alert fired.
 */
function worstOf(changes: readonly LoggedEvent[]): Severity {
  const has = (wanted: Severity) =>
    changes.some(
      ({ kind, severity, data }) => severity === wanted || (kind === 'alert' && data.alert_severity === wanted),
    )
  return SEVERITIES.find(has)!
}

/** The newest event of each subject, most material first. Changes back and forth on one subject are one item. */
export function materialItems(
  events: readonly LoggedEvent[],
  book: Book | null,
  metrics: ReadonlyMap<string, string>,
): PulseItem[] {
  const latest = (of: readonly LoggedEvent[]) =>
    [...Map.groupBy(of, subjectOf).values()].map((changes) => ({
      newest: changes.at(-1)!,
      changes: changes.length,
      worst: worstOf(changes),
    }))
  const ofMarket = latest(events).map((each): Candidate => {
    const symbols = symbolsOf(each.newest, book, metrics)
    return { ...each, symbols, isOfBook: symbols.length > 0 }
  })
  const ofAccount = latest(book?.events ?? []).map(
    // An action of an admin on the account moves no position.
    (each): Candidate => ({ ...each, symbols: [], isOfBook: each.newest.kind !== 'account' }),
  )
  return [...ofMarket, ...ofAccount]
    .map((candidate) => ({ candidate, rank: rankOf(candidate) }))
    .sort((one, other) => byRank(one.rank, other.rank))
    .map(({ candidate: { newest, changes, worst, symbols } }) => ({
      id: newest.id,
      kind: newest.kind,
      subject: newest.subject,
      severity: newest.severity,
      ...(worst === newest.severity ? {} : { worst_severity: worst }),
      at: newest.at,
      text: newest.title,
      ...(changes > 1 ? { changes } : {}),
      ...(symbols.length > 0 ? { book: symbols } : {}),
    }))
}
