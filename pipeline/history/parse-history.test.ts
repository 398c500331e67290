import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { parseHistory } from './parse-history.ts'

const parse = (...lines: string[]) => parseHistory(['series,date,value', ...lines, ''].join('\n'))

it('reads known series, maps the vendor gamma, counts the rest', () => {
  const parsed = parse(
    'vix_close,2015-08-24,40.74',
    'gex,2015-08-24,-1e9',
    'spy_open,2015-08-24,197',
    'spy_open,2015-08-25,195',
  )
  expect(parsed.values).toEqual([
    { series: 'vix_close', day: '2015-08-24', value: 40.74 },
    { series: 'gex_vendor', day: '2015-08-24', value: -1e9 },
  ])
  expect([...parsed.unknown]).toEqual([['spy_open', 2]])
})

it.each(['', '.', 'nan', '0x10', '1e9', '-5'])('a VIX of %j is no value', (text) => {
  expect(parse(`vix_close,2015-08-24,${text}`)).toMatchObject({ values: [], unbelievable: 1 })
})

it.each([
  ['another header', 'date,series,value\n'],
  ['no header', 'vix_close,2015-08-24,40.74\n'],
  ['an empty file', ''],
  ['a short row', 'series,date,value\nvix_close,2015-08-24\n'],
  ['a date that is none', 'series,date,value\nvix_close,2015-02-30,20\n'],
])('%s is an error', (_, text) => {
  expect(() => parseHistory(text)).toThrow(AppError)
})
