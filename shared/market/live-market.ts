import { within } from '../deadline.ts'
import type { LiveChain } from '../domain/market/live-chain.ts'
import type { MarketQuote } from '../domain/market/market-quote.ts'
import type { TradingDay } from '../time/trading-day.ts'
import { askInTurn, type TurnDeps } from './ask-in-turn.ts'
import { keptFor, type Limits, MARKET_LIMITS } from './market-limits.ts'
import type { QuoteProvider } from './quote-provider.ts'
import { createShared } from './shared-asks.ts'

/** `reason` is null while the value was just asked for; else it says why there is no newer one, or none. */
export interface Answer<T> {
  value: T | null
  reason: string | null
  /** True: every vendor answered, and none has it. */
  unknown: boolean
}

export interface ChainAnswer {
  expirations: readonly TradingDay[]
  /** Null where nothing expires on the day asked for. */
  chain: LiveChain | null
}

/** What can be asked of the market, whoever answers: within a deadline, shared by a crowd and by the next moment. */
export interface LiveMarket {
  quotes(symbols: readonly string[]): Promise<ReadonlyMap<string, Answer<MarketQuote>>>
  /** Without an expiration that of the nearest one on or after `from`. */
  chain(underlying: string, which: { expiration: TradingDay | null; from: TradingDay }): Promise<Answer<ChainAnswer>>
}

export interface LiveMarketDeps {
  /** In order of preference. */
  providers: readonly QuoteProvider[]
  limits?: Limits
  nowMs?: () => number
  /** Why there is nobody to ask, where there is nobody. */
  nobody?: string
}

const NOBODY = 'no provider of live quotes is configured'

export function createLiveMarket(deps: LiveMarketDeps): LiveMarket {
  const { providers, limits = MARKET_LIMITS, nowMs = () => performance.now(), nobody = NOBODY } = deps
  const turn: TurnDeps = { providers, restMs: limits.restMs, nowMs, resting: new Map() }
  const quotes = createShared<MarketQuote>({ nowMs, keepMax: limits.quotesKept })
  const expirations = createShared<readonly TradingDay[]>({ nowMs, keepMax: limits.chainsKept })
  const chains = createShared<LiveChain>({ nowMs, keepMax: limits.chainsKept })
  const keep = (delaySeconds: number): number => keptFor(limits, delaySeconds)

  async function askQuotes(symbols: readonly string[]): Promise<ReadonlyMap<string, Answer<MarketQuote>>> {
    const found = new Map<string, MarketQuote>()
    const denied = new Map<string, number>()
    let asked = 0
    const failures = await askInTurn(turn, async (provider) => {
      const open = symbols.filter((symbol) => !found.has(symbol))
      if (open.length === 0) return true
      const answers = await inTime(limits.quoteDeadlineMs, (signal) => provider.quotes(open, signal))
      asked += 1
      for (const [symbol, quote] of answers) {
        if (quote) found.set(symbol, quote)
        else denied.set(symbol, (denied.get(symbol) ?? 0) + 1)
      }
      return symbols.every((symbol) => found.has(symbol))
    })
    const why = providers.length === 0 ? nobody : failures.join('; ') || 'no provider has a quote of it'
    return new Map(
      symbols.map((symbol) => {
        const value = found.get(symbol) ?? null
        const unknown = !value && asked > 0 && failures.length === 0 && denied.get(symbol) === asked
        return [symbol, { value, reason: value ? null : why, unknown }]
      }),
    )
  }

  const one =
    <T>(what: string, work: (provider: QuoteProvider) => Promise<T | null>) =>
    async (): Promise<Answer<T>> => {
      let value: T | null = null
      const failures = await askInTurn(turn, async (provider) => {
        value = await work(provider)
        return value !== null
      })
      const why = providers.length === 0 ? nobody : failures.join('; ') || `no provider has ${what}`
      const unknown = value === null && providers.length > 0 && failures.length === 0
      return { value, reason: value === null ? why : null, unknown }
    }

  return {
    quotes: (symbols) => quotes.many(symbols, askQuotes, ({ delaySeconds }) => keep(delaySeconds)),
    async chain(underlying, { expiration, from }) {
      const listed = await expirations.one(
        underlying,
        one('options of it', async (provider) => {
          const days = await inTime(limits.chainDeadlineMs, (signal) => provider.expirations(underlying, signal))
          return days && days.length > 0 ? days : null
        }),
        () => limits.expirationsKeptMs,
      )
      if (!listed.value) return { value: null, reason: listed.reason, unknown: listed.unknown }
      const days = listed.value.filter((day) => day >= from)
      const wanted = expiration ?? days[0]
      if (!wanted || !days.includes(wanted)) {
        return { value: { expirations: days, chain: null }, reason: listed.reason, unknown: true }
      }
      const answer = await chains.one(
        `${underlying} ${wanted}`,
        one('contracts of that day', (provider) =>
          inTime(limits.chainDeadlineMs, (signal) => provider.chain(underlying, wanted, signal)),
        ),
        ({ delaySeconds }) => keep(delaySeconds),
      )
      return { ...answer, value: { expirations: days, chain: answer.value } }
    },
  }
}

/** The signal ends the request; the wait ends with it, also where something before the request hangs. */
const inTime = <T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  within(ms, 'the vendor', work(AbortSignal.timeout(ms)))
