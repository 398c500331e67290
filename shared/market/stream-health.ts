import type { Backoff } from '../broker/retry.ts'

export interface StreamPace {
  /** In market hours SPY is quoted many times a second, so silence this long is a fault. */
  silentMs: number
  /** Quotes this late are no better than polling. */
  lagMs: number
  loginMs: number
  pingMs: number
  watchMs: number
  /** A connection that lasts this long has recovered. */
  stableMs: number
  backoff: Backoff
}

export const STREAM_PACE: StreamPace = {
  silentMs: 5_000,
  lagMs: 20_000,
  loginMs: 10_000,
  pingMs: 10_000,
  watchMs: 500,
  stableMs: 30_000,
  backoff: { firstMs: 500, maxMs: 60_000 },
}

/** Times of a connection's events, in monotonic milliseconds of this process. */
export interface ConnectionTimes {
  openedMs: number
  /** When the login succeeded; null before that. */
  liveMs: number | null
  /** When anything last arrived, pongs included. */
  heardMs: number
  /** When credible data last arrived; null before the first. */
  dataMs: number | null
}

export interface StreamConditions {
  nowMs: number
  /** Since when this process has seen the market open; null while it is closed. */
  openSinceMs: number | null
  /** True if the vendor has confirmed any subscription. */
  isSent: boolean
  /** Age of the newest quote beyond the delay of the feed. */
  lateMs: number
}

/** Returns why a connection is unhealthy; null if it is healthy. Silence is a fault only in market hours. */
export function streamFault(
  { openedMs, liveMs, heardMs, dataMs }: ConnectionTimes,
  { nowMs, openSinceMs, isSent, lateMs }: StreamConditions,
  pace: StreamPace,
): string | null {
  if (liveMs === null) return nowMs - openedMs > pace.loginMs ? 'no login in time' : null
  if (nowMs - heardMs > 2 * pace.pingMs + pace.watchMs) return 'no heartbeat'
  if (openSinceMs === null || !isSent) return null
  if (nowMs - Math.max(dataMs ?? liveMs, openSinceMs) > pace.silentMs) return 'silent in open market'
  const isLate = dataMs !== null && nowMs - openSinceMs > pace.lagMs && lateMs > pace.lagMs
  return isLate ? `late by ${Math.round(lateMs / 1_000)} s` : null
}
