import { ALERT_IDS, SEVERITIES } from '../../shared/domain/contract/alert.ts'
import type { EventKind, LoggedEvent } from '../../shared/domain/contract/event.ts'
import type { Category } from '../../shared/domain/contract/position-read.ts'
import type { Pulse, PulseItem } from '../../shared/domain/contract/pulse.ts'
import { ALERT_MEANINGS } from './alert-categories.ts'
import { categoryOfSignal } from './category-readings.ts'
import { exposuresOf, sectorOf } from './position-exposures.ts'

export interface HeldSymbol {
  symbol: string
  /** As the list of members has it. */
  sector: string | null
}

export interface PulseInput {
  /** Events after the cursor, oldest first. */
  events: readonly LoggedEvent[]
  cursor: number | null
  gap: boolean
  hasMore: boolean
  /** Underlyings of the caller's positions; null without a token. */
  book: readonly HeldSymbol[] | null
  /** Bytes of the whole document at most. */
  budget: number
}

/** Within one severity: what states a condition counts more than what reports a failure or a text. */
const KIND_ORDER: readonly EventKind[] = [
  'alert',
  'verdict',
  'pick',
  'tripwire',
  'transition',
  'flow',
  'source_failure',
  'clock',
  'news',
  'slot',
]
/** States of the whole market count like an alert. */
const WHOLE_MARKET = new Set(['regime', 'regime_now'])

const bytesOf = (document: unknown): number => new TextEncoder().encode(JSON.stringify(document)).length

function categoryOf({ kind, subject }: LoggedEvent): Category | null {
  const alert = ALERT_IDS.find((id) => id === subject)
  if (kind === 'alert' && alert) return ALERT_MEANINGS[alert].category
  if (kind === 'transition' && WHOLE_MARKET.has(subject)) return 'index'
  return kind === 'transition' ? categoryOfSignal(subject) : null
}

function symbolsTouched(event: LoggedEvent, book: readonly HeldSymbol[] | null): string[] {
  const category = categoryOf(event)
  if (category === null || book === null) return []
  const symbols = book
    .filter(({ symbol, sector }) => category in exposuresOf(symbol, sectorOf(symbol, sector)))
    .map(({ symbol }) => symbol)
  return [...new Set(symbols)].sort()
}

/**
 * The written rule, from the most decisive question on: the severity, whether it matters to the book, the kind, and how
 * new it is. A smaller list of numbers is more material.
 */
function rank(event: LoggedEvent, isOfBook: boolean): number[] {
  const kind = WHOLE_MARKET.has(event.subject) ? 0 : KIND_ORDER.indexOf(event.kind)
  return [SEVERITIES.indexOf(event.severity), isOfBook ? 0 : 1, kind, -event.id]
}

const byRank = (one: readonly number[], other: readonly number[]): number => {
  const at = one.findIndex((value, place) => value !== other[place])
  return at < 0 ? 0 : one[at]! - other[at]!
}

/** The newest event of each subject, most material first. What has changed back and forth is one item. */
function rankedItems(events: readonly LoggedEvent[], book: readonly HeldSymbol[] | null): PulseItem[] {
  const bySubject = Map.groupBy(events, ({ kind, subject, id }) =>
    // Each piece of news is a subject of its own.
    kind === 'news' ? `news ${id}` : `${kind} ${subject}`,
  )
  return [...bySubject.values()]
    .map((changes) => {
      const newest = changes.at(-1)!
      const symbols = symbolsTouched(newest, book)
      return { newest, symbols, changes: changes.length, order: rank(newest, symbols.length > 0) }
    })
    .sort((one, other) => byRank(one.order, other.order))
    .map(({ newest: { id, kind, subject, severity, at, title }, symbols, changes }) => ({
      id,
      kind,
      subject,
      severity,
      at,
      text: title,
      ...(changes > 1 ? { changes } : {}),
      ...(symbols.length > 0 ? { book: symbols } : {}),
    }))
}

/** The item with as much of its text as fits, without the list of symbols; null if not even a few words fit. */
function cutToFit(item: PulseItem, fits: (item: PulseItem) => boolean): PulseItem | null {
  const { book: _symbols, ...rest } = item
  for (let length = item.text.length; length >= 20; length = Math.floor(length * 0.8)) {
    const cut = { ...rest, text: length < item.text.length ? `${item.text.slice(0, length)}…` : item.text }
    if (fits(cut)) return cut
  }
  return null
}

const NOTHING = 'nothing has changed since the cursor'
const TOO_SMALL = 'no item fits this budget'

/** What changed and matters, never above the budget: items are left out from the least material on. */
export function pulse({ events, cursor, gap, hasMore, book, budget }: PulseInput): Pulse {
  const ranked = rankedItems(events, book)
  const documentOf = (items: readonly PulseItem[]): Pulse => ({
    cursor,
    gap,
    truncated: items.length < ranked.length,
    omitted: ranked.length - items.length,
    has_more: hasMore,
    items: [...items],
    reason: items.length > 0 ? null : ranked.length === 0 ? NOTHING : TOO_SMALL,
  })
  let items: PulseItem[] = []
  for (const item of ranked) {
    if (bytesOf(documentOf([...items, item])) > budget) break
    items = [...items, item]
  }
  if (items.length > 0 || ranked.length === 0) return documentOf(items)
  const cut = cutToFit(ranked[0]!, (item) => bytesOf(documentOf([item])) <= budget)
  return { ...documentOf(cut ? [cut] : []), truncated: true }
}
