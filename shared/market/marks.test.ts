import { expect, test } from 'vitest'
import type { LiveChain } from '../domain/market/live-chain.ts'
import type { MarketQuote } from '../domain/market/market-quote.ts'
import { tradingDay } from '../time/trading-day.ts'
import { markNow, readMarks, unitMarkE4, whyUnmarked } from './marks.ts'
import { readTouches, type TouchMarket } from './touches.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const ago = (ms: number): Date => new Date(NOW.getTime() - ms)

interface Sides {
  bid: number | null
  ask: number | null
}

/**
 * A market in which every stock and every contract has the same two sides; it records the chains that were requested.
 */
function marketWith({ bid, ask }: Sides, quotedAt = NOW): TouchMarket & { asked: string[] } {
  const asked: string[] = []
  const rest = { bid, ask, bidSize: 1, askSize: 1, volume: null }
  const quote = (symbol: string): MarketQuote => {
    return { symbol, price: 10, previousClose: null, quotedAt, source: 'schwab', delaySeconds: 0, ...rest }
  }
  return {
    asked,
    quotes: (symbols) => {
      asked.push(symbols.join())
      return Promise.resolve(
        new Map(symbols.map((symbol) => [symbol, { value: quote(symbol), reason: null, unknown: false }])),
      )
    },
    chain: (underlying, { expiration }) => {
      asked.push(`${underlying} ${expiration}`)
      const contract = { expiration: expiration!, strike: 10, right: 'call', iv: 0.2, openInterest: 1 } as const
      const own = { ...contract, ...rest, bid: bid ?? 0, ask: ask ?? 0, contract: 'KO261218C00010000', greeks: null }
      const source = { quotedAt, source: 'schwab', delaySeconds: 0 } as const
      const chain: LiveChain = { underlying, spot: 10, ...source, expiration: expiration!, contracts: [own] }
      return Promise.resolve({ value: { expirations: [expiration!], chain }, reason: null, unknown: false })
    },
  }
}

const CONTRACT = 'KO261218C00010000'
async function lookUp(name: string, sides: Sides, quotedAt?: Date) {
  return (await readTouches(marketWith(sides, quotedAt), [name], NOW)).get(name)!
}

test('the mark of a share is the middle of its sides, and that of a contract is for a hundred shares', async () => {
  expect(unitMarkE4(await lookUp('KO', { bid: 2, ask: 2.5 }))).toBe(22_500)
  expect(unitMarkE4(await lookUp(CONTRACT, { bid: 2, ask: 2.5 }))).toBe(2_250_000)
})

test.each<[string, Sides, string]>([
  ['neither side', { bid: null, ask: 0 }, 'it has neither bid nor ask'],
  ['no ask', { bid: 2, ask: null }, 'it has no ask'],
  ['no bid', { bid: null, ask: 2 }, 'it has no bid'],
  ['a bid above its ask', { bid: 2.01, ask: 2 }, 'its bid is above its ask'],
])('an instrument with %s has no mark, and says why', async (_what, sides, why) => {
  const answer = await lookUp('KO', sides)
  expect([whyUnmarked(answer), unitMarkE4(answer)]).toEqual([why, null])
  expect(markNow(answer, NOW)).toEqual({ markE4: null, reason: why })
})

test('a contract without a bid is worth half its ask, and a locked one its price', async () => {
  expect(markNow(await lookUp(CONTRACT, { bid: 0, ask: 0.05 }), NOW)).toEqual({ markE4: 25_000, reason: null })
  expect(markNow(await lookUp('KO', { bid: 2, ask: 2 }), NOW)).toEqual({ markE4: 20_000, reason: null })
})

test('without a quote the reason is that of the look-up', () => {
  expect(whyUnmarked({ touch: null, reason: 'away', unknown: false })).toBe('away')
  expect(whyUnmarked({ touch: null, reason: null, unknown: false })).toBe('no provider has a quote of it')
  expect(unitMarkE4({ touch: null, reason: null, unknown: false })).toBeNull()
})

test('a decision now takes no mark from a stale quote', async () => {
  const good = { bid: 2, ask: 2.5 }
  expect(markNow(await lookUp('KO', good, ago(90_000)), NOW)).toEqual({ markE4: 22_500, reason: null })
  const stale = await lookUp('KO', good, ago(90_001))
  expect(markNow(stale, NOW)).toEqual({ markE4: null, reason: 'its newest quote is stale' })
  // A valuation may still use it.
  expect([whyUnmarked(stale), unitMarkE4(stale)]).toEqual([null, 22_500])
})

test('the stocks of an account are asked for at once, and its expirations six at a time', async () => {
  const market = marketWith({ bid: 2, ask: 2.5 })
  const days = '261204 261211 261218 261224 261231 270108 270115 270122'.split(' ')
  const contracts = days.map((day) => `KO${day}C00010000`)
  const names = ['KO', contracts[0]!, 'SPY', ...contracts, 'KO']
  const asking = readMarks(market, names, NOW)
  // One group of stocks and five of options are requested before the first answer.
  expect(market.asked).toEqual(['KO,SPY', ...days.slice(0, 5).map(dayOf)])
  const marks = await asking
  expect(market.asked).toEqual(['KO,SPY', ...days.map(dayOf)])
  expect([...marks.keys()].toSorted()).toEqual([...new Set(names)].toSorted())
})

const dayOf = (text: string): string =>
  `KO ${tradingDay(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`)}`
