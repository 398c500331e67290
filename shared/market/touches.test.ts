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
