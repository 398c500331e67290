import { expect, test } from 'vitest'
import { instantAt } from '../../time/eastern.ts'
import { tradingDay } from '../../time/trading-day.ts'
import type { MarketQuote } from '../market/market-quote.ts'
import { type PriceFacts, settlementPrice } from './settlement-price.ts'

const at = (day: string, time: string) => instantAt(tradingDay(day), time)
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
    'the quote of the bell',
    '2026-11-20',
    { quote: quote(at('2026-11-20', '16:00')) },
    at('2026-11-20', '16:20'),
    [671.25, 'quote schwab'],
  ],
  [
    'of a half-day at 13:00',
    '2026-11-27',
    { quote: quote(at('2026-11-27', '13:00')) },
    at('2026-11-27', '13:20'),
    [671.25, 'quote schwab'],
  ],
  [
    'a delayed feed has the bell a quarter of an hour later',
    '2026-11-20',
    { quote: quote(at('2026-11-20', '16:00'), 900) },
    at('2026-11-20', '16:15'),
    [671.25, 'quote schwab'],
  ],
  ['and not before', '2026-11-20', { quote: quote(at('2026-11-20', '15:50'), 900) }, at('2026-11-20', '16:14'), null],
  [
    'before the bell nobody knows',
    '2026-11-20',
    { quote: quote(at('2026-11-20', '15:59')) },
    at('2026-11-20', '15:59'),
    null,
  ],
  [
    'a price after hours is none',
    '2026-11-20',
    { quote: quote(at('2026-11-20', '16:05')) },
    at('2026-11-20', '16:20'),
    null,
  ],
  [
    'the last trade of regular hours, whatever is paid after them',
    '2026-11-20',
    { quote: beside(at('2026-11-20', '16:00'), at('2026-11-20', '16:20')) },
    at('2026-11-20', '16:20'),
    [670.75, 'regular trade schwab'],
  ],
  [
    'also on the next day, before anybody trades',
    '2026-11-20',
    { quote: beside(at('2026-11-20', '16:00'), at('2026-11-20', '19:59')) },
    at('2026-11-23', '08:30'),
    [670.75, 'regular trade schwab'],
  ],
  [
    'of an auction that was held up',
    '2026-11-20',
    { quote: beside(at('2026-11-20', '16:10'), at('2026-11-20', '16:20')) },
    at('2026-11-20', '16:20'),
    [670.75, 'regular trade schwab'],
  ],
  [
    'one of the morning is none, though somebody traded at the bell',
    '2026-11-20',
    { quote: beside(at('2026-11-20', '11:00'), at('2026-11-20', '16:00')) },
    at('2026-11-20', '16:20'),
    null,
  ],
  [
    'nor is one of another session',
    '2026-11-20',
    { quote: beside(at('2026-11-24', '16:00'), at('2026-11-24', '16:20')) },
    at('2026-11-24', '16:20'),
    null,
  ],
  [
    'a last trade of the morning is none',
    '2026-11-20',
    { quote: quote(at('2026-11-20', '11:00')) },
    at('2026-11-20', '16:20'),
    null,
  ],
  [
    'the bar comes first',
    '2026-11-20',
    { close: { price: 671, source: 'breadth' }, quote: quote(at('2026-11-20', '16:00')) },
    at('2026-11-20', '18:00'),
    [671, 'bar breadth'],
  ],
  [
    'the next session still says what the close was',
    '2026-11-20',
    { quote: quote(at('2026-11-23', '09:50')) },
    at('2026-11-23', '09:50'),
    [668.5, 'previous close schwab'],
  ],
  [
    'the one after it does not',
    '2026-11-20',
    { quote: quote(at('2026-11-24', '09:50')) },
    at('2026-11-24', '09:50'),
    null,
  ],
  [
    'an expiration on a day without a session ends with the one before',
    '2026-11-21',
    { quote: quote(at('2026-11-20', '16:00')) },
    at('2026-11-20', '16:20'),
    [671.25, 'quote schwab'],
  ],
  ['nobody knows: nothing', '2026-11-20', {}, at('2026-11-20', '18:00'), null],
])('%s', (_name, expiration, facts, now, expected) => {
  const found = from(expiration, facts, now)
  expect(found && [found.priceE4 / 10_000, found.source]).toEqual(expected)
})
