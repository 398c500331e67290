import { describe, expect, test } from 'vitest'
import { addSessions } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { type NameCloses, placesOf } from './states.ts'

const START = tradingDay('2025-01-02')
const DAYS = Array.from({ length: 320 }, (_, at) => addSessions(START, at).day)

const nameOf = (ticker: string, closes: readonly number[], from = 0): NameCloses => ({
  ticker,
  days: DAYS.slice(from, from + closes.length),
  closes,
})
const flat = (length: number, close = 100): number[] => Array.from({ length }, () => close)
const lastOf = (...closes: readonly number[]) => placesOf([nameOf('AAA', closes)]).at(-1)!

test('the first session with fifty closes is the first that has a place', () => {
  expect(placesOf([nameOf('AAA', flat(49))])).toEqual([])
  expect(placesOf([nameOf('AAA', flat(51))]).map(({ at, day }) => [at, day])).toEqual([
    [49, DAYS[49]],
    [50, DAYS[50]],
  ])
})

describe('the measures of a session', () => {
  test('the trend is the close against the average of the newest fifty, itself included', () => {
    // The average of 49 closes of 100 and one of 101 is 100.02; an older close of 1,000 is not in it.
    expect(lastOf(1_000, ...flat(49), 101)).toMatchObject({ isAbove: true, state: { trend: 'above' } })
    expect(lastOf(...flat(49), 99)).toMatchObject({ isAbove: false, state: { trend: 'below' } })
    expect(lastOf(...flat(50)).isAbove).toBe(false)
  })

  test('the momentum is the change over twenty-one sessions', () => {
    expect(lastOf(...flat(28), 50, ...flat(20), 125).change21).toBe(1.5)
  })

  test('by hand: the volatility is the sample deviation of twenty-one moves of the logarithm', () => {
    // 11 moves up and 10 down by 0.01: their mean is 0.01 / 21, their variance (21 - 1 / 21) × 0.0001 / 20.
    const closes = Array.from({ length: 22 }, (_, at) => 100 * Math.exp(at % 2 === 0 ? 0 : 0.01))
    const hand = Math.sqrt(((21 - 1 / 21) * 0.0001) / 20)
    expect(lastOf(...flat(28, 1_000), ...closes).volatility21).toBeCloseTo(hand, 12)
    expect(hand).toBeCloseTo(0.010235, 6)
  })

  test('a price that grows by the same share every session has no volatility', () => {
    expect(lastOf(...Array.from({ length: 60 }, (_, at) => 100 * 1.02 ** at)).volatility21).toBeCloseTo(0, 6)
  })

  test('the drawdown is from the highest of the newest 252 closes, itself included', () => {
    expect(lastOf(200, ...flat(250), 150).fromHigh).toBe(-0.25)
    expect(lastOf(200, ...flat(251), 150).fromHigh).toBe(0)
    expect(lastOf(...flat(49), 150).fromHigh).toBe(0)
  })
})

describe('a drawdown is', () => {
  test.each([
    [100, 'shallow'],
    [95.1, 'shallow'],
    [95, 'middle'],
    [90, 'middle'],
    [85.1, 'middle'],
    [84.9, 'deep'],
    [40, 'deep'],
  ] as const)('at %f of a high of 100 %s', (close, drawdown) => {
    expect(lastOf(...flat(59), close).state.drawdown).toBe(drawdown)
  })
})

describe('a third is computed among the names of the same session', () => {
  /** Names whose last close alone differs, so that their changes are 0 to 6 percent. */
  const names = (changes: readonly number[]) =>
    changes.map((change, at) => nameOf(`N${at}`, [...flat(49), 100 + change]))

  test.each([
    // A third of seven changes lies at the third, and two thirds at the fifth; between changes it is linear.
    [
      [0, 1, 2, 3, 4, 5, 6],
      ['low', 'low', 'middle', 'middle', 'middle', 'high', 'high'],
    ],
    // With three changes they lie two thirds of the way to the second and a third of the way beyond it.
    [
      [5, 0, 9],
      ['middle', 'low', 'high'],
    ],
    // With two changes they lie a third and two thirds of the way between them.
    [
      [0, 1],
      ['low', 'high'],
    ],
    [
      [4, 4, 4],
      ['middle', 'middle', 'middle'],
    ],
    [[4], ['middle']],
  ])('of the changes %j', (changes, thirds) => {
    const places = placesOf(names(changes))
    expect(places.map(({ state }) => state.momentum)).toEqual(thirds)
    // The one large move of each is its volatility too.
    expect(places.map(({ state }) => state.volatility)).toEqual(thirds)
  })

  test('and falls are as volatile as rises', () => {
    const places = placesOf(names([-9, 0, 5]))
    expect(places.map(({ state }) => [state.momentum, state.volatility])).toEqual([
      ['low', 'high'],
      ['middle', 'low'],
      ['high', 'middle'],
    ])
  })

  test('and not among those of other sessions', () => {
    const early = [nameOf('AAA', [...flat(49), 101]), nameOf('BBB', [...flat(49), 102])]
    const late = [nameOf('CCC', [...flat(49), 150], 100), nameOf('DDD', [...flat(49), 160], 100)]
    const momenta = placesOf([...early, ...late]).map(({ ticker, state }) => [ticker, state.momentum])
    expect(Object.fromEntries(momenta)).toEqual({ AAA: 'low', BBB: 'high', CCC: 'low', DDD: 'high' })
  })
})
