import type { Backoff } from '../broker/retry.ts'

export interface StreamPace {
  /** In open market SPY is quoted many times a second. */
  silentMs: number
  /** What comes so late is no better than polling. */
  lagMs: number
  loginMs: number
  pingMs: number
  watchMs: number
  /** One that lasts so long has recovered. */
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

/** What a connection has done so far, in milliseconds of this process. */
export interface Connected {
  openedMs: number
  /** Since it is logged in; null: not yet. */
  liveMs: number | null
  /** When anything came, a pong too. */
  heardMs: number
  /** When something came that can be believed; null: nothing yet. */
  dataMs: number | null
}

export interface Moment {
  nowMs: number
  /** Since the market is open as we have seen it; null: it is closed. */
  openSinceMs: number | null
  /** Whether the vendor has said what it sends. */
  isSent: boolean
  /** The newest quote's time behind service time, beyond the delay of the feed. */
  lateMs: number
}

/** Why a connection is not to be relied on; null: nothing speaks against it. Silence is calm only while nobody trades. */
export function streamFault(
  { openedMs, liveMs, heardMs, dataMs }: Connected,
  { nowMs, openSinceMs, isSent, lateMs }: Moment,
  pace: StreamPace,
): string | null {
  if (liveMs === null) return nowMs - openedMs > pace.loginMs ? 'no login in time' : null
  if (nowMs - heardMs > 2 * pace.pingMs + pace.watchMs) return 'no heartbeat'
  if (openSinceMs === null || !isSent) return null
  if (nowMs - Math.max(dataMs ?? liveMs, openSinceMs) > pace.silentMs) return 'silent in open market'
  const isLate = dataMs !== null && nowMs - openSinceMs > pace.lagMs && lateMs > pace.lagMs
  return isLate ? `late by ${Math.round(lateMs / 1_000)} s` : null
}
