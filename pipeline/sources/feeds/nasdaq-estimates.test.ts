import { expect, test } from 'vitest'
import type { CompanyRecord, EstimatesRow } from '../../../shared/domain/market/company-record.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import { joinEstimates } from './nasdaq-estimates.ts'

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
