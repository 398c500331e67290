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

/** The quotes of a service that knows one symbol, whose price a test may change, and how often they were read. */
function service() {
  const state = { price: 600, reads: 0, asked: [] as string[][] }
  const ticker = { symbol: 'SPY', name: 'SPDR S&P 500 ETF Trust', kind: 'etf' }
  const context = {
    clock: { now: () => NOW },
    log: silentLog,
    universe: async () => ({ members: [], find: () => ticker }),
    market: {
      quotes: async (symbols: readonly string[]) => {
        state.reads++
        state.asked.push([...symbols])
        return { answers: new Map([['SPY', { value: { ...QUOTE, price: state.price }, reason: null }]]), outage: null }
      },
    },
  } as unknown as ApiContext
  const follower = () => {
    const texts: string[] = []
    return { symbols: new Set<string>(), send: ({ text }: Frame) => void texts.push(text), texts }
  }
  return { state, quotes: new SocketQuotes(context), follower }
}
const message = (action: string, symbols: unknown) => JSON.stringify({ action, symbols })
const names = (count: number) => Array.from({ length: count }, (_, at) => `S${at}`)

test.each([
  ['no JSON', '{'],
  ['another action', message('follow', ['SPY'])],
  ['no symbol', message('subscribe', [])],
  ['an empty symbol', message('subscribe', [''])],
  ['a symbol of 41 characters', message('subscribe', ['S'.repeat(41)])],
  ['51 symbols', message('subscribe', names(51))],
  ['a further member', '{"action":"subscribe","symbols":["SPY"],"since":1}'],
])('a message with %s is answered with the form of one, and changes nothing', (_, text) => {
  const { quotes, follower } = service()
  const one = follower()
  quotes.take(one, text)
  quotes.close()
  expect(one.texts).toEqual([expect.stringContaining('symbols\\": 1 to 50 symbols}')])
  expect(one.symbols.size).toBe(0)
})

test('a socket has at most fifty symbols, counted once each', () => {
  const { quotes, follower } = service()
  const one = follower()
  quotes.take(one, message('subscribe', names(49)))
  quotes.take(one, message('subscribe', ['S0', 's1', 'S'.repeat(40)]))
  expect([one.symbols.size, one.texts.length]).toEqual([50, 0])
  quotes.take(one, message('subscribe', ['T']))
  expect(one.texts).toEqual([expect.stringContaining('a socket has at most 50 symbols')])
  expect(one.symbols.has('T')).toBe(false)
  quotes.close()
})

test('a quote is sent when it changes, and not to those who no longer follow it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { state, quotes, follower } = service()
  const [one, other] = [follower(), follower()]
  for (const each of [one, other]) quotes.take(each, message('subscribe', ['SPY']))
  await vi.advanceTimersByTimeAsync(2_000)
  expect([one.texts.length, other.texts.length]).toEqual([1, 1])
  quotes.take(other, message('unsubscribe', ['spy']))
  state.price = 601
  await vi.advanceTimersByTimeAsync(1_000)
  expect([one.texts.length, other.texts.length]).toEqual([2, 1])
  quotes.drop(one)
  const { reads } = state
  await vi.advanceTimersByTimeAsync(2_000)
  expect(state.reads).toBe(reads)
  quotes.take(one, message('subscribe', ['SPY']))
  quotes.close()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(state.reads).toBe(reads)
})
