import { expect, test } from 'vitest'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import { nasdaqCalendar } from './nasdaq-calendar.ts'

const DAY = tradingDay('2026-11-24')
const ROW = {
  symbol: 'BRK/B',
  time: 'time-pre-market',
  fiscalQuarterEnding: 'Sep/2026',
  epsForecast: '$4.90',
  noOfEsts: '3',
  eps: '($0.11)',
  surprise: '-102.2',
}

function recordsOf(data: unknown) {
  const body = { data, status: { rCode: 200, bCodeMessage: null } }
  return nasdaqCalendar(DAY).parse(new TextEncoder().encode(JSON.stringify(body)), {} as never).records!
}

test('a company that reports on a day is read with its forecast and what it reported', () => {
  expect(recordsOf({ rows: [ROW] })).toEqual([
    {
      ticker: 'BRK.B',
      kind: 'earnings',
      key: '2026-09',
      day: DAY,
      knownAt: null,
      row: {
        fiscal_month: '2026-09',
        report_day: DAY,
        time: 'before_open',
        eps_forecast: 4.9,
        analysts: 3,
        eps: -0.11,
        surprise_pct: -102.2,
      },
    },
  ])
})

test.each([
  ['time-pre-market', 'before_open'],
  ['time-after-hours', 'after_close'],
  ['time-not-supplied', null],
  ['', null],
  [null, null],
  [undefined, null],
])('a report at %j is read as %j', (time, expected) => {
  expect(recordsOf({ rows: [{ ...ROW, time }] })[0]!.row).toMatchObject({ time: expected })
})

test('a row without a fiscal quarter is left out, and the others are read', () => {
  const found = recordsOf({
    rows: [
      { ...ROW, fiscalQuarterEnding: 'N/A' },
      { ...ROW, symbol: 'CRM' },
    ],
  })
  expect(found.map(({ ticker }) => ticker)).toEqual(['CRM'])
})

test.each([
  ['no rows', { rows: null }],
  ['no data', null],
])('a day with %s has no reports', (_title, data) => {
  expect(recordsOf(data)).toEqual([])
})

test('a table of another shape is refused', () => {
  expect(() => recordsOf({ rows: [{ ...ROW, symbol: 'A'.repeat(21) }] })).toThrow('not an earnings calendar')
  expect(recordsOf({ rows: [{ ...ROW, symbol: 'A'.repeat(20) }] })).toHaveLength(1)
  expect(() => recordsOf({ rows: {} })).toThrow('not an earnings calendar')
})
