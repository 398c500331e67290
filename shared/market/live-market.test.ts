import { describe, expect, test } from 'vitest'
import type { LiveChain } from '../domain/market/live-chain.ts'
import type { MarketQuote, QuoteProviderId } from '../domain/market/market-quote.ts'
import { AppError } from '../errors.ts'
import { tradingDay } from '../time/trading-day.ts'
import { createLiveMarket } from './live-market.ts'
import { MARKET_LIMITS } from './market-limits.ts'
import type { QuoteProvider } from './quote-provider.ts'

const DAY = tradingDay('2026-11-20')
const EMPTY = { bid: null, ask: null, bidSize: null, askSize: null, volume: null, previousClose: null }

const quoteOf = (symbol: string, source: QuoteProviderId, price: number): MarketQuote => ({
  ...EMPTY,
  symbol,
  source,
  price,
  quotedAt: new Date('2026-11-20T15:31:00Z'),
  delaySeconds: source === 'cboe' ? 900 : 0,
})
const chainOf = (underlying: string): LiveChain => ({
  underlying,
  spot: 1,
  quotedAt: new Date(0),
  source: 'schwab',
  delaySeconds: 0,
  expiration: DAY,
  contracts: [],
})

/** A provider that knows some symbols, records its requests, and can be made to fail or to hang. */
function vendor(id: QuoteProviderId, known: readonly string[] = ['A', 'B', 'C']) {
  const asked: string[] = []
  const state = { failing: false, hanging: false, price: 1, quotedAt: new Date('2026-11-20T15:31:00Z') }
  const answer = async (what: string): Promise<void> => {
    asked.push(what)
    if (state.hanging) await new Promise(() => {})
    if (state.failing) throw new AppError('unavailable', 'is down')
  }
  const provider: QuoteProvider = {
    id,
    async quotes(symbols) {
      await answer(symbols.join())
      return new Map(
        symbols.map((symbol) => [
          symbol,
          known.includes(symbol) ? { ...quoteOf(symbol, id, state.price), quotedAt: state.quotedAt } : null,
        ]),
      )
    },
    async expirations(symbol) {
      await answer(`${symbol} days`)
      return known.includes(symbol) ? [DAY] : null
    },
    async chain(symbol) {
      await answer(`${symbol} chain`)
      return chainOf(symbol)
    },
  }
  return { provider, asked, state }
}

function marketOf(...vendors: ReturnType<typeof vendor>[]) {
  return marketAt(undefined, ...vendors)
}

function marketAt(now: (() => Date) | undefined, ...vendors: ReturnType<typeof vendor>[]) {
  let nowMs = 0
  const limits = { ...MARKET_LIMITS, quoteDeadlineMs: 20, chainDeadlineMs: 20 }
  const providers = vendors.map(({ provider }) => provider)
  const market = createLiveMarket({ providers, limits, nowMs: () => nowMs, ...(now ? { now } : {}) })
  const price = async (symbol: string) => {
    const { value, reason } = (await market.quotes([symbol])).get(symbol)!
    return { price: value?.price ?? null, source: value?.source ?? null, reason }
  }
  return { market, price, wait: (ms: number) => (nowMs += ms) }
}

describe('quotes', () => {
  test('concurrent callers share requests, and only missing symbols are requested', async () => {
    const one = vendor('schwab')
    const { market } = marketOf(one)
    await Promise.all([
      market.quotes(['A', 'B']),
      market.quotes(['B', 'C']),
      market.quotes(['A']),
      market.quotes(['C', 'C']),
    ])
    expect(one.asked).toEqual(['A,B', 'C'])
  })

  test('a quote is reused for a second, a delayed one for fifteen', async () => {
    const [fast, slow] = [vendor('schwab', ['A']), vendor('cboe', ['B'])]
    const { market, wait } = marketOf(fast, slow)
    const ask = () => market.quotes(['A', 'B'])
    await ask()
    wait(999)
    await ask()
    expect([fast.asked, slow.asked]).toEqual([['A,B'], ['B']])
    wait(1)
    await ask()
    expect([fast.asked, slow.asked]).toEqual([['A,B', 'A'], ['B']])
    wait(14_000)
    await ask()
    expect(slow.asked).toEqual(['B', 'B'])
  })

  test('a provider that fails or hangs is tried last for a while, then first again', async () => {
    const [first, second] = [vendor('schwab'), vendor('cboe')]
    const { price, wait } = marketOf(first, second)
    first.state.hanging = true
    expect(await price('A')).toEqual({ price: 1, source: 'cboe', reason: null })
    first.state.hanging = false
    wait(4_999)
    expect(await price('B')).toMatchObject({ source: 'cboe' })
    expect(first.asked).toEqual(['A'])
    wait(1)
    expect(await price('C')).toMatchObject({ source: 'schwab' })
  })

  test('without an answer the last good value is returned with the reason, until a provider recovers', async () => {
    const one = vendor('schwab')
    const { price, wait } = marketOf(one)
    expect(await price('A')).toMatchObject({ price: 1, reason: null })
    one.state.failing = true
    wait(1_000)
    expect(await price('A')).toEqual({ price: 1, source: 'schwab', reason: 'schwab: is down' })
    expect(await price('B')).toEqual({ price: null, source: null, reason: 'schwab: is down' })
    Object.assign(one.state, { failing: false, price: 2 })
    expect(await price('A')).toEqual({ price: 2, source: 'schwab', reason: null })
  })

  test('a symbol is unknown only if every provider answered and none has it', async () => {
    const [first, second] = [vendor('schwab'), vendor('cboe')]
    const { market } = marketOf(first, second)
    const unknown = async () => (await market.quotes(['X'])).get('X')!.unknown
    expect(await unknown()).toBe(true)
    second.state.failing = true
    expect(await unknown()).toBe(false)
    expect((await marketOf().market.quotes(['X'])).get('X')).toEqual({
      value: null,
      unknown: false,
      reason: 'no provider of live quotes is configured',
    })
  })
})

describe('chains', () => {
  const ask = (market: ReturnType<typeof marketOf>['market'], symbol = 'A') =>
    market.chain(symbol, { expiration: null, from: DAY })

  test('concurrent callers share one request for expirations and one for the chain', async () => {
    const one = vendor('schwab')
    const { market } = marketOf(one)
    await Promise.all([ask(market), ask(market), ask(market)])
    expect(one.asked).toEqual(['A days', 'A chain'])
  })

  test('without an answer the last good chain is returned with the reason, or none', async () => {
    const one = vendor('schwab')
    const { market, wait } = marketOf(one)
    await ask(market)
    one.state.hanging = true
    wait(60_000)
    const late = await ask(market)
    expect(late).toMatchObject({ value: { expirations: [DAY], chain: { underlying: 'A' } } })
    expect(late.reason).toMatch(/^schwab: the vendor took longer than/)
    expect(await ask(market, 'B')).toMatchObject({ value: null, unknown: false })
  })

  test('an underlying that no provider knows is unknown', async () => {
    const { market } = marketOf(vendor('schwab'), vendor('cboe'))
    expect(await ask(market, 'X')).toEqual({ value: null, reason: 'no provider has options of it', unknown: true })
  })

  test.each([
    [0, 5_000],
    [900, 15_000],
  ])('a chain of a feed that is %i s late is reused for %i ms', async (delaySeconds, keptMs) => {
    const one = vendor('schwab')
    const chain = async (symbol: string) => {
      one.asked.push('chain')
      return { ...chainOf(symbol), delaySeconds }
    }
    const { market, wait } = marketOf({ ...one, provider: { ...one.provider, chain } })
    const chains = async () => {
      await ask(market)
      return one.asked.filter((what) => what === 'chain').length
    }
    expect(await chains()).toBe(1)
    wait(keptMs - 1)
    expect(await chains()).toBe(1)
    wait(1)
    expect(await chains()).toBe(2)
  })

  test('days before the requested one are not listed, and one that is not listed has no chain', async () => {
    const one = vendor('schwab')
    const later = tradingDay('2026-11-27')
    const { market } = marketOf({ ...one, provider: { ...one.provider, expirations: async () => [DAY, later] } })
    const chain = (expiration: typeof DAY | null, from: typeof DAY) => market.chain('A', { expiration, from })
    expect((await chain(null, tradingDay('2026-11-21'))).value?.expirations).toEqual([later])
    one.asked.length = 0
    const none = { reason: null, unknown: true }
    const other = tradingDay('2026-11-25')
    expect(await chain(other, DAY)).toEqual({ value: { expirations: [DAY, later], chain: null }, ...none })
    expect(await chain(DAY, later)).toEqual({ value: { expirations: [later], chain: null }, ...none })
    expect(await chain(null, tradingDay('2026-12-01'))).toEqual({ value: { expirations: [], chain: null }, ...none })
    expect(one.asked).toEqual([])
  })

  test('an underlying whose list of days is empty has no options', async () => {
    const one = vendor('schwab')
    const { market } = marketOf({ ...one, provider: { ...one.provider, expirations: async () => [] } })
    expect(await ask(market)).toEqual({ value: null, reason: 'no provider has options of it', unknown: true })
  })
})

describe('a provider whose quote of SPY is old in open market', () => {
  const QUOTED = new Date('2026-11-20T15:31:00Z')
  const later = (ms: number) => () => new Date(QUOTED.getTime() + ms)
  const sources = async (now: () => Date, ...vendors: ReturnType<typeof vendor>[]) => {
    const { market } = marketAt(now, ...vendors)
    const found = await market.quotes(['SPY', 'A'])
    return [...found].map(([symbol, { value, reason }]) => `${symbol} ${value?.source} ${reason}`)
  }
  const old = () => vendor('schwab', ['SPY', 'A'])

  test('does not count where the next one has a newer quote', async () => {
    expect(await sources(later(90_001), old(), vendor('cboe', ['SPY', 'A']))).toEqual(['SPY cboe null', 'A cboe null'])
    expect(await sources(later(90_000), old(), vendor('cboe', ['SPY', 'A']))).toEqual([
      'SPY schwab null',
      'A schwab null',
    ])
  })

  test('counts where the next one is delayed and even older', async () => {
    const delayed = vendor('cboe', ['SPY', 'A'])
    delayed.state.quotedAt = new Date(QUOTED.getTime() - 1)
    expect(await sources(later(90_001), old(), delayed)).toEqual(['SPY schwab null', 'A schwab null'])
  })

  test('is used as it is where no other answers, or all have stopped', async () => {
    expect(await sources(later(90_001), old(), vendor('cboe', []))).toEqual(['SPY schwab null', 'A schwab null'])
    expect(await sources(later(90_001), old(), vendor('alpaca', ['SPY', 'A']))).toEqual([
      'SPY schwab null',
      'A schwab null',
    ])
  })

  test('is not queried for a while after it, and is queried again later', async () => {
    const first = old()
    let now = later(90_001)
    const { market, wait } = marketAt(() => now(), first, vendor('cboe', ['SPY', 'A']))
    await market.quotes(['SPY'])
    wait(MARKET_LIMITS.delayedKeptMs)
    now = later(0)
    await market.quotes(['SPY'])
    expect(first.asked).toEqual(['SPY', 'SPY'])
  })

  test('is not judged while the market is closed', async () => {
    const night = () => new Date('2026-11-21T15:31:00Z')
    const close = vendor('schwab', ['SPY', 'A'])
    const { market } = marketAt(night, close, vendor('cboe', ['SPY', 'A']))
    expect((await market.quotes(['SPY'])).get('SPY')!.reason).toBeNull()
  })
})
