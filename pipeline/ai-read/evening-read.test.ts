import { expect, test } from 'vitest'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { EveningInputs } from '../risk/evening.ts'
import { walkFalls } from '../risk/falls.ts'
import { closesAndVix } from '../risk/state-history.ts'
import { riskTrend, TREND_REACH } from '../risk/trend.ts'
import { ratesBefore } from './evening-read.ts'

const DAYS = sessionsBetween(tradingDay('2020-01-02'), tradingDay('2024-06-28'))
const spy = DAYS.map((day, at) => ({ day, value: 400 + 40 * Math.sin(at / 30) + 15 * Math.sin(at / 7) }))
const vix = DAYS.map((day, at) => ({ day, value: 18 + 6 * Math.cos(at / 25) }))
const series = (length: number) =>
  ({ spy_close: spy.slice(0, length), vix_close: vix.slice(0, length) }) as unknown as EveningInputs['series']

test.each([300, 600, DAYS.length])('after %i sessions the trend is that of all rates that were stated', (length) => {
  const { readings } = walkFalls(closesAndVix(series(length)))
  const all = readings.map((reading) => reading?.rate ?? null)
  const before = ratesBefore({ series: series(length) })
  const rates = [...before, all.at(-1)!]
  expect(rates).toEqual(all.slice(-TREND_REACH - 1))
  expect(riskTrend(rates, rates.length - 1)).toEqual(riskTrend(all, all.length - 1))
})

test('the first session has no rates before it', () => {
  expect([ratesBefore({ series: series(0) }), ratesBefore({ series: series(1) })]).toEqual([[], []])
})
