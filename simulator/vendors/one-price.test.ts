import { expect, test } from 'vitest'
import { correlation } from '../world/moments.ts'
import { securityOf } from '../world/securities.ts'
import { securityClose, securityPrice, securityRange } from '../world/security.ts'
import { STEP_SECONDS } from '../world/session-clock.ts'
import { createWorld } from '../world/world.ts'
import { sharesAt } from './alpaca-shares.ts'
import { cboeQuote } from './cboe-quotes.ts'
import { schwabQuote } from './schwab-quotes.ts'
import type { VendorRequest } from './vendor.ts'
import { chart, listingOf } from './yahoo-chart.ts'

const world = createWorld(1316)
const OPEN = Date.parse('2026-11-20T14:30:00Z')
const SYMBOLS = ['SPY', 'AAPL', 'XOM', 'KO', 'XLK', 'USO', 'TLT']
const at = (seconds: number) => new Date(OPEN + seconds * 1_000)

type Quote = { bid: number; ask: number; last: number }

const alpaca = (symbol: string, instant: Date, feed: 'sip' | 'iex' | 'delayed_sip' = 'sip'): Quote => {
  const { latestQuote, latestTrade } = sharesAt(world, symbol, feed, instant)!
  return { bid: latestQuote.bp as number, ask: latestQuote.ap as number, last: latestTrade.p }
}

const schwab = (symbol: string, instant: Date): Quote => {
  const { quote } = schwabQuote(world, world.momentAt(instant), symbol, { fields: ['quote'], instant }) as {
    quote: Record<string, number>
  }
  return { bid: quote.bidPrice!, ask: quote.askPrice!, last: quote.lastPrice! }
}

const cboe = (symbol: string, instant: Date): Quote => {
  const request = { instant, path: '', query: new URLSearchParams(), headers: {}, method: 'GET', body: '' }
  const { body } = cboeQuote(world, symbol, request as VendorRequest)!
  const { data } = JSON.parse(String(body)) as { data: Record<string, number> }
  return { bid: data.bid!, ask: data.ask!, last: data.current_price! }
}

const middle = ({ bid, ask }: Quote): number => (bid + ask) / 2

test('at every second all vendors without delay quote one price around one middle, and none lags', () => {
  for (let seconds = 3_590; seconds <= 3_690; seconds += 5) {
    for (const symbol of SYMBOLS) {
      const quotes = [schwab(symbol, at(seconds)), alpaca(symbol, at(seconds)), alpaca(symbol, at(seconds), 'iex')]
      for (const quote of quotes) {
        expect(middle(quote)).toBeCloseTo(middle(quotes[0]!), 6)
        expect(quote.last).toBeGreaterThan(quote.bid)
        expect(quote.last).toBeLessThan(quote.ask)
      }
    }
  }
})

test('vendors with a delay show the same path fifteen minutes later', () => {
  for (let seconds = 3_600; seconds <= 3_690; seconds += 10) {
    for (const symbol of SYMBOLS) {
      const live = alpaca(symbol, at(seconds))
      expect(cboe(symbol, at(seconds + 900))).toEqual(live)
      expect(alpaca(symbol, at(seconds + 900), 'delayed_sip')).toEqual(live)
    }
  }
})

test('all prices move at the same instants, and between two of them none does', () => {
  const path = (symbol: string) =>
    Array.from({ length: 240 }, (_, second) => middle(alpaca(symbol, at(3_600 + second))))
  for (const symbol of SYMBOLS) {
    const moved = path(symbol).flatMap((price, second, all) =>
      second > 0 && price !== all[second - 1] ? [second] : [],
    )
    expect(moved.length).toBeGreaterThan(0)
    expect(moved.filter((second) => second % STEP_SECONDS !== 0)).toEqual([])
  }
})

test('displayed sizes do not foretell the next move', () => {
  const imbalances: number[] = []
  const moves: number[] = []
  for (let day = 0; day < 10; day++) {
    const open = Date.parse(`2026-11-${String(9 + day).padStart(2, '0')}T14:30:00Z`)
    if (!world.momentAt(new Date(open)).open) continue
    for (let minute = 0; minute < 385; minute += 2) {
      for (const symbol of SYMBOLS) {
        const [now, next] = [0, 1].map(
          (later) => sharesAt(world, symbol, 'sip', new Date(open + (minute + later) * 60_000))!,
        )
        const { bs, as } = now!.latestQuote as { bs: number; as: number }
        imbalances.push(bs - as)
        moves.push(Math.log(next!.latestTrade.p / now!.latestTrade.p))
      }
    }
  }
  expect(moves.length).toBeGreaterThan(8_000)
  expect(Math.abs(correlation(imbalances, moves))).toBeLessThan(4 / Math.sqrt(moves.length))
})

test('a daily bar has the open, extremes and close of its quotes', () => {
  const day = world.momentAt(at(0))
  const close = world.closeOf(day.index)
  for (const symbol of SYMBOLS.slice(1)) {
    const security = securityOf(world, symbol)!
    const quoted: number[] = []
    for (let step = 0; step < day.minutes * 2; step++) {
      quoted.push(securityPrice(world, security, { ...day, minute: step >> 1, second: 30 * (step % 2) }))
    }
    quoted.push(securityClose(world, security, day.index))
    const range = securityRange(world, security, close)
    expect(range.open).toBeCloseTo(quoted[0]!, 9)
    expect(range.high).toBeCloseTo(Math.max(...quoted), 6)
    expect(range.low).toBeCloseTo(Math.min(...quoted), 6)
    expect(range.close).toBe(quoted.at(-1))
    const listed = listingOf(world, symbol, day.day)!
    const reply = chart(world, listed, close, at(-60), at(30_000))
    const bar = JSON.parse(String(reply.body)).chart.result[0].indicators.quote[0]
    const cents = (value: number) => Math.round(value * 100) / 100
    expect([bar.open, bar.high, bar.low, bar.close].map(([value]: number[]) => value)).toEqual(
      [range.open, range.high, range.low, range.close].map(cents),
    )
  }
})

test('after the close the last trade moves towards the next open, and does not return to the close', () => {
  const bell = Date.parse('2026-11-20T21:00:00Z')
  const monday = new Date('2026-11-23T14:30:00Z')
  const later = [1, 60, 120, 180, 240].map((minutes) => schwab('SPY', new Date(bell + minutes * 60_000)).last)
  expect(new Set(later).size).toBeGreaterThan(3)
  expect(schwab('SPY', new Date('2026-11-22T15:00:00Z')).last).toBe(later.at(-1))
  expect(schwab('SPY', monday).last).not.toBe(later.at(-1))
})
