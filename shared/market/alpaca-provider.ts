import { type AlpacaPage, parseAlpacaContracts } from '../../pipeline/sources/feeds/alpaca-chains.ts'
import { parseAlpacaSnapshots } from '../../pipeline/sources/feeds/alpaca-quotes.ts'
import type { AlpacaSettings } from '../config.ts'
import { ALPACA_DELAY_SECONDS } from '../domain/market/alpaca-feed.ts'
import type { LiveContract } from '../domain/market/live-chain.ts'
import type { MarketQuote } from '../domain/market/market-quote.ts'
import { INDICES } from '../domain/market/tradeable.ts'
import { AppError } from '../errors.ts'
import type { Clock } from '../time/clock.ts'
import type { QuoteProvider, Spend } from './quote-provider.ts'
import { createAgent, sendRequest } from './send-request.ts'

/** The vendor's largest page, and twice the pages that the longest list of one expiration needs. */
const PAGE_CONTRACTS = 1_000
const PAGES_MAX = 6
/** The vendor has no list of expirations, so they are read from contracts this near the money, which every one has. */
const NEAR_FRACTION = 0.05
const NEAR_DOLLARS = 5

export interface AlpacaDeps extends AlpacaSettings {
  /** Base URL now; the simulator's contains the instant. */
  baseUrl(): string
  clock: Clock
  spend: Spend
}

/** Alpaca's quotes with an account's key: one request for several hundred symbols, or for a page of contracts. */
export function alpacaProvider(deps: AlpacaDeps): QuoteProvider & { close(): Promise<void> } {
  const { keyId, secretKey, stockFeed, optionFeed, baseUrl, clock, spend } = deps
  const agent = createAgent()
  const headers = { 'apca-api-key-id': keyId, 'apca-api-secret-key': secretKey }

  async function request(path: string, query: Record<string, string>, signal: AbortSignal): Promise<unknown> {
    await spend()
    const url = new URL(`${baseUrl()}${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const { status, json } = await sendRequest(agent, { url, headers }, signal)
    if (status === 401 || status === 403) {
      const feed = query.feed ?? 'data'
      throw new AppError('unavailable', `the key is refused (status ${status}), or it is not entitled to ${feed}`)
    }
    if (status !== 200) throw new AppError('unavailable', `the request for quotes failed with status ${status}`)
    return json
  }

  async function quotesOf(symbols: readonly string[], signal: AbortSignal): Promise<Map<string, MarketQuote>> {
    const body = await request('/v2/stocks/snapshots', { symbols: symbols.join(','), feed: stockFeed }, signal)
    return parseAlpacaSnapshots(body, { symbols, feed: stockFeed, now: clock.now() })
  }

  const contractsOf = (underlying: string, narrowed: Record<string, string>, signal: AbortSignal) =>
    allPages(async (page) => {
      const query = { feed: optionFeed, limit: String(PAGE_CONTRACTS), ...narrowed, ...page }
      const body = await request(`/v1beta1/options/snapshots/${underlying}`, query, signal)
      return parseAlpacaContracts(body, underlying, clock.now())
    })

  return {
    id: 'alpaca',
    async quotes(symbols, signal) {
      const shares = symbols.filter((symbol) => !INDICES.has(symbol))
      const found = shares.length > 0 ? await quotesOf(shares, signal) : new Map<string, MarketQuote>()
      return new Map(symbols.map((symbol) => [symbol, found.get(symbol) ?? null]))
    },
    async expirations(underlying, signal) {
      const quote = (await quotesOf([underlying], signal)).get(underlying)
      if (!quote) return null
      const near = Math.max(NEAR_DOLLARS, quote.price * NEAR_FRACTION)
      const narrowed = {
        type: 'call',
        strike_price_gte: Math.max(0, quote.price - near).toFixed(2),
        strike_price_lte: (quote.price + near).toFixed(2),
      }
      const { contracts } = await contractsOf(underlying, narrowed, signal)
      const days = [...new Set(contracts.map(({ expiration }) => expiration))].sort()
      return days.length > 0 ? days : null
    },
    async chain(underlying, expiration, signal) {
      const [quotes, found] = await Promise.all([
        quotesOf([underlying], signal),
        contractsOf(underlying, { expiration_date: expiration }, signal),
      ])
      const quote = quotes.get(underlying)
      const contracts = found.contracts.filter((contract) => contract.expiration === expiration)
      if (!quote || contracts.length === 0) return null
      return {
        underlying,
        spot: quote.price,
        quotedAt: found.quotedAt ?? quote.quotedAt,
        source: 'alpaca',
        delaySeconds: Math.max(ALPACA_DELAY_SECONDS[optionFeed], quote.delaySeconds),
        expiration,
        contracts,
      }
    },
    close: () => agent.destroy(),
  }
}

interface ContractList {
  contracts: LiveContract[]
  /** The newest time of its quotes. */
  quotedAt: Date | null
}

/** Reads all pages of a list of contracts. It throws rather than return part of a list as the whole. */
async function allPages(requestPage: (page: { page_token?: string }) => Promise<AlpacaPage>): Promise<ContractList> {
  const list: ContractList = { contracts: [], quotedAt: null }
  let next: string | null = null
  for (let page = 0; page < PAGES_MAX; page++) {
    const found: AlpacaPage = await requestPage(next === null ? {} : { page_token: next })
    list.contracts.push(...found.contracts)
    if (found.quotedAt && (!list.quotedAt || found.quotedAt > list.quotedAt)) list.quotedAt = found.quotedAt
    next = found.next
    if (next === null) return list
  }
  throw new AppError('unavailable', 'a list of contracts without end')
}
