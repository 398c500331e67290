import { expect, test } from 'vitest'
import type { Observation } from '../../shared/domain/market/observation.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { previousSession } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { market } from './market.ts'
import { NO_DATA } from './source.ts'

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

test('a slot of the morning that is caught up within the session fetches the official files', () => {
  const day = tradingDay('2026-11-20')
  const caughtUp = (slot: string, time: string) =>
    market.feeds({ at: instantAt(day, time), slotAt: instantAt(day, slot), day, mode: 'latest', fredApiKey: null })
  expect(caughtUp('09:00', '12:59')).toBe(OFFICIAL)
  expect(caughtUp('16:35', '16:40')).not.toBe(OFFICIAL)
  expect(caughtUp('16:35', '18:10')).toBe(OFFICIAL)
})

test('a history comes from the official files', () => {
  expect(feedsAt('2026-11-20', '12:00', 'history')).toBe(OFFICIAL)
})

const close = (series: SeriesId, day: string): Observation => ({ series, day: tradingDay(day), value: 600 })
const ALL = ['cboe-spy-quote', 'cboe-vix-quote', 'cboe-vix9d-quote', 'cboe-vix3m-quote', 'cboe-spx-quote']

/** The optional quotes that are requested after the files, by their ids. */
const quotesAfter = (mode: 'history' | 'latest', day: string, time: string) => (observations: Observation[]) => {
  const context = { at: instantAt(tradingDay(day), time), day: tradingDay(day), mode, fredApiKey: null }
  return market.follow!({ ...NO_DATA, observations }, context).map(({ id, required }) => {
    expect(required).toBe(false)
    return id
  })
}

test.each([
  ['before the open', '2026-11-23', '08:00', '2026-11-20'],
  ['at a weekend', '2026-11-21', '12:00', '2026-11-20'],
  ['before the close', '2026-11-20', '15:59:59', '2026-11-19'],
  ['after the close', '2026-11-20', '16:00', '2026-11-20'],
  ['after a half-day', '2026-11-27', '13:00', '2026-11-27'],
])('a history that is fetched %s takes the newest closes that its files lack from quotes', (_, day, time, newest) => {
  const follow = quotesAfter('history', day, time)
  expect(follow([close('spy_close', previousSession(tradingDay(newest)).day)])).toEqual(ALL)
  expect(follow([close('vix_close', newest), close('spx_close', newest)])).toEqual([ALL[0], ALL[2], ALL[3]])
})

test.each([
  ['2026-11-20', '17:30', '2026-11-20', []],
  ['2026-11-20', '18:30', '2026-11-20', [ALL[0], ALL[4]]],
  ['2026-11-27', '16:35', '2026-11-27', [ALL[0], ALL[4]]],
  ['2026-11-23', '09:00', '2026-11-20', [ALL[0], ALL[4]]],
] as const)('on %s at %s the closes of SPY and SPX that the files lack come from quotes', (day, time, newest, ids) => {
  const follow = quotesAfter('latest', day, time)
  expect(follow([])).toEqual(ids)
  expect(follow([close('spy_close', newest), close('spx_close', newest)])).toEqual([])
})
