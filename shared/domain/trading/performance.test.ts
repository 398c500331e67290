import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addSessions } from '../../time/calendar.ts'
import { tradingDay } from '../../time/trading-day.ts'
import { dailyReturns } from './daily-returns.ts'
import type { EquityPoint, Opening } from './equity-point.ts'
import { growthOf } from './growth.ts'
import { againstSpy, dayStatistics, maximumDrawdown } from './performance.ts'

const MONDAY = tradingDay('2026-11-02')
const OPENING: Opening = { at: new Date('2026-11-02T15:00:00Z'), equityE4: 1_000_000, spyE4: null }
/** Closes of the exchange from the day of the opening on, with its holidays and half-days. */
const closeAt = (index: number): Date => addSessions(MONDAY, index).close

type Given = number | null | { equity: number | null; flow?: number; spy?: number | null }
const points = (...given: Given[]): EquityPoint[] =>
  given.map((each, index) => {
    const { equity, flow = 0, spy = null } = each !== null && typeof each === 'object' ? each : { equity: each }
    return { at: closeAt(index), equityE4: equity, flowE4: flow, spyE4: spy, isClose: true }
  })
const through = (...given: Given[]): number => growthOf(OPENING, points(...given)).at(-1)!.growth

describe('growth', () => {
  test.each<[string, Given[], number]>([
    ['a value that stays the same', [1_000_000], 1],
    ['up a tenth, then down a tenth', [1_100_000, 990_000], 0.99],
    ['an unknown value that makes the stretch longer', [1_100_000, null, 990_000], 0.99],
    ['a deposit, which is no gain', [{ equity: 1_500_000, flow: 500_000 }], 1],
    ['a deposit while the value is unknown', [{ equity: null, flow: 500_000 }, 1_500_000], 1],
    [
      'a gain after a deposit, which counts on all of the money',
      [{ equity: 2_000_000, flow: 1_000_000 }, 2_200_000],
      1.1,
    ],
    ['a withdrawal, which is no loss', [{ equity: 400_000, flow: -600_000 }], 1],
    ['the loss of everything', [0], 0],
    ['money that comes after everything was lost', [0, 500_000], 0],
  ])('growth with %s', (_name, given, expected) => {
    expect(through(...given)).toBeCloseTo(expected, 12)
  })
})

describe('daily returns', () => {
  const days = (openedAt: Date, ...given: Given[]) => dailyReturns({ ...OPENING, at: openedAt }, points(...given))

  test.each<[string, number, number, number]>([
    ['before the close counts from the session before', -1, 2, 0],
    ['at the close counts from that close on', 0, 1, 0],
    ['after the close counts from that close on', 1, 1, 0],
  ])('an account opened %s', (_name, seconds, returns, gaps) => {
    const openedAt = new Date(closeAt(0).getTime() + seconds * 1_000)
    const given = seconds < 0 ? [1_000_000, 1_100_000] : [null, 1_100_000]
    const found = days(openedAt, ...given)
    expect([found.returns.length, found.gaps]).toEqual([returns, gaps])
    expect(found.returns.at(-1)).toMatchObject({ day: addSessions(MONDAY, 1).day, fraction: expect.closeTo(0.1, 12) })
  })

  test('sessions without a value are gaps, and so is the one that ends the stretch', () => {
    const found = days(OPENING.at, 1_100_000, null, null, 1_210_000, 1_331_000)
    expect(found.returns.map(({ day }) => day)).toEqual([0, 4].map((index) => addSessions(MONDAY, index).day))
    expect(found.gaps).toBe(3)
  })

  test('money that comes after everything was lost has no daily return', () => {
    const found = days(OPENING.at, { equity: 500_000, flow: 500_000 }, 550_000)
    expect(found).toMatchObject({ returns: [{ fraction: -1 }], gaps: 1 })
  })

  test('an account opened during a session has that session’s return from its opening on', () => {
    const opening = { ...OPENING, at: new Date('2026-11-03T15:00:00Z') }
    const found = dailyReturns(opening, points(null, 1_100_000))
    expect(found).toMatchObject({ returns: [{ day: '2026-11-03', fraction: expect.closeTo(0.1, 12) }], gaps: 0 })
  })

  test('an hourly value is not a close: the day’s return is that of its close', () => {
    const hour: EquityPoint = { ...points(1_300_000)[0]!, at: new Date('2026-11-02T16:00:00Z'), isClose: false }
    const found = dailyReturns(OPENING, [hour, ...points(1_100_000)])
    expect(found).toMatchObject({ returns: [{ fraction: expect.closeTo(0.1, 12) }], gaps: 0 })
  })

  test('sessions after everything was lost do not count as gaps', () => {
    expect(days(OPENING.at, 0, 0)).toMatchObject({ returns: [{ fraction: -1 }], gaps: 0 })
  })

  test('SPY is compared from close to close, and not where one of them is unknown', () => {
    const found = days(
      OPENING.at,
      { equity: 1_000_000, spy: 500 },
      { equity: 1_000_000, spy: 550 },
      { equity: 1_000_000, spy: null },
      { equity: 1_000_000, spy: 550 },
    )
    expect(found.returns.map(({ spy }) => spy)).toEqual([null, expect.closeTo(0.1, 12), null, null])
  })
})

describe('drawdown', () => {
  const at = (index: number) => closeAt(index)
  test.each<[string, Given[], number, Date | null, Date | null, Date | null]>([
    ['a path that only rises', [1_100_000, 1_200_000], 0, null, null, null],
    ['a fall from the opening without recovery', [900_000, 950_000], -0.1, OPENING.at, at(0), null],
    ['a fall with recovery', [1_200_000, 900_000, 1_200_000, 1_100_000], -0.25, at(0), at(1), at(2)],
    [
      'two falls, of which the deeper one is not over',
      [1_000_000, 950_000, 2_000_000, 1_000_000],
      -0.5,
      at(2),
      at(3),
      null,
    ],
    ['a fall from the last time at the peak', [1_100_000, 1_100_000, 990_000], -0.1, at(1), at(2), null],
  ])('drawdown of %s', (_name, given, fraction, peakAt, troughAt, recoveredAt) => {
    const found = maximumDrawdown(growthOf(OPENING, points(...given)))!
    expect(found.fraction).toBeCloseTo(fraction, 12)
    if (peakAt) expect(found).toMatchObject({ peakAt, troughAt, recoveredAt })
  })
})

test('a path that only rises has its opening as peak, trough and recovery, and no path has no drawdown', () => {
  expect(maximumDrawdown([])).toBeNull()
  expect(maximumDrawdown(growthOf(OPENING, points(1_100_000)))).toEqual({
    fraction: 0,
    peakAt: OPENING.at,
    troughAt: OPENING.at,
    recoveredAt: OPENING.at,
  })
})

test('of two falls of the same depth the first is named', () => {
  const found = maximumDrawdown(growthOf(OPENING, points(900_000, 1_000_000, 900_000)))
  expect(found).toMatchObject({ peakAt: OPENING.at, troughAt: closeAt(0), recoveredAt: closeAt(1) })
})

describe('daily statistics', () => {
  test('two returns have a volatility and one has none', () => {
    // 2 % and 0 % lie 1 % from their mean, so the variance of the sample is 0.0002.
    const two = dayStatistics(OPENING, points(1_020_000, 1_020_000))
    expect(two.volatility).toBeCloseTo(Math.sqrt(0.0002 * 252), 12)
    expect(dayStatistics(OPENING, points(1_020_000)).volatility).toBeNull()
  })

  test('the ratio of Sharpe is the annualised mean over the deviation, from twenty days on', () => {
    const given = Array.from({ length: 20 }, (_each, index) => 1_000_000 * 1.02 ** Math.ceil((index + 1) / 2))
    // Returns of 2 % and 0 % in turn have mean 0.01 and variance 20 x 0.0001 / 19.
    const found = dayStatistics(OPENING, points(...given))
    expect(found.sharpe).toBeCloseTo(Math.sqrt((19 / 20) * 252), 9)
    expect(dayStatistics(OPENING, points(...given.slice(0, 19))).sharpe).toBeNull()
  })

  test('an account that never moved has a volatility of 0 and no ratio, and of equal days the first is named', () => {
    const still = dayStatistics(OPENING, points(...Array.from({ length: 20 }, () => 1_000_000)))
    expect(still).toMatchObject({ days: 20, volatility: 0, sharpe: null })
    expect([still.best!.day, still.worst!.day]).toEqual([MONDAY, MONDAY])
  })

  test('beta is unknown while SPY never moved', () => {
    const flat = Array.from({ length: 22 }, (_each, index) => ({ equity: 1_000_000 + index, spy: 6_000_000 }))
    expect(dayStatistics(OPENING, points(...flat))).toMatchObject({ pairedDays: 21, beta: null })
  })

  test('the first return counts from the opening, each other from the previous close', () => {
    const found = dayStatistics(OPENING, points(1_010_000, 1_030_200, 999_294))
    expect(found).toMatchObject({ days: 3, gaps: 0, sharpe: null, beta: null, pairedDays: 0 })
    expect(found.best!.day).toBe('2026-11-03')
    expect(found.best!.fraction).toBeCloseTo(0.02, 12)
    expect(found.worst!.fraction).toBeCloseTo(-0.03, 12)
    // Returns of 1 %, 2 % and −3 % have mean 0 and variance 0.0014 / 2.
    expect(found.volatility).toBeCloseTo(Math.sqrt(0.0007) * Math.sqrt(252), 12)
  })

  test('a stretch over two sessions is not a daily return, and both sessions are gaps', () => {
    expect(dayStatistics(OPENING, points(1_010_000, null, 1_030_000, 1_040_000))).toMatchObject({ days: 2, gaps: 2 })
    const without = points(1_010_000, 0, 1_030_000).filter((_point, index) => index !== 1)
    expect(dayStatistics(OPENING, without)).toMatchObject({ days: 1, gaps: 2 })
  })

  test('an hourly point gives no daily return, but its deposits count', () => {
    const [first] = points({ equity: 1_000_000 })
    const hour: EquityPoint = {
      at: new Date('2026-11-02T16:00:00Z'),
      equityE4: 1_500_000,
      flowE4: 500_000,
      spyE4: null,
      isClose: false,
    }
    const found = dayStatistics(OPENING, [hour, { ...first!, equityE4: 1_500_000 }])
    expect(found).toMatchObject({ days: 1, best: { fraction: 0 } })
  })

  test('an account opened after the close has no return that day', () => {
    const late = { ...OPENING, at: new Date('2026-11-02T21:30:00Z') }
    expect(dayStatistics(late, points(1_000_000, 1_010_000))).toMatchObject({ days: 1, gaps: 0 })
  })

  test('ratios are null below twenty days, and beta is the slope', () => {
    const moves = Array.from({ length: 21 }, (_each, index) => (index % 3 === 0 ? 0.02 : -0.005))
    let spy = 6_000_000
    let own = 1_000_000
    const given = moves.map((move) => {
      spy *= 1 + move
      own *= 1 + 2 * move
      return { equity: own, spy }
    })
    const all = dayStatistics(OPENING, points(...given))
    expect(all).toMatchObject({ days: 21, pairedDays: 20 })
    expect(all.beta).toBeCloseTo(2, 9)
    expect(all.sharpe).not.toBeNull()
    const few = dayStatistics(OPENING, points(...given.slice(0, 19)))
    expect(few).toMatchObject({ days: 19, sharpe: null, beta: null })
    const known = dayStatistics({ ...OPENING, spyE4: 6_000_000 }, points(...given.slice(0, 20)))
    expect(known).toMatchObject({ days: 20, pairedDays: 20, beta: expect.closeTo(2, 9) })
  })
})

test('the comparison with SPY covers the same instants', () => {
  const found = againstSpy(
    OPENING,
    points(
      { equity: 1_100_000 },
      { equity: 1_100_000, spy: 500 },
      { equity: null, spy: 900 },
      { equity: 1_210_000, spy: 525 },
    ),
  )!
  expect(found).toMatchObject({ from: closeAt(1), through: closeAt(3) })
  expect(found.own).toBeCloseTo(0.1, 12)
  expect(found.spy).toBeCloseTo(0.05, 12)
  expect(againstSpy(OPENING, points({ equity: 1_100_000, spy: 500 }))).toBeNull()
})

test('the comparison with SPY ends at the last instant with both, and needs money at its beginning', () => {
  const path = points({ equity: 1_100_000, spy: 500 }, { equity: 990_000, spy: 550 }, { equity: 1_210_000, spy: 600 })
  const found = againstSpy(OPENING, path)!
  expect(found).toMatchObject({ from: closeAt(0), through: closeAt(2) })
  expect(found.own).toBeCloseTo(0.1, 12)
  expect(found.spy).toBeCloseTo(0.2, 12)
  const lost = points({ equity: 0, spy: 500 }, { equity: null, spy: 550 }, { equity: 0, spy: 600 })
  expect(againstSpy(OPENING, lost)).toBeNull()
})

test('the comparison with SPY begins with the opening when the price of SPY is known then', () => {
  const opening = { ...OPENING, spyE4: 4_000_000 }
  const found = againstSpy(opening, points({ equity: 1_100_000, spy: 4_200_000 }))!
  expect(found).toMatchObject({ from: OPENING.at, through: closeAt(0) })
  expect(found.own).toBeCloseTo(0.1, 12)
  expect(found.spy).toBeCloseTo(0.05, 12)
  expect(againstSpy(opening, points({ equity: 1_100_000 }))).toBeNull()
})

describe('for any path', () => {
  const step = fc.record({
    move: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
    flow: fc.integer({ min: 0, max: 1e9 }),
  })
  const steps = fc.array(step, { minLength: 1, maxLength: 40 })
  const lifeOf = (given: readonly { move: number; flow: number }[], scale = 1): EquityPoint[] => {
    let equity = 1_000_000 * scale
    return points(
      ...given.map(({ move, flow }) => {
        equity = equity * (1 + move) + flow * scale
        return { equity, flow: flow * scale, spy: 500 + move }
      }),
    )
  }

  test('growth is the same with and without deposits', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const expected = given.reduce((growth, { move }) => growth * (1 + move), 1)
        expect(growthOf(OPENING, lifeOf(given)).at(-1)!.growth / expected).toBeCloseTo(1, 9)
      }),
    )
  })

  test('a drawdown is between −1 and 0, and its peak comes before its trough', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const { fraction, peakAt, troughAt } = maximumDrawdown(growthOf(OPENING, lifeOf(given)))!
        expect(fraction).toBeLessThanOrEqual(0)
        expect(fraction).toBeGreaterThanOrEqual(-1)
        expect(peakAt.getTime()).toBeLessThanOrEqual(troughAt.getTime())
      }),
    )
  })

  test('a thousand times the money gives the same figures', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const small = dayStatistics(OPENING, lifeOf(given))
        const large = dayStatistics({ ...OPENING, equityE4: 1e9 }, lifeOf(given, 1_000))
        expect(large.days).toBe(small.days)
        expect(large.best!.fraction).toBeCloseTo(small.best!.fraction, 9)
        if (small.volatility !== null) expect(large.volatility).toBeCloseTo(small.volatility, 6)
      }),
    )
  })
})
