import type { SchwabChain } from '../../pipeline/sources/feeds/schwab-chains.ts'
import type { LiveQuote } from '../domain/market/market-quote.ts'
import { errorMessage } from '../errors.ts'
import type { TradingDay } from '../time/trading-day.ts'
import { createSchwabClient, type QuoteClient, type SchwabSettings } from './schwab-client.ts'
import { isLoginNeeded } from './schwab-session.ts'
import { readTokenFile } from './token-file.ts'
import { judgeToken, type TokenJudgement } from './token-state.ts'

export interface HealingLimits {
  /** After each so many failures in a row the client is made anew. */
  rebuildAfter: number
  /** A client that last succeeded longer ago is made anew before it is asked: its connections may be dead. */
  staleMs: number
  /** A wedge is sustained after so many failures in a row, the first of them this long ago. */
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

/** The brokerage of this process: quotes and option chains now, and how its login and its client are. */
export interface Brokerage {
  quotes(symbols: readonly string[], signal: AbortSignal): Promise<Map<string, LiveQuote>>
  /** As the client's; a failure counts as one of quotes does. */
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
 * Heals itself: after several failures in a row, or a long silence, the client is replaced by one that reads the token
 * file anew. What does not heal that way raises the alarm, once, until the next success.
 */
export function openBrokerage({ limits = HEALING_LIMITS, ...deps }: BrokerageDeps): Brokerage {
  const { log, tokenFile, nowMs = () => performance.now() } = deps
  let client: QuoteClient | null = null
  let rebuilds = 0
  let failures = 0
  let firstFailureMs = 0
  let madeMs = 0
  let successMs: number | null = null
  let alarm = false
  let closed = false

  async function rebuild(why: string): Promise<void> {
    const old = client
    client = createSchwabClient(deps)
    madeMs = nowMs()
    if (!old) return
    rebuilds += 1
    log.info({ why, rebuilds }, 'trading_client_rebuilt')
    await old.close()
  }

  function succeeded(): void {
    if (alarm) log.warn({ failures }, 'trading_client_recovered')
    alarm = false
    failures = 0
    successMs = nowMs()
  }

  async function failed(asked: QuoteClient, error: unknown): Promise<void> {
    // Whoever was asked before the client was replaced says nothing about the new one.
    if (closed || asked !== client) return
    // Without a login nothing is wrong with the client, and nothing can heal it; the file is read at each try.
    if (isLoginNeeded(error)) return
    if (failures === 0) firstFailureMs = nowMs()
    failures += 1
    const sinceMs = nowMs() - firstFailureMs
    if (!alarm && failures >= limits.alarmAfter && sinceMs >= limits.alarmMs) {
      alarm = true
      const seconds = Math.round(sinceMs / 1000)
      log.fatal({ failures, seconds, rebuilds, error: errorMessage(error) }, 'trading_client_wedged')
    }
    if (failures % limits.rebuildAfter === 0) await rebuild('failures')
  }

  async function watched<T>(work: (asked: QuoteClient) => Promise<T>): Promise<T> {
    if (!client) await rebuild('first')
    else if (nowMs() - Math.max(madeMs, successMs ?? 0) > limits.staleMs) await rebuild('stale')
    const asked = client!
    try {
      const answer = await work(asked)
      if (asked === client) succeeded()
      return answer
    } catch (error) {
      await failed(asked, error)
      throw error
    }
  }

  return {
    quotes: (symbols, signal) => watched((asked) => asked.quotes(symbols, signal)),
    expirations: (symbol, signal) => watched((asked) => asked.expirations(symbol, signal)),
    chain: (symbol, expiration, signal) => watched((asked) => asked.chain(symbol, expiration, signal)),
    token: async (now) => judgeToken(await readTokenFile(tokenFile), now),
    health: () => ({
      initialized: client !== null,
      consecutiveFailures: failures,
      secondsSinceSuccess: successMs === null ? null : Math.max(0, Math.round((nowMs() - successMs) / 1000)),
      refreshFailing: client?.refreshFailing() ?? false,
      alarm,
      rebuilds,
    }),
    async close() {
      closed = true
      await client?.close()
      client = null
    },
  }
}
