import type { SchwabChain } from '../../pipeline/sources/feeds/schwab-chains.ts'
import type { LiveQuote } from '../domain/market/market-quote.ts'
import { errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import type { TradingDay } from '../time/trading-day.ts'
import { createSchwabClient, type QuoteClient, type SchwabSettings } from './schwab-client.ts'
import { isLoginNeeded } from './schwab-session.ts'
import { readTokenFile } from './token-file.ts'
import { judgeToken, type TokenJudgement } from './token-state.ts'

export interface HealingLimits {
  /** The client is replaced after every this many failures in a row. */
  rebuildAfter: number
  /**
   * A client whose last success is older than this is replaced before the next request, as its connections may be dead.
   */
  staleMs: number
  /** The alarm is raised after this many failures in a row, the first of them at least `alarmMs` ago. */
  alarmAfter: number
  alarmMs: number
}

export const HEALING_LIMITS: HealingLimits = { rebuildAfter: 3, staleMs: 600_000, alarmAfter: 6, alarmMs: 60_000 }

export interface ClientHealth {
  initialized: boolean
  consecutiveFailures: number
  secondsSinceSuccess: number | null
  refreshFailing: boolean
  alarm: boolean
  rebuilds: number
}

/** The brokerage of this process: live quotes and option chains, and the state of its login and its client. */
export interface Brokerage {
  quotes(symbols: readonly string[], signal: AbortSignal): Promise<Map<string, LiveQuote>>
  /** Failures count like those of quotes. */
  expirations(symbol: string, signal: AbortSignal): Promise<TradingDay[] | null>
  chain(symbol: string, expiration: TradingDay, signal: AbortSignal): Promise<SchwabChain | null>
  token(now: Date): Promise<TokenJudgement>
  health(): ClientHealth
  close(): Promise<void>
}

export interface BrokerageDeps extends SchwabSettings {
  limits?: HealingLimits
  nowMs?: () => number
}

/**
 * Repairs itself: after several failures in a row, or a long time without success, the client is replaced by a new one,
 * which reads the token file again. If that does not help, the alarm is raised once until the next success.
 */
export function openBrokerage({ limits = HEALING_LIMITS, ...deps }: BrokerageDeps): Brokerage {
  const { log, tokenFile, nowMs = () => performance.now() } = deps
  const failures = countFailures({ limits, log, nowMs })
  let client: QuoteClient | null = null
  let rebuilds = 0
  let createdMs = 0
  let closed = false

  async function rebuild(why: string): Promise<void> {
    const old = client
    client = createSchwabClient(deps)
    createdMs = nowMs()
    if (!old) return
    rebuilds += 1
    log.info({ why, rebuilds }, 'trading_client_rebuilt')
    await old.close()
  }

  async function failed(used: QuoteClient, error: unknown): Promise<void> {
    // A failure of a client that was replaced meanwhile does not concern the new one.
    if (closed || used !== client) return
    // A missing login is no fault of the client, and a new client would not help; the file is read at each try.
    if (isLoginNeeded(error)) return
    const count = failures.add(error, rebuilds)
    if (count % limits.rebuildAfter === 0) await rebuild('failures')
  }

  async function watched<T>(work: (client: QuoteClient) => Promise<T>): Promise<T> {
    if (!client) await rebuild('first')
    else if (nowMs() - Math.max(createdMs, failures.successMs() ?? 0) > limits.staleMs) await rebuild('stale')
    const used = client!
    try {
      const result = await work(used)
      if (used === client) failures.reset()
      return result
    } catch (error) {
      await failed(used, error)
      throw error
    }
  }

  return {
    quotes: (symbols, signal) => watched((used) => used.quotes(symbols, signal)),
    expirations: (symbol, signal) => watched((used) => used.expirations(symbol, signal)),
    chain: (symbol, expiration, signal) => watched((used) => used.chain(symbol, expiration, signal)),
    token: async (now) => judgeToken(await readTokenFile(tokenFile), now),
    health: () => ({
      initialized: client !== null,
      ...failures.health(),
      refreshFailing: client?.refreshFailing() ?? false,
      rebuilds,
    }),
    async close() {
      closed = true
      await client?.close()
      client = null
    },
  }
}

/** Counts failures in a row, and raises the alarm when they last. */
function countFailures({ limits, log, nowMs }: { limits: HealingLimits; log: Log; nowMs: () => number }) {
  let count = 0
  let firstMs = 0
  let successMs: number | null = null
  let alarm = false
  return {
    add(error: unknown, rebuilds: number): number {
      if (count === 0) firstMs = nowMs()
      count += 1
      const sinceMs = nowMs() - firstMs
      if (!alarm && count >= limits.alarmAfter && sinceMs >= limits.alarmMs) {
        alarm = true
        const seconds = Math.round(sinceMs / 1000)
        log.fatal({ failures: count, seconds, rebuilds, error: errorMessage(error) }, 'trading_client_wedged')
      }
      return count
    },
    reset(): void {
      if (alarm) log.warn({ failures: count }, 'trading_client_recovered')
      alarm = false
      count = 0
      successMs = nowMs()
    },
    successMs: () => successMs,
    health: () => ({
      consecutiveFailures: count,
      secondsSinceSuccess: successMs === null ? null : Math.max(0, Math.round((nowMs() - successMs) / 1000)),
      alarm,
    }),
  }
}
