import {
  parseSchwabChain,
  parseSchwabExpirations,
  type SchwabChain,
} from '../../pipeline/sources/feeds/schwab-chains.ts'
import { parseSchwabQuotes } from '../../pipeline/sources/feeds/schwab-quotes.ts'
import type { LiveQuote } from '../domain/market/market-quote.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Clock } from '../time/clock.ts'
import type { TradingDay } from '../time/trading-day.ts'
import { type Credentials, requestTokens } from './schwab-oauth.ts'
import { createSession } from './schwab-session.ts'
import { createAgent, type Sent, sendRequest } from './send-request.ts'

const SYMBOLS_MAX = 500

export interface SchwabSettings {
  /** Base URL now; the simulator's contains the instant. */
  baseUrl(): string
  credentials: Credentials
  tokenFile: string
  clock: Clock
  log: Log
}

export interface QuoteClient {
  /** Quotes of the symbols the vendor knows. Rejects if it does not answer, or not with quotes. */
  quotes(symbols: readonly string[], signal: AbortSignal): Promise<Map<string, LiveQuote>>
  /** Nearest first; null if the vendor does not know the symbol. */
  expirations(symbol: string, signal: AbortSignal): Promise<TradingDay[] | null>
  /**
   * The chain of one expiration, because the vendor's gateway rejects a whole chain. Null if there are no such
   * contracts.
   */
  chain(symbol: string, expiration: TradingDay, signal: AbortSignal): Promise<SchwabChain | null>
  refreshFailing(): boolean
  /** Ends its connections, even hanging ones. */
  close(): Promise<void>
}

/** A client like that of schwab-py: a session from the token file, and its own connections. */
export function createSchwabClient({ baseUrl, credentials, tokenFile, clock, log }: SchwabSettings): QuoteClient {
  const agent = createAgent()
  const session = createSession({
    path: tokenFile,
    renew: (refresh_token, signal) =>
      requestTokens({ agent, baseUrl: baseUrl(), credentials }, { grant_type: 'refresh_token', refresh_token }, signal),
    clock,
    log,
  })

  async function request(path: string, query: Record<string, string>, signal: AbortSignal): Promise<Sent> {
    const token = await until(session.accessToken(), signal)
    const url = new URL(`${baseUrl()}/marketdata/v1${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const sent = await sendRequest(agent, { url, headers: { authorization: `Bearer ${token}` } }, signal)
    if (sent.status === 401) session.reject(token)
    return sent
  }

  /**
   * A token may end early, for example by a login elsewhere, so a refused request is tried once more with a new token.
   */
  async function requestTwice(path: string, query: Record<string, string>, signal: AbortSignal): Promise<Sent> {
    const sent = await request(path, query, signal)
    return sent.status === 401 ? await request(path, query, signal) : sent
  }

  return {
    async quotes(symbols, signal) {
      if (symbols.length > SYMBOLS_MAX) throw new AppError('invalid', `more than ${SYMBOLS_MAX} symbols`)
      const sent = await requestTwice('/quotes', { symbols: symbols.join(','), fields: 'quote,regular' }, signal)
      if (sent.status !== 200)
        throw new AppError('unavailable', `the request for quotes failed with status ${sent.status}`)
      return parseSchwabQuotes(sent.json, { symbols, now: clock.now() })
    },
    async expirations(symbol, signal) {
      const sent = await requestTwice('/expirationchain', { symbol }, signal)
      if (sent.status === 404) return null
      if (sent.status !== 200)
        throw new AppError('unavailable', `the request for expirations failed with status ${sent.status}`)
      return parseSchwabExpirations(sent.json)
    },
    async chain(symbol, expiration, signal) {
      const query = { symbol, contractType: 'ALL', includeUnderlyingQuote: 'true', strategy: 'SINGLE' }
      const sent = await requestTwice('/chains', { ...query, fromDate: expiration, toDate: expiration }, signal)
      if (sent.status === 404) return null
      if (sent.status !== 200)
        throw new AppError('unavailable', `the request for a chain failed with status ${sent.status}`)
      return parseSchwabChain(sent.json, { expiration, now: clock.now() })
    },
    refreshFailing: () => session.refreshFailing(),
    close: () => agent.destroy(),
  }
}

/** Rejects when the signal aborts. The work is shared by callers, so it continues. */
function until<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const giveUp = (): void => aborted.reject(new AppError('unavailable', 'no answer in time'))
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp, { once: true })
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', giveUp))
}
