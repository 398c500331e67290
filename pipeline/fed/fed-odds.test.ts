import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { convolve, meetingOdds, stepOdds } from './fed-odds.ts'
import { decisionAfter, FOMC_DATES, FOMC_MONTHS, isAhead, nextMeeting } from './fomc-dates.ts'
import { type MeetingRate, monthAfter, type RatePathInputs, ratePath } from './rate-path.ts'

const KNOWN = new Date('2026-10-05T20:00:00Z')
const target = { lower: 3.75, upper: 4 }

/** CME's tool rounds its odds, in percent, to one digit. */
function expectOdds(rates: MeetingRate[], odds: number[][]): void {
  const ours = meetingOdds(rates.slice(0, odds.length), target)
  for (const [at, { meeting, ranges }] of ours.entries()) {
    expect(ranges, meeting).toHaveLength(odds[at]!.length)
    for (const [step, { probability }] of ranges.entries())
      expect(Math.abs(100 * probability - odds[at]![step]!), meeting).toBeLessThan(0.1)
  }
}

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
  it('gives the odds of CME’s tool on 2026-07-14 and on 2026-09-18', () => {
    const july = path(
      {
        '2026-07': 3.6312,
        '2026-08': 3.7175,
        '2026-09': 3.7825,
        '2026-10': 3.8675,
        '2026-11': 3.9275,
        '2026-12': 4,
        '2027-01': 4.035,
        '2027-02': 4.0725,
        '2027-03': 4.1025,
        '2027-04': 4.1325,
        '2027-05': 4.15,
      },
      '2026-07-14',
    )
    expectOdds(july.meetings, [
      [63.1, 36.9],
      [26.9, 51.9, 21.2],
      [19.7, 45.3, 29.4, 5.6],
    ])
    const september = path(
      {
        '2026-09': 3.7475,
        '2026-10': 3.895,
        '2026-11': 4.025,
        '2026-12': 4.165,
        '2027-01': 4.23,
        '2027-02': 4.32,
      },
      '2026-09-18',
    )
    expectOdds(september.meetings, [
      [42.4, 57.6],
      [9.9, 46, 44.1],
    ])
    expect(september.meetings.map(({ status }) => status)).toEqual(['anchored', 'anchored', 'anchored'])
    expect(september.ends).toBe('no contract of 2027-03 is known')
  })

  const autumn = { '2026-10': 3.88, '2026-11': 4.005, '2026-12': 4.15 }

  it('a meeting of this month ends at the next month’s rate and starts where its own average puts it', () => {
    const [october] = path(autumn, '2026-10-05').meetings
    expect(october).toMatchObject({ meeting: '2026-10-28', after: 4.005, status: 'anchored' })
    expect(october!.before).toBeCloseTo((31 * 3.88 - 3 * 4.005) / 28, 10)
  })
  it('a meeting between two months without one takes its rates from them, and its own average is not used', () => {
    const meetings = [tradingDay('2026-06-15')]
    const around = { '2026-05': 3.9, '2026-07': 3.7 }
    for (const june of [3.8, 3.2]) {
      const { meetings: found } = path({ ...around, '2026-06': june }, '2026-05-20', { meetings })
      expect(found).toEqual([{ meeting: '2026-06-15', before: 3.9, after: 3.7, status: 'anchored' }])
      expect(meetingOdds(found, target)[0]).toMatchObject({ cut: 0.8, hold: 0.2, hike: 0 })
    }
  })
  it('a run that no month without a meeting follows is solved forwards and marked', () => {
    const { meetings, ends } = path(autumn, '2026-10-05')
    expect(meetings[1]).toMatchObject({ meeting: '2026-12-09', before: 4.005, status: 'unanchored' })
    expect(meetings[1]!.after).toBeCloseTo((31 * 4.15 - 9 * 4.005) / 22, 10)
    expect(ends).toBe('no contract of 2027-01 is known')
  })
  it('the rate after a meeting is the rate before the next one of the same run', () => {
    const year: Record<string, number> = {}
    for (let month = '2026-11', rate = 3.9; month <= '2027-12'; month = monthAfter(month), rate += 0.03)
      year[month] = rate
    const { meetings, ends } = path(year, '2026-11-20')
    expect(meetings).toHaveLength(9)
    const adjacent = meetings.slice(1).filter(({ meeting }, at) => {
      return monthAfter(meetings[at]!.meeting.slice(0, 7)) === meeting.slice(0, 7)
    })
    expect(adjacent.map(({ meeting }) => meeting)).toEqual(['2027-01-27', '2027-04-28', '2027-07-28', '2027-10-27'])
    for (const next of adjacent) {
      const before = meetings[meetings.indexOf(next) - 1]!
      expect(next.before).toBe(before.after)
    }
    expect(ends).toMatch(/table of meetings ends in 2027-12/)
  })
  it('the published rate is used only after a meeting of this month, and only if nothing anchors the run', () => {
    const days = { effective: { day: tradingDay('2026-12-11'), value: 4.13 } }
    const averages = { '2026-12': 4.0, '2027-01': 4.1 }
    expect(path(averages, '2026-12-14', days).meetings).toMatchObject([
      { meeting: '2027-01-27', before: 4.13, status: 'unanchored' },
    ])
    const anchored = path({ ...averages, '2027-02': 4.12 }, '2026-12-14', days).meetings[0]!
    expect(anchored.before).toBeCloseTo((31 * 4.1 - 4 * 4.12) / 27, 10)
    const old = { effective: { day: tradingDay('2026-12-09'), value: 3.88 } }
    expect(path(averages, '2026-12-14', old)).toEqual({
      meetings: [],
      ends: 'the rates around the meeting of 2027-01 cannot be solved: no month without a meeting is known beside it',
    })
  })
  it('a last meeting that leaves too few days in its month ends the path', () => {
    const meetings = [tradingDay('2026-06-29')]
    expect(path({ '2026-05': 3.9, '2026-06': 3.8 }, '2026-05-20', { meetings })).toEqual({
      meetings: [],
      ends: '2026-06 leaves fewer than 3 days after its meeting, too few to be solved forwards',
    })
  })
  it('without an anchor there is no path, and the reason is stated', () => {
    expect(path({ '2026-10': 3.88 }, '2026-10-05')).toEqual({
      meetings: [],
      ends: 'the rates around the meeting of 2026-10 cannot be solved: no month without a meeting is known beside it',
    })
    expect(path({}, '2026-10-05').ends).toBe('no contract of 2026-10 is known')
  })
  it('a meeting is solved forwards with three days after it in its month, and not with two', () => {
    const june = (day: string) =>
      path({ '2026-05': 3.9, '2026-06': 3.89 }, '2026-05-20', { meetings: [tradingDay(day)] }).meetings
    // 27 of 30 days have the old rate of 3.90, and 0.01 of the average lies in three days.
    expect(june('2026-06-27')).toMatchObject([{ before: 3.9, after: expect.closeTo(3.8, 9), status: 'unanchored' }])
    expect(june('2026-06-28')).toEqual([])
  })
  it('a month has its own number of days, in a leap year too', () => {
    const february = (year: string) =>
      path({ [`${year}-02`]: 4, [`${year}-03`]: 4.29 }, `${year}-02-01`, {
        meetings: [tradingDay(`${year}-02-19`)],
        lastMonth: `${year}-03`,
      }).meetings[0]!.before
    expect(february('2027')).toBeCloseTo((28 * 4 - 9 * 4.29) / 19, 9)
    expect(february('2028')).toBeCloseTo((29 * 4 - 10 * 4.29) / 19, 9)
  })
  it('the published rate counts from the day after the meeting on, not on its day', () => {
    const meetings = [tradingDay('2026-06-10'), tradingDay('2026-07-15')]
    const july = (day: string) =>
      path({ '2026-06': 3.9, '2026-07': 3.9 }, '2026-06-12', {
        meetings,
        effective: { day: tradingDay(day), value: 3.7 },
      }).meetings.map(({ before }) => before)
    expect(july('2026-06-11')).toEqual([3.7])
    expect(july('2026-06-10')).toEqual([])
  })
  it('the path ends with the last month whose meetings are published, even if there are later contracts', () => {
    const { meetings, ends } = path({ '2026-10': 3.88, '2026-11': 4, '2026-12': 4.1, '2027-01': 4.2 }, '2026-10-05', {
      lastMonth: '2026-12',
    })
    expect(meetings.map(({ meeting, status }) => [meeting, status])).toEqual([
      ['2026-10-28', 'anchored'],
      ['2026-12-09', 'unanchored'],
    ])
    expect(ends).toBe('the table of meetings ends in 2026-12')
    const until = path({ '2026-10': 3.88, '2026-11': 4 }, '2026-10-05', { lastMonth: '2026-12' })
    expect(until.ends).toBe('no contract of 2026-12 is known')
  })
  it('half a basis point of a price is kept', () => {
    const [october] = path({ '2026-10': 3.88, '2026-11': 4.00525 }, '2026-10-05').meetings
    expect(october!.after).toBe(4.00525)
  })
  it('a missing contract ends the path before its month, unless its average is not used', () => {
    const months = { '2026-11': 4.005, '2026-12': 4.15, '2027-02': 4.3, '2027-03': 4.4, '2027-05': 4.5 }
    expect(path(months, '2026-11-20')).toMatchObject({
      meetings: [{ meeting: '2026-12-09', status: 'unanchored' }],
      ends: 'no contract of 2027-01 is known',
    })
    const { '2026-12': _, ...others } = { ...months, '2026-10': 3.88, '2027-01': 4.2 }
    expect(path(others, '2026-10-05').meetings.map(({ meeting }) => meeting)).toContain('2026-12-09')
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
  it('the ranges ascend from the deepest cut, and one without a hundredth of a percent is left out', () => {
    const moves = [
      [3.88, 3.755],
      [3.755, 3.88],
    ]
    const rates = moves.map(([before, after], at) => ({
      meeting: FOMC_DATES[at]!,
      before: before!,
      after: after!,
      status: 'anchored' as const,
    }))
    const [first, second] = meetingOdds(rates, target)
    expect([first!.cut, first!.hold, first!.hike]).toEqual([0.5, 0.5, 0])
    expect(second!.ranges).toEqual([
      { lower: 3.5, upper: 3.75, probability: 0.25 },
      { lower: 3.75, upper: 4, probability: 0.5 },
      { lower: 4, upper: 4.25, probability: 0.25 },
    ])
    const likely = (change: number) =>
      meetingOdds([{ ...rates[0]!, after: 3.88 + change }], target)[0]!.ranges.map(({ probability }) => probability)
    // A hundredth of a percent of a quarter point is the smallest probability that counts as more than zero.
    expect(likely(0.25 * 0.0001)).toEqual([0.9999, 0.0001])
    expect(likely(0.25 * 0.00004)).toEqual([1])
  })
  it('odds always sum to one, and the mean of the ranges is the path', () => {
    const changes = fc.array(fc.double({ min: -0.6, max: 0.6, noNaN: true }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(changes, (steps) => {
        let rate = 3.88
        const rates = steps.map((step, at) => {
          const before = rate
          rate += step
          return { meeting: FOMC_DATES[at]!, before, after: rate, status: 'anchored' as const }
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
  it('an emergency decision is never ahead, and its new range is lacking until the day after', () => {
    const third = instantAt(tradingDay('2020-03-03'), '10:30')
    expect(nextMeeting(third)).toBe('2020-03-18')
    expect(decisionAfter(tradingDay('2020-03-03'), third)).toBe('2020-03-03')
    expect(decisionAfter(tradingDay('2020-03-04'), third)).toBeNull()
    expect(nextMeeting(instantAt(tradingDay('2020-03-16'), '09:30'))).toBe('2020-04-29')
  })
})
