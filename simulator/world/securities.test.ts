import { expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { FUNDS } from './funds.ts'
import { levelsAt } from './levels.ts'
import { MEMBERS } from './members.ts'
import { correlation } from './moments.ts'
import { securityOf } from './securities.ts'
import { securityClose, securityPrice, securityRange, securityVolume } from './security.ts'
import { createWorld } from './world.ts'

const world = createWorld(1316)
const LAST = world.indexOf(tradingDay('2026-11-20'))
const SYMBOLS = [...MEMBERS.map(({ symbol }) => symbol.replace('/', '-')), ...FUNDS.map(({ symbol }) => symbol)]
const of = (symbol: string, where = world) => securityOf(where, symbol)!

test.each([1316, 7, 42])('in world %s every security costs between half a dollar and 20,000, and is traded', (seed) => {
  const other = createWorld(seed)
  for (const day of ['2008-11-20', '2020-03-20', '2026-11-20', '2031-06-02']) {
    const close = other.closeOf(other.indexOf(tradingDay(day)))
    for (const symbol of SYMBOLS) {
      const price = securityClose(other, of(symbol, other), close.index)
      expect(price > 0.5 && price < 20_000, `${symbol} at ${price} on ${day}`).toBe(true)
      const volume = securityVolume(other, of(symbol, other), close)
      if (symbol !== 'DX-Y.NYB') expect(volume > 5e4 && volume < 1e9, `${volume} of ${symbol} on ${day}`).toBe(true)
    }
  }
})

/** Some years of daily log returns. */
const returnsOf = (log: (index: number) => number): number[] =>
  Array.from({ length: 1_500 }, (_, back) => log(LAST - back) - log(LAST - back - 1))
const returns = (symbol: string) => returnsOf((index) => Math.log(securityClose(world, of(symbol), index)))
const index = returnsOf((at) => world.daily(at).equity.logSpx)
const deviation = (values: readonly number[]) => Math.hypot(...values) / Math.sqrt(values.length)

test.each([
  ['IVV', 0.999, 1, 1],
  ['VOO', 0.999, 1, 1],
  ['VTI', 0.99, 1, 1.02],
  ['RSP', 0.93, 0.98, 1],
  ['DIA', 0.9, 0.98, 0.95],
  ['QQQ', 0.9, 0.98, 1.2],
  ['IWM', 0.83, 0.95, 1.3],
  ['SMH', 0.75, 0.92, 1.9],
  ['EFA', 0.75, 0.92, 0.97],
  ['EEM', 0.65, 0.88, 1.2],
  ['LQD', 0, 0.6, 0.5],
  ['GLD', -0.3, 0.3, 1],
  ['SLV', -0.1, 0.4, 1.7],
  ['IEF', -0.4, 0.3, 0.4],
])('%s correlates with the index by %d to %d, and moves about %d times as much', (symbol, low, high, ratio) => {
  const own = returns(symbol)
  expect(correlation(own, index)).toBeGreaterThan(low)
  expect(correlation(own, index)).toBeLessThanOrEqual(high)
  expect(deviation(own) / deviation(index)).toBeGreaterThan(0.75 * ratio)
  expect(deviation(own) / deviation(index)).toBeLessThan(1.25 * ratio)
})

test.each([
  ['GLD', 'SLV', 0.5, 0.9],
  ['GLD', 'UUP', -0.5, -0.1],
  ['IEF', 'TLT', 0.9, 1],
  ['LQD', 'IEF', 0.5, 0.98],
  ['QQQ', 'XLK', 0.9, 1],
  ['SMH', 'XLK', 0.75, 0.95],
  ['EFA', 'UUP', -0.6, -0.2],
])('%s and %s correlate by %d to %d', (one, other, low, high) => {
  const together = correlation(returns(one), returns(other))
  expect(together).toBeGreaterThan(low)
  expect(together).toBeLessThan(high)
})

test('within a session a fund of the index is at the index, and every price is inside its range so far', () => {
  const moment = world.momentAt(new Date('2026-11-20T14:30:00Z'))
  const basis = securityClose(world, of('IVV'), LAST) / levelsAt(world, world.closeOf(LAST)).spx
  let before = { high: 0, low: Number.POSITIVE_INFINITY }
  for (let minute = 0; minute <= moment.minutes; minute += 30) {
    const at = { ...moment, minute }
    expect(securityPrice(world, of('IVV'), at) / levelsAt(world, at).spx / basis).toBeCloseTo(1, 3)
    const range = securityRange(world, of('QQQ'), at)
    expect(range.close).toBe(securityPrice(world, of('QQQ'), at))
    expect(range.high).toBeGreaterThanOrEqual(Math.max(range.close, range.open, before.high))
    expect(range.low).toBeLessThanOrEqual(Math.min(range.close, range.open, before.low))
    before = range
  }
  const closed = world.closeOf(LAST)
  expect(securityPrice(world, of('QQQ'), closed)).toBeCloseTo(securityClose(world, of('QQQ'), LAST), 9)
})
