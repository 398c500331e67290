import { expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { ohlcUpTo } from './intraday.ts'
import { levelsAt, rangeAt, spyVolume } from './levels.ts'
import { sessionClock } from './session-clock.ts'
import { createWorld } from './world.ts'

const world = createWorld(2)
const last = world.indexOf(tradingDay('2026-11-20'))

test('in every daily bar of every index the low is lowest and the high is highest', () => {
  for (const series of ['spx', 'vix', 'vix9d', 'vix3m'] as const) {
    for (let index = 0; index <= last; index++) {
      const { open, high, low, close } = world.ohlc(index, series)
      expect(low).toBeLessThanOrEqual(Math.min(open, close))
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close))
    }
  }
})

test('the close of a bar equals the daily path to the digit', () => {
  for (let index = 0; index <= last; index += 50) {
    const { volatility, equity } = world.daily(index)
    expect(world.ohlc(index, 'vix').close.toFixed(2)).toBe(volatility.vix.toFixed(2))
    expect(world.ohlc(index, 'spx').close.toFixed(2)).toBe(Math.exp(equity.logSpx).toFixed(2))
  }
})

test('the range so far only widens and ends as the bar of the day', () => {
  const { vix } = world.intraday(last).curves()
  let before = ohlcUpTo(vix, 0)
  for (let minute = 1; minute < vix.length; minute++) {
    const now = ohlcUpTo(vix, minute)
    expect(now.high).toBeGreaterThanOrEqual(before.high)
    expect(now.low).toBeLessThanOrEqual(before.low)
    before = now
  }
  expect(before).toEqual(world.ohlc(last, 'vix'))
})

test('volume grows through the day, fastest at both ends', () => {
  const at = (minute: number) => spyVolume(world, { ...world.momentAt(new Date('2026-11-20T21:00:00Z')), minute })
  expect(at(0)).toBe(0)
  const first = at(30) - at(0)
  const middle = at(210) - at(180)
  const end = at(390) - at(360)
  expect(first).toBeGreaterThan(middle * 1.5)
  expect(end).toBeGreaterThan(middle * 1.5)
  expect(sessionClock(210).elapsed.at(-1)).toBeCloseTo(1, 12)
})

test('SPY is a tenth of the index and inside its own range', () => {
  for (const at of ['2026-11-20T14:30:00Z', '2026-11-20T17:00:00Z', '2026-11-21T17:00:00Z']) {
    const moment = world.momentAt(new Date(at))
    const { spx, spy } = levelsAt(world, moment)
    expect(Math.abs(spy / (spx / 10) - 1)).toBeLessThan(0.002)
    const { high, low } = rangeAt(world, moment, 'spy')
    expect(spy).toBeLessThanOrEqual(high + 1e-9)
    expect(spy).toBeGreaterThanOrEqual(low - 1e-9)
  }
})
