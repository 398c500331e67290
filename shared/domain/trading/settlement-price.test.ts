import { expect, test } from 'vitest'
import { instantAt } from '../../time/eastern.ts'
import { tradingDay } from '../../time/trading-day.ts'
import type { MarketQuote } from '../market/market-quote.ts'
import { type PriceFacts, settlementPrice } from './settlement-price.ts'

const at = (day: string, time: string) => instantAt(tradingDay(day), time)
const seconds = (instant: Date, more: number) => new Date(instant.getTime() + more * 1_000)
const CLOSE = at('2026-11-20', '16:00')
const quote = (quotedAt: Date, delaySeconds = 0): MarketQuote => ({
  symbol: 'SPY',
  price: 671.25,
  bid: 671.2,
  ask: 671.3,
  bidSize: 100,
  askSize: 100,
  volume: 1,
  previousClose: 668.5,
  quotedAt,
  source: 'schwab',
  delaySeconds,
})
const beside = (regular: Date, quotedAt: Date): MarketQuote => ({
  ...quote(quotedAt),
  regular: { price: 670.75, at: regular },
})
const from = (expiration: string, facts: Partial<PriceFacts>, now: Date) =>
  settlementPrice(tradingDay(expiration), { close: null, quote: null, ...facts }, now)

test.each<[string, string, Partial<PriceFacts>, Date, [number, string] | null]>([
  [
    'a quote at the close',
    '2026-11-20',
    { quote: quote(at('2026-11-20', '16:00')) },
    at('2026-11-20', '16:20'),
    [671.25, 'quote schwab'],
  ],
  [
    'a quote at the 13:00 close of a half-day',
    '2026-11-27',
    { quote: quote(at('2026-11-27', '13:00')) },
    at('2026-11-27', '13:20'),
    [671.25, 'quote schwab'],
  ],
  [
    'a quote at the close from a delayed feed, a quarter of an hour later',
    '2026-11-20',
    { quote: quote(at('2026-11-20', '16:00'), 900) },
    at('2026-11-20', '16:15'),
    [671.25, 'quote schwab'],
  ],
  [
    'a quote from a delayed feed before that is none',
    '2026-11-20',
    { quote: quote(at('2026-11-20', '15:50'), 900) },
    at('2026-11-20', '16:14'),
    null,
  ],
  [
    'a bar of the day is none before the close',
    '2026-11-20',
    { close: { price: 671, source: 'yahoo' } },
    seconds(CLOSE, -1),
    null,
  ],
  ['a bar of the day', '2026-11-20', { close: { price: 671, source: 'yahoo' } }, CLOSE, [671, 'bar yahoo']],
  [
    'a quote before the close is none',
    '2026-11-20',
    { quote: quote(at('2026-11-20', '15:59')) },
    at('2026-11-20', '15:59'),
    null,
  ],
  [
    'a quote after hours is none',
    '2026-11-20',
    { quote: quote(at('2026-11-20', '16:05')) },
    at('2026-11-20', '16:20'),
    null,
  ],
  [
    'the last regular trade, also with a newer quote after hours',
    '2026-11-20',
    { quote: beside(at('2026-11-20', '16:00'), at('2026-11-20', '16:20')) },
    at('2026-11-20', '16:20'),
    [670.75, 'regular trade schwab'],
  ],
  [
    'the last regular trade on the next day before the open',
    '2026-11-20',
    { quote: beside(at('2026-11-20', '16:00'), at('2026-11-20', '19:59')) },
    at('2026-11-23', '08:30'),
    [670.75, 'regular trade schwab'],
  ],
  [
    'the regular trade of a delayed auction',
    '2026-11-20',
    { quote: beside(at('2026-11-20', '16:10'), at('2026-11-20', '16:20')) },
    at('2026-11-20', '16:20'),
    [670.75, 'regular trade schwab'],
  ],
  [
    'a regular trade of the morning is none, even with a quote at the close',
    '2026-11-20',
    { quote: beside(at('2026-11-20', '11:00'), at('2026-11-20', '16:00')) },
    at('2026-11-20', '16:20'),
    null,
  ],
  [
    'a regular trade of another session is none',
    '2026-11-20',
    { quote: beside(at('2026-11-24', '16:00'), at('2026-11-24', '16:20')) },
    at('2026-11-24', '16:20'),
    null,
  ],
  [
    'a quote of the morning is none',
    '2026-11-20',
    { quote: quote(at('2026-11-20', '11:00')) },
    at('2026-11-20', '16:20'),
    null,
  ],
  [
    'the daily bar has priority',
    '2026-11-20',
    { close: { price: 671, source: 'breadth' }, quote: quote(at('2026-11-20', '16:00')) },
    at('2026-11-20', '18:00'),
    [671, 'bar breadth'],
  ],
  [
    'the previous close in a quote of the next session',
    '2026-11-20',
    { quote: quote(at('2026-11-23', '09:50')) },
    at('2026-11-23', '09:50'),
    [668.5, 'previous close schwab'],
  ],
  [
    'the previous close in a quote of the session after that is none',
    '2026-11-20',
    { quote: quote(at('2026-11-24', '09:50')) },
    at('2026-11-24', '09:50'),
    null,
  ],
  [
    'an expiration on a day without a session takes the session before',
    '2026-11-21',
    { quote: quote(at('2026-11-20', '16:00')) },
    at('2026-11-20', '16:20'),
    [671.25, 'quote schwab'],
  ],
  ['no source gives no price', '2026-11-20', {}, at('2026-11-20', '18:00'), null],
])('settlement price: %s', (_name, expiration, facts, now, expected) => {
  const found = from(expiration, facts, now)
  expect(found && [found.priceE4 / 10_000, found.source]).toEqual(expected)
})

test.each<[string, number, number, boolean]>([
  ['regular trade', -15 * 60, 20 * 60, true],
  ['regular trade', -15 * 60 - 1, 20 * 60, false],
  ['regular trade', 15 * 60, 20 * 60, true],
  ['regular trade', 15 * 60 + 1, 20 * 60, false],
  ['quote', -15 * 60, 20 * 60, true],
  ['quote', -15 * 60 - 1, 20 * 60, false],
  ['quote', 60, 20 * 60, true],
  ['quote', 61, 20 * 60, false],
  ['quote', 0, 0, true],
  ['quote', 0, -1, false],
])('a %s %i s from the close, seen %i s after it, is the close: %s', (kind, traded, seen, isClose) => {
  const when = seconds(CLOSE, traded)
  const facts = { quote: kind === 'quote' ? quote(when) : beside(when, seconds(CLOSE, seen)) }
  expect(from('2026-11-20', facts, seconds(CLOSE, seen)) !== null).toBe(isClose)
})

test.each<[string, number, boolean]>([
  ['09:30', -1, false],
  ['09:30', 0, true],
  ['16:00', -1, true],
  ['16:00', 0, false],
])('a quote of the next session at %s and %i s tells the close before it: %s', (time, more, tells) => {
  const when = seconds(at('2026-11-23', time), more)
  expect(from('2026-11-20', { quote: quote(when) }, when)?.source === 'previous close schwab').toBe(tells)
})
