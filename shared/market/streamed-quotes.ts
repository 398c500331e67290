import { type AlpacaTouch, type AlpacaTrade, sidesOf } from '../../pipeline/sources/feeds/alpaca-quotes.ts'
import type { MarketQuote } from '../domain/market/market-quote.ts'

interface Followed {
  /** When the vendor said that it sends this symbol; what was asked for earlier may be older than what it sent since. */
  sinceMs: number
  price: { value: number; at: number } | null
  touch: (Pick<MarketQuote, 'bid' | 'ask' | 'bidSize' | 'askSize'> & { at: number }) | null
  session: Pick<MarketQuote, 'volume' | 'previousClose'>
  seededMs: number | null
  triedMs: number
  changed: boolean
}

const fresh = (sinceMs: number): Followed => ({
  sinceMs,
  price: null,
  touch: null,
  seededMs: null,
  triedMs: Number.NEGATIVE_INFINITY,
  changed: false,
  session: { volume: null, previousClose: null },
})

/** A whole snapshot is asked for so often, for volume and whatever the stream may have lost without a word. */
const SEED_MS = 60_000
const SEED_AGAIN_MS = 5_000

/** The newest of each followed symbol, whatever came in between: as many entries as symbols, at any pace. */
export interface StreamedQuotes {
  /** The vendor sends these, and no others, from now on. */
  sent(symbols: readonly string[], nowMs: number): void
  trade(symbol: string, trade: AlpacaTrade): void
  touch(symbol: string, touch: AlpacaTouch): void
  /** Symbols of which a snapshot is due; they count as asked about. */
  due(nowMs: number): string[]
  seed(quotes: Iterable<MarketQuote>, askedMs: number): void
  all(): Map<string, MarketQuote>
  changes(): MarketQuote[]
  clear(): void
}

export function createStreamedQuotes(delaySeconds: number): StreamedQuotes {
  const followed = new Map<string, Followed>()

  function quoteOf(symbol: string, { price, touch, session }: Followed): MarketQuote | null {
    if (!price || !touch) return null
    const { at, ...sides } = touch
    const quotedAt = new Date(Math.max(price.at, at))
    return { symbol, price: price.value, ...sides, ...session, quotedAt, source: 'alpaca', delaySeconds }
  }

  function seedOne(one: Followed, quote: MarketQuote, askedMs: number): void {
    const { volume, previousClose, price, bid, ask, bidSize, askSize } = quote
    one.seededMs = askedMs
    one.session = { volume, previousClose }
    one.changed = true
    const at = quote.quotedAt.getTime()
    const isNewest = at >= Math.max(one.price?.at ?? 0, one.touch?.at ?? 0)
    if (isNewest || !one.price) one.price = { value: price, at }
    if (isNewest || !one.touch) one.touch = { bid, ask, bidSize, askSize, at }
  }

  return {
    sent(symbols, nowMs) {
      const wanted = new Set(symbols)
      for (const symbol of followed.keys()) if (!wanted.has(symbol)) followed.delete(symbol)
      for (const symbol of wanted) if (!followed.has(symbol)) followed.set(symbol, fresh(nowMs))
    },
    trade(symbol, { p, t }) {
      const one = followed.get(symbol)
      if (!one || t.getTime() < (one.price?.at ?? 0)) return
      one.price = { value: p, at: t.getTime() }
      one.changed = true
    },
    touch(symbol, touch) {
      const one = followed.get(symbol)
      const at = touch.t.getTime()
      if (!one || at < (one.touch?.at ?? 0)) return
      one.touch = { ...sidesOf(touch), at }
      one.changed = true
    },
    due(nowMs) {
      const due = [...followed].filter(
        ([, { seededMs, triedMs }]) =>
          nowMs - triedMs >= SEED_AGAIN_MS && (seededMs === null || nowMs - seededMs >= SEED_MS),
      )
      for (const [, one] of due) one.triedMs = nowMs
      return due.map(([symbol]) => symbol)
    },
    seed(quotes, askedMs) {
      for (const quote of quotes) {
        const one = followed.get(quote.symbol)
        if (one && one.sinceMs <= askedMs) seedOne(one, quote, askedMs)
      }
    },
    all: () => new Map([...followed].flatMap(([symbol, one]) => withSymbol(symbol, quoteOf(symbol, one)))),
    changes() {
      const changed = [...followed].filter(([, one]) => one.changed)
      for (const [, one] of changed) one.changed = false
      return changed.flatMap(([symbol, one]) => quoteOf(symbol, one) ?? [])
    },
    clear: () => followed.clear(),
  }
}

const withSymbol = (symbol: string, quote: MarketQuote | null): [string, MarketQuote][] =>
  quote ? [[symbol, quote]] : []
