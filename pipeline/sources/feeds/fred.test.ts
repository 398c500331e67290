import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { instantAt } from '../../../shared/time/eastern.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import type { FeedContext } from '../source.ts'
import { fredApi } from './fred-api.ts'
import { fredCsv } from './fred-csv.ts'
import { FRED_GROUPS } from './fred-series.ts'

const file = (path: string) =>
  new Uint8Array(readFileSync(new URL(`../../../harness/fixtures/${path}`, import.meta.url)))
const bytes = (text: string) => new TextEncoder().encode(text)
const invalid = expect.objectContaining({ kind: 'invalid' })
const day = tradingDay('2026-11-20')
const context: FeedContext = { at: instantAt(day, '17:15'), day, mode: 'latest', fredApiKey: null }
const [daily, close] = FRED_GROUPS.map(fredCsv)
const hyOas = (body: Uint8Array) => close!.parse(body, context).observations

describe('FRED CSV', () => {
  it('latest requests a month, history everything since 1990', () => {
    expect(close!.request(context).query).toEqual({ id: 'BAMLH0A0HYM2', cosd: '2026-10-21' })
    expect(close!.request({ ...context, mode: 'history' }).query?.cosd).toBe('1990-01-01')
  })

  it('each series is read, with blanks as missing', () => {
    const { observations } = daily!.parse(file('fred-csv/daily.csv'), context)
    const of = (series: string) => observations.filter((each) => each.series === series).map(({ value }) => value)
    expect(of('t10y2y')).toEqual([0.52, 0.53, 0.55, 0.54])
    expect(of('wti')).toEqual([63.1, 62.44])
    expect(of('dtwexbgs')).toEqual([])
  })

  it('the old header and the old mark of a missing value are read', () => {
    expect(hyOas(file('fred-csv/daily-close.csv'))).toEqual([
      { series: 'hy_oas', day: '2026-11-17', value: 3.14 },
      { series: 'hy_oas', day: '2026-11-19', value: 3.09 },
    ])
  })

  it('a zip archive of several groups is read, without members that are not tables', () => {
    const zipped = zipSync({
      'README.txt': strToU8('FRED Graph Observations'),
      'daily.csv': file('fred-csv/daily.csv'),
      'daily,_close.csv': file('fred-csv/daily-close.csv'),
    })
    expect(hyOas(zipped)).toHaveLength(2)
    expect(daily!.parse(zipped, context).observations).toHaveLength(24)
  })

  it.each([
    ['an HTML page', '<!DOCTYPE html>\n<html>\n'],
    ['an unknown header', 'date,BAMLH0A0HYM2\n2026-11-19,3.09\n'],
    ['a missing series', 'observation_date,DGS10\n2026-11-19,3.09\n'],
    ['a prototype key as series', 'observation_date,__proto__\n2026-11-19,3.09\n'],
    ['NaN', 'observation_date,BAMLH0A0HYM2\n2026-11-19,NaN\n'],
    ['1e308', 'observation_date,BAMLH0A0HYM2\n2026-11-19,1e308\n'],
    ['a negative spread', 'observation_date,BAMLH0A0HYM2\n2026-11-19,-1\n'],
    ['basis points for percent', 'observation_date,BAMLH0A0HYM2\n2026-11-19,309\n'],
    ['a future date', 'observation_date,BAMLH0A0HYM2\n2027-01-04,3.09\n'],
    ['a date that does not exist', 'observation_date,BAMLH0A0HYM2\n2026-02-30,3.09\n'],
    ['two values for a day', 'observation_date,BAMLH0A0HYM2\n2026-11-19,3.09\n2026-11-19,3.90\n'],
    ['a row too short', 'observation_date,BAMLH0A0HYM2\n2026-11-19\n'],
  ])('refuses %s', (_, text) => {
    expect(() => hyOas(bytes(text))).toThrow(invalid)
  })

  it('a damaged archive is refused', () => {
    const zipped = zipSync({ 'daily,_close.csv': file('fred-csv/daily-close.csv') })
    expect(() => hyOas(zipped.slice(0, zipped.length - 30))).toThrow(invalid)
  })
})

describe('FRED API', () => {
  const feed = fredApi({ id: 'BAMLH0A0HYM2', series: 'hy_oas' }, { required: true, key: 'k'.repeat(32) })
  const body = () => JSON.parse(new TextDecoder().decode(file('fred-api/BAMLH0A0HYM2.json')))

  it('the key is in the query, and values are strings with "." as missing', () => {
    expect(feed.request(context).query).toMatchObject({
      api_key: 'k'.repeat(32),
      file_type: 'json',
      observation_start: '2026-10-21',
    })
    expect(feed.parse(file('fred-api/BAMLH0A0HYM2.json'), context).observations.map(({ value }) => value)).toEqual([
      3.11, 3.14, 3.09,
    ])
  })

  it('an error body, a number for a string, fewer rows than promised, and half a document are refused', () => {
    const refuse = (value: unknown) => expect(() => feed.parse(bytes(JSON.stringify(value)), context)).toThrow(invalid)
    refuse({ error_code: 429, error_message: 'Too Many Requests.  Exceeded Rate Limit' })
    refuse({ ...body(), count: 5 })
    refuse({ ...body(), count: 1, observations: [{ date: '2026-11-19', value: 3.09 }] })
    expect(() => feed.parse(file('fred-api/BAMLH0A0HYM2.json').slice(0, 300), context)).toThrow(invalid)
  })
})
