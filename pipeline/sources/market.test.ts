import { expect, test } from 'vitest'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { market } from './market.ts'

const feedsAt = (day: string, time: string, mode: 'latest' | 'history' = 'latest') => {
  const context = { at: instantAt(tradingDay(day), time), day: tradingDay(day), mode, fredApiKey: null }
  return market.feeds(context)
}
const OFFICIAL = feedsAt('2026-11-20', '20:00')

test.each([
  ['2026-11-20', '09:29:59', false],
  ['2026-11-20', '09:30', true],
  ['2026-11-20', '17:30', true],
  ['2026-11-20', '17:30:01', false],
  ['2026-11-27', '14:30', true],
  ['2026-11-27', '14:30:01', false],
  ['2026-11-26', '12:00', false],
])('on %s at %s quotes are fetched instead of the official files: %s', (day, time, areQuotes) => {
  expect(feedsAt(day, time) !== OFFICIAL).toBe(areQuotes)
})

test('a history never comes from quotes', () => {
  expect(feedsAt('2026-11-20', '12:00', 'history')).toBe(OFFICIAL)
})
