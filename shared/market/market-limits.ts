/** Bounds of whoever asks for live quotes; tests shorten some. */
export interface Limits {
  quoteDeadlineMs: number
  chainDeadlineMs: number
  /** How long an answer is given again without asking: in real time, and of a feed that is late anyway. */
  realtimeKeptMs: number
  delayedKeptMs: number
  expirationsKeptMs: number
  /** A provider that failed is asked after the others for so long. */
  restMs: number
  /** Last good values, kept for when nobody answers. */
  quotesKept: number
  chainsKept: number
}

export const MARKET_LIMITS: Limits = {
  quoteDeadlineMs: 1_000,
  chainDeadlineMs: 3_000,
  realtimeKeptMs: 1_000,
  delayedKeptMs: 15_000,
  expirationsKeptMs: 60_000,
  restMs: 5_000,
  quotesKept: 2_000,
  chainsKept: 16,
}

export const keptFor = ({ realtimeKeptMs, delayedKeptMs }: Limits, delaySeconds: number): number =>
  delaySeconds > 0 ? delayedKeptMs : realtimeKeptMs
