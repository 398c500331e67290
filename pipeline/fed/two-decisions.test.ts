import { describe, expect, it } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { type RatePathInputs, ratePath } from './rate-path.ts'

const KNOWN = new Date('2020-03-02T20:00:00Z')
/** Contracts by the average rate of their month. */
const contracts = (averages: Record<string, number>) =>
  Object.entries(averages).map(([month, average]) => ({ month, price: 100 - average, knownAt: KNOWN }))

function path(
  averages: Record<string, number>,
  today: string,
  more: Pick<RatePathInputs, 'meetings'> & Partial<RatePathInputs>,
) {
  const day = tradingDay(today)
  const isAhead: RatePathInputs['isAhead'] = (meeting) => meeting > day
  return ratePath({ futures: contracts(averages), effective: null, lastMonth: '2026-12', isAhead, today: day, ...more })
}

describe('a month that had a decision before its meeting', () => {
  const meetings = ['2020-03-03', '2020-03-18', '2020-04-29'].map((day) => tradingDay(day))
  const averages = { '2020-03': 0.95, '2020-04': 0.32, '2020-05': 0.22 }
  const onTenth = (day: string, more: Partial<RatePathInputs> = {}) =>
    path(averages, '2020-03-10', { meetings, effective: { day: tradingDay(day), value: 1.09 }, ...more })

  it('starts at the effective rate since then, because its average holds three rates', () => {
    const [march, april] = onTenth('2020-03-09').meetings
    expect(march).toMatchObject({ meeting: '2020-03-18', before: 1.09, status: 'anchored' })
    expect(march!.after).toBeCloseTo((30 * 0.32 - 0.22) / 29, 10)
    expect(april).toMatchObject({ meeting: '2020-04-29', before: march!.after, after: 0.22 })
  })
  it.each([
    ['the newest effective rate is of the day of the decision', onTenth('2020-03-03')],
    ['no effective rate is known', onTenth('2020-03-09', { effective: null })],
    ['no later month without a meeting is known', onTenth('2020-03-09', { futures: contracts({ '2020-03': 0.95 }) })],
  ])('has no odds and says why if %s', (_, found) => {
    expect(found).toEqual({
      meetings: [],
      ends: 'the rates around the meeting of 2020-03 cannot be solved: the announcement of 2020-03-03 is in its average, so that it takes an effective rate since then and a later month without a meeting',
    })
  })
  it('is no anchor once its meetings have passed', () => {
    const after = path({ ...averages, '2020-03': 0.65, '2020-04': 0.07, '2020-05': 0.05 }, '2020-03-20', { meetings })
    expect(after.meetings).toMatchObject([{ meeting: '2020-04-29', after: 0.05, status: 'anchored' }])
    expect(after.meetings[0]!.before).toBeCloseTo((30 * 0.07 - 0.05) / 29, 10)
  })
})

it('two announcements ahead in one month are one move between months without a meeting, and none without them', () => {
  const meetings = ['2026-06-03', '2026-06-17'].map((day) => tradingDay(day))
  const june = { '2026-06': 3.8, '2026-07': 3.5 }
  expect(path({ '2026-05': 3.9, ...june }, '2026-05-20', { meetings }).meetings).toEqual([
    { meeting: '2026-06-17', before: 3.9, after: 3.5, status: 'anchored' },
  ])
  const ends = `the rates around the meeting of 2026-06 cannot be solved: it has two, and no months without a meeting are known on both sides`
  expect(path(june, '2026-06-01', { meetings })).toEqual({ meetings: [], ends })
  expect(path({ '2026-05': 3.9, '2026-06': 3.8 }, '2026-05-20', { meetings })).toEqual({ meetings: [], ends })
})
