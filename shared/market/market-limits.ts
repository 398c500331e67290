/** Bounds of look-ups of live quotes; tests shorten some. */
export interface Limits {
  quoteDeadlineMs: number
  chainDeadlineMs: number
  /** A quote is reused for this long, from a real-time feed and from a delayed one. */
  realtimeKeptMs: number
  delayedKeptMs: number
  expirationsKeptMs: number
  /** A chain is the largest request of a vendor, and no order trades on it, so it is reused for longer at least. */
  chainKeptMs: number
  /** A provider that failed is tried after the others for this long. */
  restMs: number
  /** Number of last good values kept for when no provider answers. */
  quotesKept: number
  chainsKept: number
}

export const MARKET_LIMITS: Limits = {
  quoteDeadlineMs: 1_000,
  chainDeadlineMs: 3_000,
  realtimeKeptMs: 1_000,
  chainKeptMs: 5_000,
  delayedKeptMs: 15_000,
  expirationsKeptMs: 60_000,
  restMs: 5_000,
  quotesKept: 2_000,
  chainsKept: 16,
}

export const keptFor = ({ realtimeKeptMs, delayedKeptMs }: Limits, delaySeconds: number): number =>
  delaySeconds > 0 ? delayedKeptMs : realtimeKeptMs
