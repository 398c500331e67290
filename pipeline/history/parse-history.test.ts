import { describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { parseHistory } from './parse-history.ts'

const parse = (...lines: string[]) => parseHistory(['series,date,value', ...lines, ''].join('\n'))

it('reads known series, maps the vendor gamma, and counts the rest', () => {
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

it.each([
  ['CRLF, then LF', '\r\n', '\n'],
  ['LF, then CRLF', '\n', '\r\n'],
])('reads a file that was joined from two with other line ends: %s', (_, first, second) => {
  const years = ['series,date,value', 'vix_close,2019-12-31,13.78', ''].join(first)
  const joined = `${years}${['vix_close,2020-03-16,82.69', 'wti,2020-04-20,-36.98', ''].join(second)}`
  expect(parseHistory(joined).values).toEqual([
    { series: 'vix_close', day: '2019-12-31', value: 13.78 },
    { series: 'vix_close', day: '2020-03-16', value: 82.69 },
    { series: 'wti', day: '2020-04-20', value: -36.98 },
  ])
  expect(() => parseHistory(`${joined}vix_close,2020-03-32,1${first}`)).toThrow('line 5: "2020-03-32" is not a date')
})

it.each(['', '.', 'nan', '0x10', '1e9', '-5'])('does not take %j for a VIX', (text) => {
  expect(parse(`vix_close,2015-08-24,${text}`)).toMatchObject({ values: [], unbelievable: 1 })
})

it('accepts no close or spread on a Saturday, a dollar on Good Friday, and an overnight rate on any day', () => {
  const parsed = parse(
    'vix_close,2015-08-22,40.74',
    'hy_oas,2015-08-22,6.1',
    'spy_close,2015-04-03,206',
    'dff,2015-08-22,0.14',
    'dtwexbgs,2015-04-03,105',
  )
  expect(parsed).toMatchObject({ offSession: 3, unbelievable: 0 })
  expect(parsed.values.map(({ series }) => series)).toEqual(['dff', 'dtwexbgs'])
})

it('counts a repeated row once', () => {
  expect(parse('wti,2015-08-24,38.2', 'wti,2015-08-24,38.20')).toMatchObject({
    values: [{ value: 38.2 }],
    corrected: [],
  })
})

it('takes the later of two values for a day, and reports it', () => {
  const parsed = parse('wti,2015-08-24,38.2', 'wti,2015-08-25,39', 'wti,2015-08-24,38.3')
  expect(parsed.values.map(({ day, value }) => [day, value])).toEqual([
    ['2015-08-24', 38.3],
    ['2015-08-25', 39],
  ])
  expect(parsed.corrected).toEqual(['line 4: wti of 2015-08-24 is 38.3 and replaces 38.2 of line 2'])
})

describe('with known_at', () => {
  const parseKnown = (...lines: string[]) => parseHistory(['series,date,value,known_at', ...lines, ''].join('\n'))

  it('keeps each revision with its instant, and leaves the publication time to rows without one', () => {
    const parsed = parseKnown(
      'vix_close,2015-08-24,40.74,',
      'vix_close,2015-08-24,41.5,2015-08-27T09:00:00-04:00',
      'vix_close,2015-08-25,36.02,2015-08-26T01:00:00Z',
    )
    expect(parsed.values).toEqual([
      { series: 'vix_close', day: '2015-08-24', value: 40.74 },
      { series: 'vix_close', day: '2015-08-24', value: 41.5, knownAt: new Date('2015-08-27T13:00:00Z') },
      { series: 'vix_close', day: '2015-08-25', value: 36.02, knownAt: new Date('2015-08-26T01:00:00Z') },
    ])
    expect(parsed.corrected).toEqual([])
  })

  it('reports a row that replaces one of the same instant', () => {
    const row = (value: number) => `wti,2015-08-24,${value},2015-08-27T09:00:00-04:00`
    expect(parseKnown(row(38.2), row(38.3))).toMatchObject({
      values: [{ value: 38.3 }],
      corrected: ['line 3: wti of 2015-08-24 is 38.3 and replaces 38.2 of line 2'],
    })
  })

  it.each(['2015-08-27', '2015-08-27T09:00:00', '2015-13-27T09:00:00Z', 'soon'])('refuses %j as an instant', (text) => {
    expect(() => parseKnown(`vix_close,2015-08-24,40.74,${text}`)).toThrow(
      `line 2: "${text}" is not an instant with an offset (2026-11-19T20:00:00-05:00)`,
    )
  })
})

it.each([
  ['another header', 'date,series,value\n', /^the first line must be series,date,value, with or without ,known_at$/],
  ['no header', 'vix_close,2015-08-24,40.74\n', /^the first line must be/],
  ['an empty file', '', /^the first line must be/],
  ['a short row', 'series,date,value\n\nvix_close,2015-08-24\n', /expect 3, got 2 on line 3$/],
  ['an open quote', 'series,date,value\nvix_close,2015-08-24,"20\n', /quote at line/],
  ['a date that is none', 'series,date,value\n\nvix_close,2015-02-30,20\n', /^line 3: "2015-02-30" is not a date/],
])('%s is an error that names its place', (_, text, message) => {
  expect(() => parseHistory(text)).toThrow(AppError)
  expect(() => parseHistory(text)).toThrow(message)
})
