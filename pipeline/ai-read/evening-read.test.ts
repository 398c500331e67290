import { expect, test } from 'vitest'
import { nextSession, sessionsBetween } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import type { EveningInputs } from '../risk/evening.ts'
import { walkFalls } from '../risk/falls.ts'
import { closesAndVix } from '../risk/state-history.ts'
import { riskTrend, TREND_REACH } from '../risk/trend.ts'
import { eveningRead, ratesBefore } from './evening-read.ts'
import { CLASS_MOVES } from './magnitude.ts'

const DAYS = sessionsBetween(tradingDay('2020-01-02'), tradingDay('2024-06-28'))
const knownAt = (day: TradingDay) => instantAt(day, '16:30')
const spy = DAYS.map((day, at) => ({
  day,
  knownAt: knownAt(day),
  value: 400 + 40 * Math.sin(at / 30) + 15 * Math.sin(at / 7),
}))
const vix = DAYS.map((day, at) => ({ day, knownAt: knownAt(day), value: 18 + 6 * Math.cos(at / 25) }))
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

/** The read of an evening after so many sessions. */
function readAfter(length: number, day: TradingDay = DAYS[length - 1]!) {
  const inputs = { day, cutoff: instantAt(day, '20:00'), series: series(length) } as unknown as EveningInputs
  return eveningRead(inputs, [])
}

test('an evening whose session has no close of SPY states neither a risk nor a size', () => {
  const [read, late] = [readAfter(600), readAfter(600, nextSession(DAYS[599]!).day)]
  expect(read.risk).toMatchObject({ band: expect.any(String), rate: expect.any(Number) })
  expect(read.magnitude).toMatchObject({ class: expect.any(String), reason: null })
  expect(late.risk).toEqual({
    band: null,
    rate: null,
    base_rate: null,
    sentence: 'No close of SPY of the day is known.',
    trend: null,
  })
  expect(late.magnitude).toMatchObject({ class: null, reason: 'no close of SPY of the day is known' })
})

test('the sizes are the thirds of the last year of moves, and unknown while one move is missing', () => {
  expect(readAfter(CLASS_MOVES).edges).toBeNull()
  const { edges } = readAfter(CLASS_MOVES + 1)
  const closes = spy.slice(0, CLASS_MOVES + 1).map(({ value }) => value)
  const moves = closes.slice(1).map((close, at) => Math.abs(close / closes[at]! - 1))
  const below = (edge: number) => moves.filter((move) => move < edge).length
  expect([below(edges!.normal), below(edges!.big)]).toEqual([CLASS_MOVES / 3, (2 * CLASS_MOVES) / 3])
})

test('the evening states the VIX of its own session', () => {
  const last = vix[599]!.value
  expect(readAfter(600).vix).toBeCloseTo(last, 2)
  expect(readAfter(600).vix).not.toBeCloseTo(vix[598]!.value, 2)
})
