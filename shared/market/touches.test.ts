import { expect, test } from 'vitest'
import type { LiveChain } from '../domain/market/live-chain.ts'
import type { MarketQuote } from '../domain/market/market-quote.ts'
import { tradingDay } from '../time/trading-day.ts'
import { readTouches, type TouchMarket } from './touches.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const SPY: MarketQuote = {
  symbol: 'SPY',
  price: 670.005,
  bid: 670,
  ask: 670.01,
  bidSize: 300,
  askSize: 200,
  volume: 1_000,
  previousClose: 668,
  quotedAt: new Date('2026-11-20T14:59:58Z'),
  source: 'schwab',
  delaySeconds: 0,
}
const expiration = tradingDay('2026-12-18')
const contract = { expiration, strike: 670, right: 'call', bid: 11.1, ask: 11.2, iv: 0.18 } as const
const CHAIN: LiveChain = {
  underlying: 'SPY',
  spot: 670,
  quotedAt: new Date('2026-11-20T14:40:00Z'),
  source: 'cboe',
  delaySeconds: 900,
  expiration,
  contracts: [
    {
      ...contract,
      contract: 'SPY261218C00670000',
      openInterest: 5,
      volume: 7,
      bidSize: 3,
      askSize: 4,
      greeks: null,
    },
  ],
}

function marketOf(chain: LiveChain | null): TouchMarket & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    quotes: (symbols) => {
      asked.push(symbols.join())
      const value = (symbol: string) => (symbol === 'SPY' ? SPY : null)
      return Promise.resolve(
        new Map(
          symbols.map((symbol) => [
            symbol,
            { value: value(symbol), reason: value(symbol) ? null : 'none', unknown: true },
          ]),
        ),
      )
    },
    chain: (underlying, which) => {
      asked.push(`${underlying} ${which.expiration}`)
      return Promise.resolve({ value: { expirations: [expiration], chain }, reason: null, unknown: chain === null })
    },
  }
}

test('a stock and two contracts of one expiration cost two requests', async () => {
  const market = marketOf(CHAIN)
  const names = ['SPY', 'SPY261218C00670000', 'SPY261218P00670000', 'SPY', 'nothing']
  const answers = await readTouches(market, names, NOW)
  expect(market.asked.toSorted()).toEqual(['SPY', 'SPY 2026-12-18'])
  expect(answers.get('SPY')).toMatchObject({
    touch: { bidE4: 6_700_000, askE4: 6_700_100, midE4: 6_700_050, lastE4: 6_700_050, quality: 'good', ageSeconds: 2 },
    reason: null,
  })
  expect(answers.get('SPY261218C00670000')).toMatchObject({
    touch: { bidE4: 111_000, askE4: 112_000, midE4: 111_500, quality: 'stale', delaySeconds: 900, askSize: 4 },
  })
  expect(answers.get('SPY261218P00670000')).toMatchObject({ touch: null, unknown: true })
  expect(answers.get('nothing')).toMatchObject({ touch: null, unknown: true })
})

test('without an answer there is no touch, but a reason', async () => {
  const answers = await readTouches(marketOf(null), ['ABC', 'SPY261218C00670000'], NOW)
  expect(answers.get('ABC')).toEqual({ touch: null, reason: 'none', unknown: true })
  expect(answers.get('SPY261218C00670000')).toEqual({
    touch: null,
    reason: 'no options expire on that day',
    unknown: true,
  })
})

/** The touch of SPY when its quote differs from that of SPY in these fields. */
async function touchOf(change: Partial<MarketQuote>, reason: string | null = null) {
  const quotes: TouchMarket['quotes'] = async () =>
    new Map([['SPY', { value: { ...SPY, ...change }, reason, unknown: false }]])
  return (await readTouches({ ...marketOf(null), quotes }, ['SPY'], NOW)).get('SPY')!
}

test.each([
  ['two sides', 670, 670.02, 6_700_100],
  ['sides that meet', 670, 670, 6_700_000],
  ['a middle between two units, which is rounded up', 0.0001, 0.0002, 2],
  ['a bid of nothing', 0, 0.05, 250],
  ['no bid', null, 670, null],
  ['no ask', 670, null, null],
  ['neither side', null, null, null],
  ['a bid above the ask', 670.01, 670, null],
  ['two sides of nothing', 0, 0, null],
])('a touch of %s has its middle, or none', async (_what, bid, ask, midE4) => {
  expect((await touchOf({ bid, ask })).touch?.midE4).toBe(midE4)
})

test('a quote that seems to lie ahead is 0 seconds old', async () => {
  const quotedAt = (ms: number) => ({ quotedAt: new Date(NOW.getTime() + ms) })
  expect((await touchOf(quotedAt(400))).touch?.ageSeconds).toBe(0)
  expect((await touchOf(quotedAt(-400))).touch?.ageSeconds).toBe(0.4)
})

test('a touch that no provider has renewed keeps the reason, and what has a touch is never unknown', async () => {
  expect(await touchOf({}, 'away')).toMatchObject({ touch: { lastE4: 6_700_050 }, reason: 'away', unknown: false })
  const answers = await readTouches(marketOf(CHAIN), ['SPY', 'SPY261218C00670000'], NOW)
  expect([...answers.values()].map(({ unknown }) => unknown)).toEqual([false, false])
})

test('contracts alone ask for no quotes', async () => {
  const market = marketOf(CHAIN)
  await readTouches(market, ['SPY261218C00670000'], NOW)
  expect(market.asked).toEqual(['SPY 2026-12-18'])
})
