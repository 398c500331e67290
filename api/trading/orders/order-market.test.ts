import { expect, test } from 'vitest'
import type { LiveChain } from '../../../shared/domain/market/live-chain.ts'
import { addDays, tradingDay } from '../../../shared/time/trading-day.ts'
import type { MarketData } from '../market/market-data.ts'
import { UNIVERSE_WITHOUT_MEMBERS } from '../market/universe.ts'
import { OTHER_EXPIRATIONS_MAX, readOrderMarket } from './order-market.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const FIRST = tradingDay('2026-12-01')

const isHeld = async () => false

const contracts = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `SPY${addDays(FIRST, at).replaceAll('-', '').slice(2)}C00670000`)

/** A market whose every chain has one contract, and that counts how many chains are read at the same time. */
function marketOf() {
  const seen = { asked: 0, atOnce: 0, mostAtOnce: 0 }
  const market: MarketData = {
    quotes: () => Promise.resolve({ answers: new Map(), outage: null }),
    vendorQuotes: () => Promise.resolve(new Map()),
    preferred: () => 'schwab',
    readBy: () => market,
    async chain(underlying, { expiration }) {
      seen.asked += 1
      seen.mostAtOnce = Math.max(seen.mostAtOnce, ++seen.atOnce)
      await new Promise(setImmediate)
      seen.atOnce -= 1
      const sides = { bid: 11.1, ask: 11.2, bidSize: 3, askSize: 4, volume: 7, openInterest: 5, iv: 0.18, greeks: null }
      const chain: LiveChain = {
        underlying,
        spot: 670,
        quotedAt: NOW,
        source: 'schwab',
        delaySeconds: 0,
        expiration: expiration!,
        contracts: [{ ...sides, contract: '', expiration: expiration!, strike: 670, right: 'call' }],
      }
      return { value: { expirations: [expiration!], chain }, reason: null, unknown: false }
    },
    close: () => Promise.resolve(),
  }
  return { seen, context: { market, allowDelayedTrading: false, universe: async () => UNIVERSE_WITHOUT_MEMBERS } }
}

test('the chains of other holdings are read a few at a time', async () => {
  const { seen, context } = marketOf()
  const [leg, ...others] = contracts(OTHER_EXPIRATIONS_MAX + 1)
  const read = await readOrderMarket(context, { legs: [{ instrument: leg! }], others, isHeld, now: NOW })
  if (read instanceof Error) throw read
  expect([...read.answers.keys()].sort()).toEqual([leg, ...others].sort())
  expect(seen).toMatchObject({ asked: OTHER_EXPIRATIONS_MAX + 1, atOnce: 0 })
  expect(seen.mostAtOnce).toBeLessThanOrEqual(6)
})

test('no other chain is read when there are more than a confirmation has time to wait for', async () => {
  const { seen, context } = marketOf()
  const [leg, ...others] = contracts(OTHER_EXPIRATIONS_MAX + 2)
  const read = await readOrderMarket(context, { legs: [{ instrument: leg! }], others, isHeld, now: NOW })
  if (read instanceof Error) throw read
  expect([...read.touches.keys()]).toEqual([leg])
  expect([seen.asked, read.answers.size]).toEqual([1, 1])
})
