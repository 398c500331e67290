import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { silentLog } from '../../shared/log.ts'
import type { ApiContext } from '../http/context.ts'
import type { Frame } from './frame.ts'
import { type QuoteFollower, SocketQuotes } from './socket-quotes.ts'

const NOW = new Date('2026-11-21T12:00:00-05:00')
const QUOTE = {
  symbol: 'SPY',
  price: 600,
  bid: 599.99,
  ask: 600.01,
  bidSize: 100,
  askSize: 100,
  volume: 1,
  previousClose: 599,
  quotedAt: NOW,
  source: 'schwab',
  delaySeconds: 0,
}

afterEach(() => void vi.useRealTimers())

test('who subscribes during an outage gets the quote after it, although the quote has not changed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let isAway = false
  const ticker = { symbol: 'SPY', name: 'SPDR S&P 500 ETF Trust', kind: 'etf' }
  const context = {
    clock: { now: () => NOW },
    log: silentLog,
    universe: async () => ({ members: [], find: () => ticker }),
    market: {
      quotes: async () => ({
        answers: isAway ? new Map() : new Map([['SPY', { value: QUOTE, reason: null }]]),
        outage: isAway ? new AppError('unavailable', 'the database is away') : null,
      }),
    },
  } as unknown as ApiContext
  const quotes = new SocketQuotes(context)
  const follower = (): QuoteFollower & { frames: Frame[] } => {
    const frames: Frame[] = []
    return { symbols: new Set(), send: (frame) => void frames.push(frame), frames }
  }
  const subscribe = '{"action": "subscribe", "symbols": ["SPY"]}'
  const [early, late] = [follower(), follower()]
  quotes.take(early, subscribe)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(early.frames).toHaveLength(1)
  isAway = true
  quotes.take(late, subscribe)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(late.frames).toHaveLength(0)
  isAway = false
  await vi.advanceTimersByTimeAsync(2_000)
  expect([early.frames.length, late.frames.length]).toEqual([1, 1])
  quotes.close()
})
