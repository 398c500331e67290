import { expect, test } from 'vitest'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { fedfunds } from './fedfunds.ts'

test('the contracts of fourteen months are fetched from the month of the day on, and the first two are needed', () => {
  const day = tradingDay('2026-11-20')
  const feeds = fedfunds.feeds({ at: instantAt(day, '08:50'), day, mode: 'latest', fredApiKey: null })
  expect(feeds).toHaveLength(14)
  expect(feeds.map(({ required }) => required)).toEqual([true, true, ...Array<boolean>(12).fill(false)])
  // The month codes of the exchange, from November 2026 to December 2027.
  const codes = feeds.map(({ id }) => id.slice('yahoo-zq'.length, -'-cbt'.length))
  expect(codes.join(' ')).toBe('x26 z26 f27 g27 h27 j27 k27 m27 n27 q27 u27 v27 x27 z27')
})
