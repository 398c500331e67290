import { type AlpacaTouch, type AlpacaTrade, sidesOf } from '../../pipeline/sources/feeds/alpaca-quotes.ts'
import type { MarketQuote } from '../domain/market/market-quote.ts'

interface FollowedSymbol {
  /**
   * When the vendor confirmed the symbol. Polled quotes requested before that could miss updates, so they are ignored.
   */
  sinceMs: number
  price: { value: number; at: number } | null
  touch: (Pick<MarketQuote, 'bid' | 'ask' | 'bidSize' | 'askSize'> & { at: number }) | null
  session: Pick<MarketQuote, 'volume' | 'previousClose'>
  /** When the last polled quote was requested. */
  polledMs: number | null
  /** When bid and ask last came, streamed or polled. A trade contains neither. */
  touchedMs: number | null
  /** When a poll was last attempted. */
  triedMs: number
  changed: boolean
}

const fresh = (sinceMs: number): FollowedSymbol => ({
  sinceMs,
  price: null,
  touch: null,
  polledMs: null,
  touchedMs: null,
  triedMs: Number.NEGATIVE_INFINITY,
  changed: false,
  session: { volume: null, previousClose: null },
})

/** A whole quote is polled this often, for the volume and for updates the stream may have lost unnoticed. */
const POLL_MS = 60_000
const POLL_RETRY_MS = 5_000

/** The newest quote of each followed symbol: one entry per symbol, however many messages arrive. */
export interface StreamedQuotes {
  /** From now on the vendor sends exactly these symbols. */
  follow(symbols: readonly string[], nowMs: number): void
  trade(symbol: string, trade: AlpacaTrade): void
  touch(symbol: string, touch: AlpacaTouch, nowMs: number): void
  follows(symbol: string): boolean
  /** Symbols whose poll is due; they count as attempted. */
  due(nowMs: number): string[]
  addPolled(quotes: Iterable<MarketQuote>, requestedMs: number): void
  /** Quotes of the symbols whose touch came since an instant. */
  all(sinceMs: number): Map<string, MarketQuote>
  /** Returns only the quotes that changed since the last call. */
  changes(sinceMs: number): MarketQuote[]
  clear(): void
}

export function createStreamedQuotes(delaySeconds: number): StreamedQuotes {
  const followed = new Map<string, FollowedSymbol>()

  function quoteOf(symbol: string, { price, touch, session }: FollowedSymbol): MarketQuote | null {
    if (!price || !touch) return null
    const { at, ...sides } = touch
    const quotedAt = new Date(Math.max(price.at, at))
    return { symbol, price: price.value, ...sides, ...session, quotedAt, source: 'alpaca', delaySeconds }
  }

  function addOne(one: FollowedSymbol, quote: MarketQuote, requestedMs: number): void {
    const { volume, previousClose, price, bid, ask, bidSize, askSize } = quote
    one.polledMs = requestedMs
    one.touchedMs = Math.max(one.touchedMs ?? requestedMs, requestedMs)
    one.session = { volume, previousClose }
    one.changed = true
    const at = quote.quotedAt.getTime()
    const isNewest = at >= Math.max(one.price?.at ?? 0, one.touch?.at ?? 0)
    if (isNewest || !one.price) one.price = { value: price, at }
    if (isNewest || !one.touch) one.touch = { bid, ask, bidSize, askSize, at }
  }

  return {
    follow(symbols, nowMs) {
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
    touch(symbol, touch, nowMs) {
      const one = followed.get(symbol)
      const at = touch.t.getTime()
      if (!one || at < (one.touch?.at ?? 0)) return
      one.touch = { ...sidesOf(touch), at }
      one.touchedMs = nowMs
      one.changed = true
    },
    due(nowMs) {
      const due = [...followed].filter(
        ([, { polledMs, triedMs }]) =>
          nowMs - triedMs >= POLL_RETRY_MS && (polledMs === null || nowMs - polledMs >= POLL_MS),
      )
      for (const [, one] of due) one.triedMs = nowMs
      return due.map(([symbol]) => symbol)
    },
    addPolled(quotes, requestedMs) {
      for (const quote of quotes) {
        const one = followed.get(quote.symbol)
        if (one && one.sinceMs <= requestedMs) addOne(one, quote, requestedMs)
      }
    },
    follows: (symbol) => followed.has(symbol),
    all(sinceMs) {
      const heard = [...followed].filter(([, one]) => isHeard(one, sinceMs))
      return new Map(heard.flatMap(([symbol, one]) => withSymbol(symbol, quoteOf(symbol, one))))
    },
    changes(sinceMs) {
      const changed = [...followed].filter(([, one]) => one.changed)
      for (const [, one] of changed) one.changed = false
      return changed.flatMap(([symbol, one]) => (isHeard(one, sinceMs) ? (quoteOf(symbol, one) ?? []) : []))
    },
    clear: () => followed.clear(),
  }
}

const isHeard = ({ touchedMs }: FollowedSymbol, sinceMs: number): boolean => touchedMs !== null && touchedMs >= sinceMs

const withSymbol = (symbol: string, quote: MarketQuote | null): [string, MarketQuote][] =>
  quote ? [[symbol, quote]] : []
