import { describe, expect, test } from 'vitest'
import { addDays, daysBetween, type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { reportMove } from './report-move.ts'
import { YEAR_MINUTES } from './time-to-expiry.ts'
import type { Slice } from './volatility-slices.ts'
import { iv30, termStructure } from './volatility-surface.ts'

const TODAY = tradingDay('2026-11-20')
const EVENT = 0.06
type Level = (years: number) => number

/** An expiration so many days ahead whose total variance is the level's, and the event's after the report. */
function slice(days: number, level: Level, report: TradingDay, event: number): Slice {
  const minutes = days * 1_440
  const years = minutes / YEAR_MINUTES
  const expiration = addDays(TODAY, days)
  const variance = level(years) + (daysBetween(report, expiration) > 0 ? event ** 2 : 0)
  const strikes = [
    { strike: 100, call: null, put: null, volatility: Math.sqrt(variance / years), from: 'own' as const },
  ]
  const forward = { price: 100 } as Slice['forward']
  return { expiration, settlement: 'pm', minutes, years, rate: 0, forward, strikes }
}

const found = (ladder: readonly number[], level: Level, day: number, event = EVENT) => {
  const report = addDays(TODAY, day)
  return reportMove(
    ladder.map((days) => slice(days, level, report, event)),
    report,
  )
}

const WEEKS = [7, 14, 21, 28, 35, 63, 91, 119]
const MONTHS = [20, 48, 83, 111, 139, 174]
const flat: Level = (years) => 0.25 ** 2 * years
/** Total variances whose rates are straight lines in time: the level's variance rises or falls with time. */
const rising: Level = (years) => (0.04 + 0.1 * years) * years
const falling: Level = (years) => (0.16 - 0.15 * years) * years
/** A calming level, from a volatility of 49 % to one of 20 %, half of the way in a month: no straight line. */
const calming: Level = (years) => 0.04 * years + (0.2 * (1 - Math.exp(-8 * years))) / 8

describe('a planted report', () => {
  const cases = [2, 9, 18, 30, 50, 75].flatMap((day) =>
    [WEEKS, MONTHS].flatMap((ladder) =>
      // Only two of the months lie within a quarter after it, and two show no slope.
      ladder === MONTHS && day === 2 ? [] : [{ day, ladder }],
    ),
  )

  test.each(cases)('is recovered $day days ahead on flat and sloped levels of $ladder', ({ day, ladder }) => {
    const first = ladder.find((days) => days > day)! / 365
    for (const level of [flat, rising, falling]) {
      const { implied_move, level_without } = found(ladder, level, day)
      expect(implied_move).toBeCloseTo(EVENT, 8)
      expect(level_without).toBeCloseTo(Math.sqrt(level(first) / first), 8)
    }
  })

  test.each([2, 9, 18, 30])('is recovered within a twentieth on a curved level, %d days ahead', (day) => {
    const { implied_move } = found(WEEKS, calming, day)
    expect(Math.abs(implied_move! / EVENT - 1)).toBeLessThan(0.05)
  })

  test.each([
    { ladder: [7, 14], day: 12 },
    { ladder: [20, 48], day: 12 },
  ])(
    'is recovered on a flat level from two expirations $ladder, and the answer says that it is taken as flat',
    ({ ladder, day }) => {
      const { implied_move, how } = found(ladder, flat, day)
      expect(implied_move).toBeCloseTo(EVENT, 8)
      expect(how).toContain('a flat level (too few expirations show a slope)')
    },
  )

  test('the answer names what the level was estimated from', () => {
    expect(found(WEEKS, flat, 12).how).toBe(
      'variance until 2026-12-04 less a level whose rate is straight in time through now, 2026-11-27, 2026-12-04, 2026-12-11',
    )
  })

  test('an expiration on the day of the report is before it', () => {
    expect(found([12, 14, 28], rising, 12).implied_move).toBeCloseTo(EVENT, 8)
  })

  test('the report after the next one is not counted', () => {
    const report = addDays(TODAY, 12)
    const next = addDays(TODAY, 103)
    const slices = WEEKS.map((days) => {
      const again = daysBetween(next, addDays(TODAY, days)) > 0 ? EVENT ** 2 : 0
      return slice(days, (years) => flat(years) + again, report, EVENT)
    })
    expect(reportMove(slices, report).implied_move).toBeCloseTo(EVENT, 8)
  })

  test('no event gives a move of nothing on a level that the fits describe', () => {
    expect(found(WEEKS, rising, 18, 0)).toMatchObject({ implied_move: expect.closeTo(0, 4), reason: null })
  })
})

describe('the crush after a report, worked by hand', () => {
  // A year at 25 % has a variance of 0.0625: 30 days of it 0.0625 x 30 / 365 = 0.00513699. The report adds 0.06 squared.
  const report = addDays(TODAY, 9)
  const before = WEEKS.map((days) => slice(days, flat, report, EVENT))
  const after = WEEKS.map((days) => slice(days, flat, report, 0))

  test('iv30 holds the report until it is over: 32.60 % before, 25 % after', () => {
    // (0.00513699 + 0.0036) x 365 / 30 = 0.1063, of which the root is 0.32604.
    expect(iv30(before).value).toBeCloseTo(0.32604, 5)
    expect(iv30(after).value).toBeCloseTo(0.25, 10)
    expect(reportMove(before, report)).toMatchObject({ implied_move: expect.closeTo(0.06, 8) })
    expect(reportMove(before, report).level_without).toBeCloseTo(0.25, 8)
  })

  test('an expiration before the report holds nothing of it, the first one after it most', () => {
    // After 14 days: 0.0625 x 14 / 365 = 0.00239726, and with the report 0.00599726: a volatility of 39.54 % a year.
    const [week, fortnight, , , , quarter] = termStructure(before).map(({ atm_iv }) => atm_iv)
    expect(week).toBeCloseTo(0.25, 10)
    expect(fortnight).toBeCloseTo(0.39542, 5)
    // After 63 days: (0.0625 x 63 / 365 + 0.0036) x 365 / 63 = 0.0833571.
    expect(quarter).toBeCloseTo(0.28872, 5)
  })
})

describe('the expirations that a report is read from', () => {
  const usedFor = (ladder: readonly number[], day: number) =>
    found(ladder, flat, day)
      .how!.split(' through ')[1]!
      .split(', ')
      .map((name) => (name === 'now' ? 0 : daysBetween(TODAY, tradingDay(name))))

  test.each([
    ['all within ten days of it on each side', [5, 9, 10, 18, 19, 21, 25, 30, 31, 32], 20, [10, 18, 19, 21, 25, 30]],
    ['two on each side, however far', [1, 3, 5, 40, 60, 80], 20, [3, 5, 40, 60]],
    ['now, as if it were one, within ten days', [3, 6, 8, 12, 15, 19], 10, [0, 3, 6, 8, 12, 15, 19]],
    ['and no further', [3, 6, 8, 12, 15, 19], 11, [3, 6, 8, 12, 15, 19]],
    ['further ones after it where one stands before it', [21, 35, 49, 63], 7, [0, 21, 35, 49]],
    ['those of the next 85 days, since a quarter holds one report', [5, 10, 105, 106], 20, [0, 5, 10, 105]],
  ])('are %s', (_words, ladder, day, used) => {
    expect(usedFor(ladder, day)).toEqual(used)
  })

  test('have a volatility', () => {
    const report = addDays(TODAY, 20)
    const silent = { ...slice(21, flat, report, EVENT), strikes: [] }
    const others = [10, 15, 25, 28].map((days) => slice(days, flat, report, EVENT))
    const { how } = reportMove([...others.slice(0, 2), silent, ...others.slice(2)], report)
    expect(how).toMatch(/^variance until 2026-12-15 less /)
  })

  test('the first slot after it is already on the next day', () => {
    expect(found([10, 15, 21, 28], flat, 20).how).toMatch(/^variance until 2026-12-11 less /)
  })

  /** The last expiration of a ladder holds a second event, which only the wider fit can see. */
  const withSecondEvent = (ladder: readonly number[]) => {
    const report = addDays(TODAY, 20)
    const last = ladder.at(-1)!
    const slices = ladder.map((days) => slice(days, (years) => flat(years) + (days === last ? 0.05 : 0), report, EVENT))
    return reportMove(slices, report).reason
  }
  const DISAGREE = 'the expirations around the report disagree by more than the report would add'
  test.each([
    ['the third after it', [10, 15, 25, 28, 60], DISAGREE],
    ['not the fourth', [10, 15, 25, 28, 34, 60], null],
    ['the fourth within 17 days', [10, 15, 25, 28, 34, 37], DISAGREE],
    ['not the fourth after 18 days', [10, 15, 25, 28, 34, 38], null],
  ])('are checked against a wider fit, which reads %s', (_words, ladder, reason) => {
    expect(withSecondEvent(ladder)).toBe(reason)
  })
})

describe('a report is null with the reason', () => {
  test.each([
    ['no expiration lies after it', [7], 12, 'no expiration lies after the report'],
    [
      'the expiration after it is all there is',
      [20],
      12,
      'only one expiration is known, so the level without the report is not identified',
    ],
  ])('when %s', (_words, ladder, day, reason) => {
    expect(found(ladder, flat, day)).toMatchObject({ implied_move: null, level_without: null, reason })
  })

  test('when the expiration after it holds less variance than the level', () => {
    const slices = WEEKS.map((days) => slice(days, (years) => flat(years) + (days > 18 ? -0.001 : 0), TODAY, 0))
    expect(reportMove(slices, addDays(TODAY, 18))).toMatchObject({
      implied_move: null,
      reason: 'the expiration after the report has less variance than the level without it',
    })
  })

  test('when the expirations around it disagree by more than it would add', () => {
    const jagged: Level = (years) => flat(years) * (1 + 0.2 * Math.sin(years * 365))
    const { implied_move, reason } = found(WEEKS, jagged, 30, 0.005)
    expect(implied_move).toBeNull()
    expect(reason).toMatch(/disagree|less variance|no variance/)
  })
})
