/** Bounds of the API process; tests shorten some of them. */
export interface ApiLimits {
  /** A document older than this is read again even when nobody announced a change. */
  documentAgeMs: number
  /** Ready documents kept in memory. */
  documentBytes: number
  /** What a request waits for Postgres before it is answered without. */
  readDeadlineMs: number
  /** What a status waits for a live quote of the brokerage, and how long the next ones share it. */
  probeDeadlineMs: number
  probeReuseMs: number
  bodyBytes: number
  tradingBodyBytes: number
  /** What a change of an account may take, with its waiting for others. */
  tradingDeadlineMs: number
  requestTimeoutMs: number
  headersTimeoutMs: number
}

export const DEFAULT_LIMITS: ApiLimits = {
  documentAgeMs: 1_000,
  documentBytes: 64 * 1024 * 1024,
  readDeadlineMs: 2_000,
  probeDeadlineMs: 2_000,
  probeReuseMs: 5_000,
  bodyBytes: 64 * 1024,
  tradingBodyBytes: 16 * 1024,
  tradingDeadlineMs: 2_000,
  requestTimeoutMs: 10_000,
  headersTimeoutMs: 5_000,
}

/** How often the server looks for connections that outlived the two timeouts. */
export const CONNECTIONS_CHECK_MS = 1_000

/** Longer than the usual 60 s of a load balancer, so that it closes first and never meets a closed socket. */
export const KEEP_ALIVE_MS = 72_000
export const PATH_PARAMETER_CHARS_MAX = 100
export const JSON_DEPTH_MAX = 32
