import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { convolve, meetingOdds, stepOdds } from './fed-odds.ts'
import { FOMC_DATES, FOMC_MONTHS, isAhead, nextMeeting } from './fomc-dates.ts'
import { monthAfter, type RatePathInputs, ratePath } from './rate-path.ts'

const KNOWN = new Date('2026-10-05T20:00:00Z')
const target = { lower: 3.75, upper: 4 }

/** Contracts by the average rate of their month. */
const contracts = (averages: Record<string, number>) =>
  Object.entries(averages).map(([month, average]) => ({ month, price: 100 - average, knownAt: KNOWN }))

function path(averages: Record<string, number>, today: string, more: Partial<RatePathInputs> = {}) {
  const day = tradingDay(today)
  return ratePath({
    futures: contracts(averages),
    effective: { day, value: 3.88 },
    meetings: FOMC_DATES,
    lastMonth: FOMC_MONTHS.last,
    isAhead: (meeting) => isAhead(meeting, instantAt(day, '10:00')),
    today: day,
    ...more,
  })
}

describe('the path', () => {
  const autumn = { '2026-10': 3.88, '2026-11': 4.005, '2026-12': 4.15 }

  it('the month after a meeting, if it has none, gives the rate after it', () => {
    const [october] = path(autumn, '2026-10-05').meetings
    expect(october).toMatchObject({ meeting: '2026-10-28', before: 3.88 })
    expect(october!.after).toBeCloseTo(4.005, 10)
    const [odds] = meetingOdds([october!], target)
    expect(odds).toMatchObject({ hold: 0.5, hike: 0.5, cut: 0 })
  })
  it('a meeting before another one is solved from its own month, with the announcement day at the old rate', () => {
    const { meetings, ends } = path(autumn, '2026-10-05')
    expect(meetings.map(({ meeting }) => meeting)).toEqual(['2026-10-28', '2026-12-09'])
    expect(meetings[1]!.before).toBeCloseTo(4.005, 10)
    expect(meetings[1]!.after).toBeCloseTo((31 * 4.15 - 9 * 4.005) / 22, 10)
    expect(meetings[1]!.after).toBeCloseTo(4.2093, 4)
    expect(ends).toBe('no contract of 2027-01 is known')
  })
  it('a June average of 3.80 after 3.90 means 3.70 after the 15th, a cut by 0.8', () => {
    const meetings = [tradingDay('2026-06-15')]
    const { meetings: found } = path({ '2026-05': 3.9, '2026-06': 3.8 }, '2026-05-20', { meetings })
    expect(found[0]!.after).toBeCloseTo(3.7, 10)
    expect(meetingOdds(found, target)[0]).toMatchObject({ cut: 0.8, hold: 0.2, hike: 0 })
  })
  it('the rate after each meeting is the rate before the next', () => {
    const year: Record<string, number> = {}
    for (let month = '2026-11', rate = 3.9; month <= '2027-12'; month = monthAfter(month), rate += 0.03)
      year[month] = rate
    const { meetings, ends } = path(year, '2026-11-20')
    expect(meetings).toHaveLength(9)
    for (const [at, meeting] of meetings.slice(1).entries()) {
      const between = Object.keys(year).filter(
        (month) => month > meetings[at]!.meeting.slice(0, 7) && month < meeting.meeting.slice(0, 7),
      )
      if (between.length <= 1) expect(meeting.before).toBeCloseTo(meetings[at]!.after, 10)
    }
    expect(ends).toMatch(/2027-12 are not published/)
  })
  it('after a meeting the new effective rate counts as soon as one of its days is known', () => {
    const averages = { '2026-12': 4.0, '2027-01': 4.1, '2027-02': 4.12 }
    const at = (day: string, effective: { day: TradingDay; value: number }) =>
      path(averages, day, { effective }).meetings[0]!
    expect(at('2026-12-14', { day: tradingDay('2026-12-11'), value: 4.13 })).toMatchObject({
      meeting: '2027-01-27',
      before: 4.13,
    })
    const old = at('2026-12-10', { day: tradingDay('2026-12-09'), value: 3.88 })
    expect(old.before).toBeCloseTo((31 * 4.0 - 9 * 3.88) / 22, 10)
  })
  it('without an effective rate the first month is solved backwards, or the path states why it is empty', () => {
    const [october] = path(autumn, '2026-10-05', { effective: null }).meetings
    expect(october!.before).toBeCloseTo((31 * 3.88 - 3 * 4.005) / 28, 10)
    const none = path({ '2026-10': 3.88 }, '2026-10-05', { effective: null })
    expect(none).toEqual({ meetings: [], ends: '2026-10 leaves too few days after its meeting to be solved' })
  })
})

describe('odds', () => {
  it('an expected change is split between its two neighbours', () => {
    expect([...stepOdds(0.125)]).toEqual([[0, 0.5], [1, 0.5]]) // biome-ignore format: a pair of pairs
    expect([...stepOdds(-0.25)]).toEqual([[-1, 1]])
    const [[whole, rest], [next, most]] = [...stepOdds(-0.45)] as [[number, number], [number, number]]
    expect([whole, next]).toEqual([-1, -2])
    expect([rest, most].map((odds) => Number(odds.toFixed(6)))).toEqual([0.2, 0.8])
  })
  it('the odds of two meetings are those of their sum', () => {
    expect(convolve(stepOdds(0.125), stepOdds(-0.125))).toEqual(new Map([[0, 0.5], [-1, 0.25], [1, 0.25]])) // biome-ignore format: pairs
  })
  it('odds always sum to one, and the mean of the ranges is the path', () => {
    const changes = fc.array(fc.double({ min: -0.6, max: 0.6, noNaN: true }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(changes, (steps) => {
        let rate = 3.88
        const rates = steps.map((step, at) => {
          const before = rate
          rate += step
          return { meeting: FOMC_DATES[at]!, before, after: rate }
        })
        for (const [at, { hold, cut, hike, ranges, after }] of meetingOdds(rates, target).entries()) {
          expect(Math.round((hold + cut + hike) * 1e4)).toBe(1e4)
          expect(Math.round(ranges.reduce((sum, each) => sum + each.probability, 0) * 1e4)).toBe(1e4)
          const mean = ranges.reduce((sum, each) => sum + each.probability * (each.lower - target.lower), 0)
          expect(Math.abs(mean - (after - 3.88))).toBeLessThan(0.0005 * (at + 1) * 4)
          for (const each of ranges) expect(each.upper - each.lower).toBeCloseTo(0.25, 12)
        }
      }),
    )
  })
})

describe('the meetings', () => {
  it('meetings are eight a year, in order, on days of the week on which the Fed meets', () => {
    expect([...FOMC_DATES].sort()).toEqual(FOMC_DATES)
    for (const year of ['2024', '2025', '2026', '2027'])
      expect(FOMC_DATES.filter((day) => day.startsWith(year))).toHaveLength(8)
  })
  it('a meeting is ahead until its statement', () => {
    expect(nextMeeting(instantAt(tradingDay('2026-12-09'), '13:59'))).toBe('2026-12-09')
    expect(nextMeeting(instantAt(tradingDay('2026-12-09'), '14:00'))).toBe('2027-01-27')
    expect(nextMeeting(instantAt(tradingDay('2027-12-09'), '10:00'))).toBeNull()
  })
})
