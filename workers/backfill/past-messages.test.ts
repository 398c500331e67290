import { expect, test } from 'vitest'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { closingQuotesRequest } from './past-messages.ts'

test.each([
  ['before the open', '2026-11-23', '08:00', '2026-11-20', '16:35'],
  ['at a weekend', '2026-11-21', '12:00', '2026-11-20', '16:35'],
  ['before the close is shown', '2026-11-20', '16:34', '2026-11-19', '16:35'],
  ['when the close is shown', '2026-11-20', '16:35', '2026-11-20', '16:35'],
  ['after a half-day', '2026-11-27', '14:00', '2026-11-27', '13:35'],
])('a service that begins %s fetches the newest closing quotes', (_, day, time, session, fetched) => {
  const { occurredAt, payload } = closingQuotesRequest(instantAt(tradingDay(day), time))
  expect(payload).toMatchObject({ source: 'market', slot: `closing:${session}`, mode: 'latest', origin: 'backfill' })
  expect(occurredAt).toEqual(instantAt(tradingDay(session), fetched))
})
