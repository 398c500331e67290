import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MarketQuote, QuoteProviderId } from '../../shared/domain/market/market-quote.ts'
import { silentLog } from '../../shared/log.ts'
import { alpacaProvider } from '../../shared/market/alpaca-provider.ts'
import { type Brokerage, openBrokerage } from '../../shared/market/brokerage.ts'
import { cboeProvider } from '../../shared/market/cboe-provider.ts'
import type { QuoteProvider } from '../../shared/market/quote-provider.ts'
import { schwabProvider } from '../../shared/market/schwab-provider.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { ALPACA_KEYS, brokerageWorld, CREDENTIALS, type World } from './support.ts'

const NOW = new Date('2026-11-20T15:31:00Z')
const QUARTER_HOUR = 900_000
type Feeds = Pick<Parameters<typeof alpacaProvider>[0], 'stockFeed' | 'optionFeed'>

let world: World
let at = NOW
let brokerage: Brokerage
const closing: (() => Promise<void>)[] = []
let spent = 0
const spend = async () => void spent++
const clock = { now: () => at }

beforeAll(async () => {
  world = await brokerageWorld(() => at)
  const tokenFile = join(world.folder, 'token.json')
  await world.loginTo(tokenFile, NOW)
  brokerage = openBrokerage({
    baseUrl: () => world.baseUrl(at),
    credentials: CREDENTIALS,
    tokenFile,
    clock,
    log: silentLog,
  })
  closing.push(() => brokerage.close())
})
afterEach(async () => {
  at = NOW
  spent = 0
  await world.heal()
})
afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
  await world.close()
})

const baseUrl = (prefix: string) => () => `${world.simulator.url}/at/${at.toISOString()}/${prefix}`
const BASIC: Feeds = { stockFeed: 'iex', optionFeed: 'indicative' }

function alpaca(feeds: Feeds = BASIC, keys: { keyId: string; secretKey: string } = ALPACA_KEYS.basic): QuoteProvider {
  const provider = alpacaProvider({ ...feeds, ...keys, baseUrl: baseUrl('alpaca'), clock, spend })
  closing.push(provider.close)
  return provider
}
function cboe(): QuoteProvider {
  const provider = cboeProvider({ baseUrl: baseUrl('cboe'), userAgent: 'test', clock, spend })
  closing.push(provider.close)
  return provider
}
const OPEN: Record<QuoteProviderId, () => QuoteProvider> = {
  schwab: () => schwabProvider(brokerage, spend),
  alpaca: () => alpaca({ stockFeed: 'sip', optionFeed: 'opra' }, ALPACA_KEYS.plus),
  cboe,
}
const soon = () => AbortSignal.timeout(10_000)
const quotesOf = (provider: QuoteProvider, symbols: string[]) => provider.quotes(symbols, soon())

describe.each([
  ['schwab', 0],
  ['alpaca', 0],
  ['cboe', 900],
] as const)('%s', (id, delaySeconds) => {
  test('quotes of shares have our symbols, their source and their delay', async () => {
    const quotes = await quotesOf(OPEN[id](), ['SPY', 'BRK.B', 'ZTS', 'NOPE'])
    expect([...quotes.keys()].sort()).toEqual(['BRK.B', 'NOPE', 'SPY', 'ZTS'])
    expect(quotes.get('NOPE')).toBeNull()
    for (const symbol of ['SPY', 'BRK.B', 'ZTS']) {
      const quote = quotes.get(symbol)!
      expect(quote).toMatchObject({ symbol, source: id, delaySeconds })
      expect(quote.ask! - quote.bid!).toBeCloseTo(0.02, 6)
      expect((quote.bid! + quote.ask!) / 2).toBeCloseTo(quote.price, 6)
      expect(quote.bidSize! % 100).toBe(0)
      expect(quote.volume).toBeGreaterThan(1e5)
      expect(Math.abs(quote.price / quote.previousClose! - 1)).toBeLessThan(0.15)
      const ageMs = NOW.getTime() - quote.quotedAt.getTime() - delaySeconds * 1_000
      expect(ageMs).toBeGreaterThanOrEqual(0)
      expect(ageMs).toBeLessThanOrEqual(60_000)
    }
  })

  test('expirations are nearest first, one has a chain, and a Saturday has none', async () => {
    const provider = OPEN[id]()
    const days = (await provider.expirations('SPY', soon()))!
    expect(days.length).toBeGreaterThan(15)
    expect(days).toEqual([...days].sort())
    const december = days.find((day) => day === '2026-12-18')!
    const chain = (await provider.chain('SPY', december, soon()))!
    expect(chain).toMatchObject({ underlying: 'SPY', source: id, delaySeconds, expiration: '2026-12-18' })
    expect(chain.contracts.length).toBeGreaterThan(100)
    const call = chain.contracts.find(({ right, strike }) => right === 'call' && Math.abs(strike - chain.spot) < 1)!
    expect(call.contract).toBe(`SPY261218C${String(call.strike * 1000).padStart(8, '0')}`)
    expect(call.ask).toBeGreaterThan(call.bid)
    expect(call.greeks!.delta).toBeCloseTo(0.5, 0)
    expect(new Set(chain.contracts.map(({ expiration }) => expiration))).toEqual(new Set(['2026-12-18']))
    expect(await provider.chain('SPY', tradingDay('2026-12-19'), soon())).toBeNull()
  })

  test('an underlying without options has no expirations', async () => {
    expect(await OPEN[id]().expirations('NOPE', soon())).toBeNull()
  })

  test.each([
    [{ mode: 'status', status: 500 }, 'status 500'],
    [{ mode: 'status', status: 429 }, 'status 429'],
    [{ mode: 'malformed' }, 'JSON'],
    [{ mode: 'html' }, 'JSON'],
    [{ mode: 'empty' }, 'JSON'],
    [{ mode: 'reset' }, 'network'],
    [{ mode: 'stall' }, 'no answer in time'],
  ])('the fault %j is a failure with a reason of our own', async (fault, reason) => {
    const provider = OPEN[id]()
    await world.fault({ vendor: id, ...fault })
    const asked = provider.quotes(['SPY'], AbortSignal.timeout(fault.mode === 'stall' ? 300 : 10_000))
    await expect(asked).rejects.toThrow(reason)
    await world.heal()
    expect((await quotesOf(OPEN[id](), ['SPY'])).get('SPY')).not.toBeNull()
  })

  test('absurd figures are not returned', async () => {
    await world.fault({ vendor: id, mode: 'absurd' })
    const found = await quotesOf(OPEN[id](), ['SPY']).catch(() => null)
    expect(found?.get('SPY') ?? null).toBeNull()
  })

  test('each request uses the budget', async () => {
    await quotesOf(OPEN[id](), ['SPY'])
    expect(spent).toBe(1)
  })
})

test('the three providers agree, a quarter of an hour apart', async () => {
  const symbols = ['SPY', 'BRK.B', 'ZTS']
  const [mine, theirs] = await Promise.all([quotesOf(OPEN.schwab(), symbols), quotesOf(OPEN.alpaca(), symbols)])
  const touch = ({ price, bid, ask, volume, previousClose }: MarketQuote) => [price, bid, ask, volume, previousClose]
  for (const symbol of symbols) expect(touch(theirs.get(symbol)!)).toEqual(touch(mine.get(symbol)!))
  at = new Date(NOW.getTime() + QUARTER_HOUR)
  const late = await quotesOf(OPEN.cboe(), symbols)
  for (const symbol of symbols) expect(touch(late.get(symbol)!)).toEqual(touch(mine.get(symbol)!))
})

describe('entitlements of an Alpaca account', () => {
  test('one exchange in real time has a touch and no figures of the whole market', async () => {
    const quote = (await quotesOf(alpaca(), ['SPY'])).get('SPY')!
    expect(quote).toMatchObject({ delaySeconds: 0, volume: null, previousClose: null })
    expect(quote.ask! - quote.bid!).toBeCloseTo(0.04, 6)
  })

  test('the delayed feed of all exchanges states its delay', async () => {
    const late = (await quotesOf(alpaca({ ...BASIC, stockFeed: 'delayed_sip' }), ['SPY'])).get('SPY')!
    expect(late).toMatchObject({ delaySeconds: 900 })
    expect(NOW.getTime() - late.quotedAt.getTime()).toBeGreaterThanOrEqual(QUARTER_HOUR)
    expect(late.volume).toBeGreaterThan(1e6)
  })

  test('indicative options are delayed, and missing figures are null, not zero', async () => {
    const provider = alpaca()
    const [day] = (await provider.expirations('SPY', soon()))!
    const chain = (await provider.chain('SPY', day!, soon()))!
    expect(chain.delaySeconds).toBe(900)
    expect(chain.contracts.every(({ openInterest, volume }) => openInterest === null && volume === null)).toBe(true)
    const none = chain.contracts.filter(({ iv }) => iv === null)
    expect(none.length).toBeGreaterThan(0)
    expect(none.every(({ greeks }) => greeks === null)).toBe(true)
  })

  test.each([
    ['a feed that is not paid for', { ...BASIC, stockFeed: 'sip' }, ALPACA_KEYS.basic],
    ['an invalid key', BASIC, { keyId: 'nobody', secretKey: 'nothing' }],
  ] as const)('%s is refused, and the reason does not contain the key', async (_name, feeds, keys) => {
    const error = await quotesOf(alpaca(feeds, keys), ['SPY']).catch(String)
    expect(error).toMatch(/status 403.*not entitled to (iex|sip)/)
    expect(error).not.toContain(keys.keyId)
    expect(error).not.toContain(keys.secretKey)
  })

  test('an option feed that is not paid for is refused, and shares still work', async () => {
    const provider = alpaca({ ...BASIC, optionFeed: 'opra' })
    await expect(provider.expirations('SPY', soon())).rejects.toThrow('entitled to opra')
    expect((await quotesOf(provider, ['SPY'])).get('SPY')).not.toBeNull()
  })

  test('an index has no quote and costs no request', async () => {
    const provider = alpacaProvider({
      ...BASIC,
      ...ALPACA_KEYS.basic,
      baseUrl: () => 'http://127.0.0.1:9',
      clock,
      spend,
    })
    closing.push(provider.close)
    expect(await quotesOf(provider, ['VIX', 'SPX'])).toEqual(
      new Map([
        ['VIX', null],
        ['SPX', null],
      ]),
    )
    expect(spent).toBe(0)
  })

  test.each([
    ['a list is read to its last page', 3, 3],
    ['a list without end is refused', Number.POSITIVE_INFINITY, null],
  ])('%s', async (_name, pages, found) => {
    const t = '2026-11-20T15:30:59Z'
    const [latestTrade, latestQuote] = [
      { t, p: 690 },
      { t, bp: 8.1, bs: 1, ap: 8.2, as: 1 },
    ]
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://vendor')
      const page = Number(searchParams.get('page_token') ?? 1)
      const name = `SPY261218C${String(600 + page).padStart(5, '0')}000`
      const body = pathname.startsWith('/v2/stocks')
        ? { SPY: { latestTrade, latestQuote } }
        : { snapshots: { [name]: { latestQuote } }, next_page_token: page < pages ? String(page + 1) : null }
      response.end(JSON.stringify(body))
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    closing.push(async () => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const provider = alpacaProvider({ ...BASIC, ...ALPACA_KEYS.basic, baseUrl: () => url, clock, spend })
    closing.push(provider.close)
    const asked = provider.chain('SPY', tradingDay('2026-12-18'), soon())
    if (found === null) await expect(asked).rejects.toThrow('without end')
    else expect((await asked)!.contracts.map(({ strike }) => strike)).toEqual([601, 602, 603])
    expect(spent).toBeLessThan(10)
  })

  test('a weekend quote is that of the last close', async () => {
    at = new Date('2026-11-20T21:30:00Z')
    const evening = (await quotesOf(alpaca({ ...BASIC, stockFeed: 'delayed_sip' }), ['ZTS'])).get('ZTS')!
    at = new Date('2026-11-22T15:00:00Z')
    const sunday = (await quotesOf(alpaca({ ...BASIC, stockFeed: 'delayed_sip' }), ['ZTS'])).get('ZTS')!
    expect(sunday).toEqual(evening)
  })
})
