import type { LoggedEvent } from '../../shared/domain/contract/event.ts'
import type { Pulse, PulseItem } from '../../shared/domain/contract/pulse.ts'
import { type Book, materialItems } from './material-events.ts'

export interface PulseInput {
  /** Events of the public log after the cursor, oldest first. */
  events: readonly LoggedEvent[]
  cursor: Pulse['cursor']
  gap: boolean
  hasMore: boolean
  /** Null without a token. */
  book: Book | null
  /** The metric that each custom alert watches. */
  metrics: ReadonlyMap<string, string>
  /** Bytes of the whole document at most. */
  budget: number
}

const bytesOf = (document: unknown): number => new TextEncoder().encode(JSON.stringify(document)).length

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

/** The changes that matter, never above the budget: items are left out from the least material on. */
export function pulse({ events, cursor, gap, hasMore, book, metrics, budget }: PulseInput): Pulse {
  const ranked = materialItems(events, book, metrics)
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
