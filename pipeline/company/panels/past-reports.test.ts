import { describe, expect, test } from 'vitest'
import { UNKNOWN } from '../../../harness/fixtures/unknown-company.ts'
import { EarningsPanel } from '../../../shared/domain/contract/company/earnings.ts'
import { addSessions, sessionsBetween } from '../../../shared/time/calendar.ts'
import { addDays, type TradingDay, tradingDay } from '../../../shared/time/trading-day.ts'
import type { Bar, CompanyInputs } from '../inputs.ts'
import type { OptionRow } from '../option-row.ts'
import { earningsPanel } from './earnings.ts'

const { day: DAY, cutoff: CUTOFF } = UNKNOWN
/** A Wednesday in a week without a holiday; New York is four hours behind UTC. */
const WEDNESDAY = tradingDay('2026-10-21')

type Report = CompanyInputs['earnings'][number]
const report = (day: TradingDay, row: Partial<Report['row']> = {}): Report => ({
  key: row.fiscal_month ?? '2026-09',
  day,
  knownAt: CUTOFF,
  row: {
    fiscal_month: '2026-09',
    report_day: day,
    time: null,
    eps_forecast: 1,
    analysts: 5,
    eps: 1.1,
    surprise_pct: 10,
    moved: 0,
    ...row,
  },
})

type Filing = CompanyInputs['filings'][number]
const filing = (accepted_at: string | null, { form = '8-K', items = '2.02,9.01' } = {}): Filing => ({
  key: `a-${accepted_at}`,
  day: WEDNESDAY,
  knownAt: CUTOFF,
  row: { form, filed: WEDNESDAY, accepted_at, report_day: null, items, facts: null },
})

/** Closes of Monday to Friday: 100, 110, 132, 165, 99. */
const CLOSES = [100, 110, 132, 165, 99]
const BARS: Bar[] = sessionsBetween(addDays(WEDNESDAY, -2), addDays(WEDNESDAY, 2)).map((day, at) => ({
  day,
  close: CLOSES[at]!,
  high: null,
  low: null,
  volume: null,
  knownAt: CUTOFF,
}))
/** The move from the close of one weekday to that of another. */
const ON_TUESDAY = 0.1
const ON_WEDNESDAY = 0.2
const ON_THURSDAY = 0.25
const OVER_WEDNESDAY_AND_THURSDAY = 0.5

const panelOf = (inputs: Partial<CompanyInputs>) => EarningsPanel.parse(earningsPanel({ ...UNKNOWN, ...inputs }))
const pastOf = (earnings: Report, inputs: Partial<CompanyInputs> = {}) =>
  panelOf({ bars: BARS, earnings: [earnings], ...inputs }).history[0]!

describe('the move on a report', () => {
  test.each([
    ['before the open is on that session', WEDNESDAY, 'before_open', ON_WEDNESDAY],
    ['after the close is on the session after it', WEDNESDAY, 'after_close', ON_THURSDAY],
    ['at no known hour is over both', WEDNESDAY, null, OVER_WEDNESDAY_AND_THURSDAY],
    ['before the first close that is known', addDays(WEDNESDAY, -2), 'before_open', null],
    ['after the last close that is known', addDays(WEDNESDAY, 2), 'after_close', null],
    ['of a day after all closes', addDays(WEDNESDAY, 3), 'before_open', null],
  ] as const)('%s', (_, day, time, move) => {
    expect(pastOf(report(day, { time })).move).toBe(move)
  })

  test.each(['before_open', 'after_close', null] as const)(
    'of a day without a session is on the next session, whatever the hour (%s)',
    (time) => {
      const bars = BARS.filter(({ day }) => day !== WEDNESDAY)
      // From 110 on Tuesday to 165 on Thursday.
      expect(pastOf(report(WEDNESDAY, { time }), { bars }).move).toBe(0.5)
    },
  )
})

describe('where the calendar names no hour, a report came when its 8-K was accepted', () => {
  const by = (...filings: Filing[]) => pastOf(report(WEDNESDAY), { filings })

  test.each([
    ['before the open at 9:29', '2026-10-21T13:29:59Z', 'before_open', ON_WEDNESDAY],
    ['in the session at 9:30', '2026-10-21T13:30:00Z', null, OVER_WEDNESDAY_AND_THURSDAY],
    ['in the session at 15:59', '2026-10-21T19:59:59Z', null, OVER_WEDNESDAY_AND_THURSDAY],
    ['after the close at 16:00', '2026-10-21T20:00:00Z', 'after_close', ON_THURSDAY],
    ['after the close at 21:00, which is Thursday in UTC', '2026-10-22T01:00:00Z', 'after_close', ON_THURSDAY],
  ])('%s', (_, acceptedAt, time, move) => {
    expect(by(filing(acceptedAt))).toMatchObject({ day: WEDNESDAY, time, move })
  })

  test('after the close at 13:00 of a half-day', () => {
    const halfDay = tradingDay('2025-11-28')
    const bars = ['2025-11-26', '2025-11-28', '2025-12-01'].map((day, at) => ({ ...BARS[at]!, day: tradingDay(day) }))
    const accepted = (acceptedAt: string) => pastOf(report(halfDay), { bars, filings: [filing(acceptedAt)] })
    expect(accepted('2025-11-28T17:59:59Z')).toMatchObject({ time: null, move: 0.32 })
    expect(accepted('2025-11-28T18:00:00Z')).toMatchObject({ time: 'after_close', move: 0.2 })
  })

  test.each([
    ['on the evening before', '2026-10-20T21:00:00Z', ON_WEDNESDAY],
    ['on the morning after', '2026-10-22T11:00:00Z', ON_THURSDAY],
    ['before the open of the day before', '2026-10-20T11:00:00Z', ON_TUESDAY],
  ])('%s: the move is that of the filing, and the hour of the listed day is not known', (_, acceptedAt, move) => {
    expect(by(filing(acceptedAt))).toMatchObject({ day: WEDNESDAY, time: null, move })
  })

  test.each([
    ['two days away is of something else', filing('2026-10-19T11:00:00Z')],
    ['two days later is of something else', filing('2026-10-23T11:00:00Z')],
    ['without item 2.02 holds no results', filing('2026-10-21T11:00:00Z', { items: '5.02,9.01' })],
    ['of another form holds no results', filing('2026-10-21T11:00:00Z', { form: '10-Q' })],
    ['without a time of acceptance tells no hour', filing(null)],
  ])('a filing %s', (_, other) => {
    expect(by(other)).toMatchObject({ time: null, move: OVER_WEDNESDAY_AND_THURSDAY })
    // A filing with the results is found after it.
    expect(by(other, filing('2026-10-21T11:00:00Z'))).toMatchObject({ time: 'before_open', move: ON_WEDNESDAY })
  })

  test('the first of two counts, as an amendment repeats what is known', () => {
    const amendment = filing('2026-10-22T20:30:00Z', { form: '8-K/A' })
    expect(by(amendment, filing('2026-10-21T20:05:00Z'))).toMatchObject({ time: 'after_close', move: ON_THURSDAY })
  })
})

test.each([
  ['after_close', '2026-10-22T20:30:00Z', ON_THURSDAY],
  ['after_close', '2026-10-22T11:00:00Z', ON_THURSDAY],
  ['before_open', '2026-10-20T21:00:00Z', ON_WEDNESDAY],
] as const)('where the calendar says %s, an 8-K of another day (%s) moves nothing', (time, acceptedAt, move) => {
  expect(pastOf(report(WEDNESDAY, { time }), { filings: [filing(acceptedAt)] })).toMatchObject({ time, move })
})

describe('a surprise', () => {
  test.each([
    ['is told over the size of the forecast', 1.1, 1, 0.1],
    ['of a smaller loss is above nothing', -0.5, -1, 0.5],
    ['of a larger loss is below nothing', -1.5, -1, -0.5],
    ['of nothing is nothing', 1, 1, 0],
    ['against a forecast of nothing is unknown', 1, 0, null],
    ['without a forecast is unknown', 1, null, null],
    ['without earnings is unknown', null, 1, null],
  ])('%s', (_, eps, eps_forecast, surprise) => {
    const panel = panelOf({ earnings: [report(WEDNESDAY, { eps, eps_forecast })] })
    expect(panel.history[0]!.surprise).toBe(surprise)
    expect(panel).toMatchObject({ compared: surprise === null ? 0 : 1, beats: surprise! > 0 ? 1 : 0 })
    expect('history.surprise' in panel.reasons).toBe(surprise === null)
  })
})

describe('the implied move of a past report', () => {
  const chain = (day: TradingDay, of: TradingDay, implied_move: number): CompanyInputs['options'][number] => ({
    key: day,
    day,
    knownAt: CUTOFF,
    row: { report: { day: of, implied_move, level_without: null, how: null, reason: null } } as OptionRow,
  })

  test('is that of the last chain up to the close before it', () => {
    const options = [
      chain(WEDNESDAY, WEDNESDAY, 0.9),
      chain(addDays(WEDNESDAY, -1), WEDNESDAY, 0.1),
      chain(addDays(WEDNESDAY, -2), WEDNESDAY, 0.8),
    ]
    const of = (time: 'before_open' | 'after_close') => pastOf(report(WEDNESDAY, { time }), { options })
    expect(of('before_open')).toMatchObject({ implied_move: 0.1, move_in_deviations: 2 })
    expect(of('after_close')).toMatchObject({ implied_move: 0.9, move_in_deviations: 0.277778 })
  })

  test('is unknown where that chain was priced for another day', () => {
    const options = [chain(addDays(WEDNESDAY, -1), addDays(WEDNESDAY, 1), 0.1)]
    const past = pastOf(report(WEDNESDAY, { time: 'before_open' }), { options })
    expect(past).toMatchObject({ implied_move: null, move_in_deviations: null })
  })
})

describe('a report is past', () => {
  test.each([
    ['on a day before today, with earnings or without', addDays(DAY, -1), null, true],
    ['today once its earnings are known', DAY, 1, true],
    ['not today while its earnings are unknown', DAY, null, false],
    ['not on a day to come', addDays(DAY, 1), null, false],
  ])('%s', (_, day, eps, isPast) => {
    const { history, n, next } = panelOf({ earnings: [report(day, { eps })] })
    expect([history.length, n]).toEqual(isPast ? [1, 1] : [0, 0])
    expect(next?.sure === 'listed').toBe(!isPast)
    if (!isPast) expect(next).toMatchObject({ day, days_ahead: day === DAY ? 0 : 1 })
  })

  test('and the newest twelve are listed, newest first', () => {
    const days = Array.from({ length: 14 }, (_, at) => addDays(DAY, -10 * (at + 1)))
    const { history, n } = panelOf({ earnings: days.toReversed().map((day) => report(day)) })
    expect([n, history.map(({ day }) => day)]).toEqual([12, days.slice(0, 12)])
  })

  test('by hand: the average move is of the sizes of those that are known', () => {
    const friday = addDays(WEDNESDAY, 2)
    const days = [WEDNESDAY, friday, addDays(WEDNESDAY, -2)]
    const panel = panelOf({ bars: BARS, earnings: days.map((day) => report(day, { time: 'before_open' })) })
    // 0.2 on Wednesday, from 165 to 99 on Friday, and none on the first Monday.
    expect(panel.history.map(({ move }) => move)).toEqual([-0.4, 0.2, null])
    expect(panel.average_absolute_move).toBe(0.3)
  })
})

describe('a report that no calendar lists', () => {
  test('is expected 91 days after the newest past one, at its hour', () => {
    const days = [addDays(DAY, -20), addDays(DAY, -60)]
    const [newest, older] = days.map((day, at) => report(day, { time: at === 0 ? 'after_close' : 'before_open' }))
    const { next } = panelOf({ earnings: [older!, newest!] })
    expect(next).toEqual({
      day: addDays(DAY, 71),
      time: 'after_close',
      sure: 'projected',
      moved: 0,
      days_ahead: 71,
      fiscal_month: null,
      eps_forecast: null,
      eps_forecast_source: null,
      eps_forecast_day: null,
      analysts: null,
      implied_move: null,
    })
  })

  test.each([
    [91, 0],
    [92, null],
  ])('may be due today and not before: the last one came %i days ago', (days, ahead) => {
    const { next } = panelOf({ earnings: [report(addDays(DAY, -days))] })
    expect(next?.days_ahead ?? null).toBe(ahead)
  })
})

test('of two listed reports the nearer one is next', () => {
  const [near, far] = [addSessions(DAY, 5).day, addSessions(DAY, 60).day]
  const { next } = panelOf({ earnings: [report(far, { eps: null }), report(near, { eps: null, time: 'before_open' })] })
  expect(next).toMatchObject({ day: near, sure: 'with_time', time: 'before_open' })
})
