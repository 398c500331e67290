import { expect, test } from 'vitest'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { prints } from './prints.ts'

const context = (day: string, time: string) => ({
  at: instantAt(tradingDay(day), time),
  day: tradingDay(day),
  mode: 'latest' as const,
  fredApiKey: null,
})

test.each([
  ['from the open in the first fetch of a session', '2026-11-20', '10:00', null, '2026-11-20T14:30:00.000Z'],
  [
    'from three minutes before the newest print',
    '2026-11-20',
    '10:00',
    '2026-11-20T14:55:00Z',
    '2026-11-20T14:52:00.000Z',
  ],
  ['never from before the open', '2026-11-20', '09:35', '2026-11-19T20:59:00Z', '2026-11-20T14:30:00.000Z'],
  ['from a day back where there is no session', '2026-11-21', '12:00', null, '2026-11-20T17:00:00.000Z'],
])('prints are fetched %s', (_, day, time, newest, since) => {
  const all = { ...context(day, time), printsSince: newest === null ? null : new Date(newest) }
  expect(prints.feeds(all).map((feed) => feed.request(all).query?.newer_than)).toEqual([since])
})

test('a history fetches no prints', () => {
  expect(prints.feeds({ ...context('2026-11-20', '10:00'), mode: 'history' })).toEqual([])
})
