import { LRUCache } from 'lru-cache'
import {
  CBOE_DELAY_SECONDS,
  type CboeLiveChain,
  parseCboeLiveChain,
  parseCboeLiveQuote,
} from '../../pipeline/sources/feeds/cboe-live.ts'
import type { MarketQuote } from '../domain/market/market-quote.ts'
import { INDICES } from '../domain/market/tradeable.ts'
import { AppError } from '../errors.ts'
import type { Clock } from '../time/clock.ts'
import type { QuoteProvider, Spend } from './quote-provider.ts'
import { createAgent, sendRequest } from './send-request.ts'

/** A whole chain of a busy underlying has several megabytes. */
const CHAIN_BYTES_MAX = 25_000_000
/** The vendor writes its files about once a minute. */
const CHAIN_KEPT_MS = 20_000
const CHAINS_KEPT = 4
const DELAYED = '/api/global/delayed_quotes'

export interface CboeSettings {
  /** Base URL now; the simulator's contains the instant. */
  baseUrl(): string
  userAgent: string
  clock: Clock
  spend: Spend
}

/** Cboe's public quotes, delayed by a quarter of an hour: one request per symbol, and one for a whole chain. */
export function cboeProvider(settings: CboeSettings): QuoteProvider & { close(): Promise<void> } {
  const { baseUrl, userAgent, clock, spend } = settings
  const agent = createAgent()
  const chains = new LRUCache<string, { chain: CboeLiveChain | null }>({ max: CHAINS_KEPT, ttl: CHAIN_KEPT_MS })

  /** Null if the vendor does not list the symbol. */
  async function request(kind: 'quotes' | 'options', symbol: string, signal: AbortSignal): Promise<unknown> {
    await spend()
    const name = INDICES.has(symbol) ? `_${symbol}` : symbol
    const url = new URL(`${baseUrl()}${DELAYED}/${kind}/${name}.json`)
    const outgoing = { url, headers: { 'user-agent': userAgent }, bytesMax: CHAIN_BYTES_MAX }
    const { status, json } = await sendRequest(agent, outgoing, signal)
    if (status === 403 || status === 404) return null
    if (status !== 200) throw new AppError('unavailable', `the request for ${kind} failed with status ${status}`)
    return json
  }

  async function quoteOf(symbol: string, signal: AbortSignal): Promise<MarketQuote | null> {
    const body = await request('quotes', symbol, signal)
    return body === null ? null : parseCboeLiveQuote(body, symbol, clock.now())
  }

  /** One document holds all expirations, so the list and every chain share it. */
  async function chainOf(underlying: string, signal: AbortSignal): Promise<CboeLiveChain | null> {
    const kept = chains.get(underlying)
    if (kept) return kept.chain
    const body = await request('options', underlying, signal)
    const chain = body === null ? null : parseCboeLiveChain(body, underlying, clock.now())
    chains.set(underlying, { chain })
    return chain
  }

  return {
    id: 'cboe',
    async quotes(symbols, signal) {
      const requests = symbols.map(async (symbol) => [symbol, await quoteOf(symbol, signal)] as const)
      const answers = await Promise.allSettled(requests)
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      const failed = answers.find((answer) => answer.status === 'rejected')
      // One failed request does not discard the others; without any quote its error is thrown.
      if (found.length === 0 && failed) throw failed.reason
      return new Map(found)
    },
    async expirations(underlying, signal) {
      const chain = await chainOf(underlying, signal)
      return chain && [...chain.expirations.keys()]
    },
    async chain(underlying, expiration, signal) {
      const chain = await chainOf(underlying, signal)
      const contracts = chain?.expirations.get(expiration)
      if (!chain || !contracts) return null
      const { spot, quotedAt } = chain
      return { underlying, spot, quotedAt, source: 'cboe', delaySeconds: CBOE_DELAY_SECONDS, expiration, contracts }
    },
    close: () => agent.destroy(),
  }
}
