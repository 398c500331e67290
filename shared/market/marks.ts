import { isStale, type QuoteQuality } from '../domain/market/market-quote.ts'
import { multiplierOf, parseInstrument } from '../domain/trading/instrument.ts'
import { readTouches, type TouchLookup, type TouchMarket } from './touches.ts'

/** Expirations requested at a time: an account may hold contracts of dozens, and a vendor has a budget. */
const EXPIRATIONS_AT_ONCE = 6

const WHY: Partial<Record<QuoteQuality, string>> = {
  no_market: 'it has neither bid nor ask',
  no_ask: 'it has no ask',
  zero_bid: 'it has no bid',
  crossed: 'its bid is above its ask',
}

/** Returns why an instrument has no mark; null if it has one. */
export function whyUnmarked({ touch, reason }: TouchLookup): string | null {
  if (!touch) return reason ?? 'no provider has a quote of it'
  return touch.midE4 === null ? (WHY[touch.quality] ?? 'its bid and ask are not usable') : null
}

/** The mark of one unit of quantity; for a contract that is a hundred shares. */
export const unitMarkE4 = ({ touch }: TouchLookup): number | null =>
  touch?.midE4 == null ? null : touch.midE4 * multiplierOf(touch.instrument)

/** A mark for a decision now, which must not come from a stale quote. */
export function markNow(answer: TouchLookup, now: Date): { markE4: number | null; reason: string | null } {
  const why = whyUnmarked(answer)
  if (why !== null) return { markE4: null, reason: why }
  if (isStale(answer.touch!, now)) return { markE4: null, reason: 'its newest quote is stale' }
  return { markE4: unitMarkE4(answer), reason: null }
}

/** Like `readTouches`, but with a few expirations at a time. */
export async function readMarks(
  market: TouchMarket,
  names: readonly string[],
  now: Date,
): Promise<Map<string, TouchLookup>> {
  const groups = new Map<string, string[]>()
  for (const name of new Set(names)) {
    const instrument = parseInstrument(name)
    const key = instrument?.kind === 'option' ? `${instrument.underlying} ${instrument.expiration}` : ''
    groups.set(key, [...(groups.get(key) ?? []), name])
  }
  const lists = [...groups.values()]
  const marks = new Map<string, TouchLookup>()
  for (let done = 0; done < lists.length; done += EXPIRATIONS_AT_ONCE) {
    const part = lists.slice(done, done + EXPIRATIONS_AT_ONCE).flat()
    for (const [name, answer] of await readTouches(market, part, now)) marks.set(name, answer)
  }
  return marks
}
