import { isStale, type QuoteQuality } from '../domain/market/market-quote.ts'
import { multiplierOf, parseInstrument } from '../domain/trading/instrument.ts'
import { readTouches, type TouchAnswer, type TouchMarket } from './touches.ts'

/** Expirations asked for at a time: an account may hold contracts of dozens, and a vendor has a budget. */
const EXPIRATIONS_AT_ONCE = 6

const WHY: Partial<Record<QuoteQuality, string>> = {
  no_market: 'nobody quotes it',
  no_ask: 'nobody offers it',
  zero_bid: 'nobody bids for it',
  crossed: 'its quotes are crossed',
}

/** Why an instrument has no mark; null when it has one. */
export function whyUnmarked({ touch, reason }: TouchAnswer): string | null {
  if (!touch) return reason ?? 'no provider has a quote of it'
  return touch.midE4 === null ? (WHY[touch.quality] ?? 'its quotes are in no order') : null
}

/** The mark of one unit of quantity: of a contract that of its hundred shares. */
export const unitMarkE4 = ({ touch }: TouchAnswer): number | null =>
  touch?.midE4 == null ? null : touch.midE4 * multiplierOf(touch.instrument)

/** The mark of a moment that decides over something: a stale quote is of another one. */
export function markNow(answer: TouchAnswer, now: Date): { markE4: number | null; reason: string | null } {
  const why = whyUnmarked(answer)
  if (why !== null) return { markE4: null, reason: why }
  if (isStale(answer.touch!, now)) return { markE4: null, reason: 'its newest quote is stale' }
  return { markE4: unitMarkE4(answer), reason: null }
}

/** As `readTouches`, but a few expirations at a time. */
export async function readMarks(
  market: TouchMarket,
  names: readonly string[],
  now: Date,
): Promise<Map<string, TouchAnswer>> {
  const groups = new Map<string, string[]>()
  for (const name of new Set(names)) {
    const instrument = parseInstrument(name)
    const key = instrument?.kind === 'option' ? `${instrument.underlying} ${instrument.expiration}` : ''
    groups.set(key, [...(groups.get(key) ?? []), name])
  }
  const lists = [...groups.values()]
  const marks = new Map<string, TouchAnswer>()
  for (let done = 0; done < lists.length; done += EXPIRATIONS_AT_ONCE) {
    const part = lists.slice(done, done + EXPIRATIONS_AT_ONCE).flat()
    for (const [name, answer] of await readTouches(market, part, now)) marks.set(name, answer)
  }
  return marks
}
