import { expect, test } from 'vitest'
import type { CompanyRecord, EstimatesRow } from '../../../shared/domain/market/company-record.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import type { Feed } from '../source.ts'
import { joinEstimates, nasdaqForecast, nasdaqTarget } from './nasdaq-estimates.ts'

const DAY = tradingDay('2026-11-20')
const consensus = (fiscal_end: string, eps: number) => ({
  fiscal_end,
  eps,
  high: eps + 0.1,
  low: eps - 0.1,
  analysts: 20,
  up: 3,
  down: 1,
})
const target = { mean: 250, low: 200, high: 300, buy: 20, hold: 8, sell: 2 }
const record = (row: Partial<EstimatesRow>, rest: Partial<CompanyRecord> = {}): CompanyRecord => ({
  ticker: 'AAPL',
  kind: 'estimates',
  key: DAY,
  day: DAY,
  knownAt: null,
  row: { quarters: [], years: [], target: null, ...row },
  ...rest,
})
const forecast = { quarters: [consensus('2026-12', 2.4)], years: [consensus('2026-09', 7.1), consensus('2027-09', 8)] }

test('a day’s forecast and target are one record, whichever comes first', () => {
  const whole = record({ ...forecast, target })
  expect(joinEstimates([record(forecast), record({ target })])).toEqual([whole])
  expect(joinEstimates([record({ target }), record(forecast)])).toEqual([whole])
})

test('of two forecasts or targets of a day the first counts', () => {
  const other = { quarters: [consensus('2026-12', 9)], years: [consensus('2026-09', 9)] }
  const second = record({ ...other, target: { ...target, mean: 1 } })
  expect(joinEstimates([record({ ...forecast, target }), second])).toEqual([record({ ...forecast, target })])
})

test('other companies, days and kinds stay apart', () => {
  const apart = [
    record(forecast),
    record({ target }, { ticker: 'MSFT' }),
    record({ target }, { key: '2026-11-19' }),
    record({}, { kind: 'profile' }),
  ]
  expect(joinEstimates(apart)).toEqual(apart)
})

const ROW = {
  fiscalEnd: 'Dec 2026',
  consensusEPSForecast: 2.4,
  highEPSForecast: '2.5',
  lowEPSForecast: 2.3,
  noOfEstimates: 20,
  up: '3',
  down: 1,
}
const OVERVIEW = { priceTarget: '$250.00', lowPriceTarget: 200, highPriceTarget: 300, buy: 20, hold: 8, sell: 2 }

function read(feed: Feed, data: unknown) {
  const body = { data, status: { rCode: 200, bCodeMessage: null } }
  return feed.parse(new TextEncoder().encode(JSON.stringify(body)), { day: DAY } as never)
}
const table = (...rows: object[]) => ({ rows })

test('a forecast has the consensus of quarters and of years, and leaves out a row without a month', () => {
  const { records } = read(nasdaqForecast('AAPL'), {
    quarterlyForecast: table(ROW, { ...ROW, fiscalEnd: 'N/A' }),
    yearlyForecast: table({ ...ROW, fiscalEnd: 'Sep 2027', up: null, down: -1 }),
  })
  const quarter = { fiscal_end: '2026-12', eps: 2.4, high: 2.5, low: 2.3, analysts: 20, up: 3, down: 1 }
  const year = { ...quarter, fiscal_end: '2027-09', up: null, down: null }
  expect(records).toEqual([record({ quarters: [quarter], years: [year] })])
})

test.each([
  ['quarters alone', { quarterlyForecast: table(ROW) }],
  ['years alone', { yearlyForecast: table(ROW), quarterlyForecast: { rows: null } }],
])('a forecast of %s is a record', (_title, data) => {
  expect(read(nasdaqForecast('AAPL'), data).records).toHaveLength(1)
})

test('a company without a forecast has no record, and a note is made if the vendor does not know the company', () => {
  const [unknown, empty] = [null, { quarterlyForecast: table(), yearlyForecast: null }].map((data) =>
    read(nasdaqForecast('AAPL'), data),
  )
  expect([unknown!.records ?? [], empty!.records ?? []]).toEqual([[], []])
  expect([unknown!.notes, empty!.notes ?? []]).toEqual([['AAPL: the vendor has no forecast'], []])
})

test('a target has its range and the counts of recommendations', () => {
  expect(read(nasdaqTarget('AAPL'), { consensusOverview: OVERVIEW }).records).toEqual([record({ target })])
  for (const data of [null, {}, { consensusOverview: null }]) {
    expect(read(nasdaqTarget('AAPL'), data).records ?? []).toEqual([])
  }
})

test('documents of another shape are refused', () => {
  expect(() => read(nasdaqForecast('AAPL'), { quarterlyForecast: [] })).toThrow('not a forecast of earnings')
  expect(() => read(nasdaqTarget('AAPL'), { consensusOverview: 'none' })).toThrow('not a price target')
})
