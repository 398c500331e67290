import { expect, it } from 'vitest'
import { parseCloses } from './parse-prices.ts'

it('reads closes that were joined from a file with CRLF and one with LF', () => {
  const joined = 'date,AAPL,FB\r\n2019-12-31,73.41,205.25\r\n2020-01-02,75.09,209.78\n2020-01-03,74.36,\n'
  const { prices, unusable } = parseCloses(joined, 'closes.csv')
  const closesOf = (symbol: string) => [...prices.get(symbol)!].map(([day, { close }]) => [day, close])
  expect(closesOf('AAPL')).toEqual([
    ['2019-12-31', 73.41],
    ['2020-01-02', 75.09],
    ['2020-01-03', 74.36],
  ])
  expect(closesOf('FB')).toEqual([
    ['2019-12-31', 205.25],
    ['2020-01-02', 209.78],
  ])
  expect(unusable).toBe(0)
})
