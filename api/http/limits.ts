import { DEFAULT_RATES, type Rates } from '../../shared/domain/rate-class.ts'
import type { AdmissionLimits } from '../database/admission.ts'

export interface StreamLimits {
  /** Streams and sockets open at a time on this replica. */
  connectionsMax: number
  /** The limit of one address or account, so that no caller can take all places. */
  ofCallerMax: number
  lifetimeMs: number
  /** A client that leaves too much unread for this long is cut. */
  slowMs: number
}

/** Bounds of the API process; tests shorten some of them. */
export interface ApiLimits {
  /** An older document is read again even without an announced change. */
  documentAgeMs: number
  /** Total size of the ready documents in memory. */
  documentBytes: number
  /** A request waits this long for Postgres before it is answered without it. */
  readDeadlineMs: number
  /**
   * A status waits this long for a live quote of the brokerage, and later statuses share that quote for the second
   * time.
   */
  probeDeadlineMs: number
  probeReuseMs: number
  bodyBytes: number
  tradingBodyBytes: number
  /** The longest change of an account, including its wait for locks. */
  tradingDeadlineMs: number
  requestTimeoutMs: number
  headersTimeoutMs: number
  /** A connection on which nothing moves for this long is cut: a client that never reads holds its answer in memory. */
  silenceMs: number
  /** A replica that stops waits this long for the requests that it runs. */
  drainMs: number
  /** Requests a minute that one caller may send, by class. */
  rates: Rates
  streams: StreamLimits
  /** The connections for each kind of reads: a crowd of one kind fills only its own. */
  admission: {
    public: AdmissionLimits
    identity: AdmissionLimits
    agents: AdmissionLimits
    trades: AdmissionLimits
    streams: AdmissionLimits
    verdicts: AdmissionLimits
  }
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
  silenceMs: 30_000,
  drainMs: 8_000,
  rates: DEFAULT_RATES,
  streams: { connectionsMax: 2_000, ofCallerMax: 1_000, lifetimeMs: 3_600_000, slowMs: 10_000 },
  admission: {
    public: { max: 6, waitingMax: 2_000 },
    identity: { max: 2, waitingMax: 2_000 },
    agents: { max: 4, waitingMax: 2_000 },
    trades: { max: 8, waitingMax: 2_000 },
    streams: { max: 2, waitingMax: 20_000 },
    verdicts: { max: 2, waitingMax: 2_000 },
  },
}

/** The server checks this often for connections that exceeded the two timeouts. */
export const CONNECTIONS_CHECK_MS = 1_000

/** Longer than the usual 60 s of a load balancer, so that the balancer closes first and never uses a closed socket. */
export const KEEP_ALIVE_MS = 72_000
export const PATH_PARAMETER_CHARS_MAX = 100
export const JSON_DEPTH_MAX = 32
