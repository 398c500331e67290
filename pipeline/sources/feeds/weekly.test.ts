import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { instantAt } from '../../../shared/time/eastern.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import type { FeedContext } from '../source.ts'
import { aaiiSheet } from './aaii-sheet.ts'
import { cftcCot } from './cftc-cot.ts'
import { constituents } from './constituents.ts'

const text = (path: string) => readFileSync(new URL(`../../../harness/fixtures/${path}`, import.meta.url), 'utf8')
const bytes = (content: string) => new TextEncoder().encode(content)
const invalid = expect.objectContaining({ kind: 'invalid' })
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const day = tradingDay('2026-11-20')
const context: FeedContext = { at: instantAt(day, '15:50'), day, mode: 'latest', fredApiKey: null }

describe('CFTC positions', () => {
  const whole = text('cftc-cot/13874A.json')
  const parse = (content: string) => cftcCot.parse(bytes(content), context).observations

  it('the request names the contract code, and twelve weeks for latest or everything for history', () => {
    expect(cftcCot.request(context)).toMatchObject({
      path: '/resource/6dca-aqww.json',
      query: {
        $where: "cftc_contract_market_code='13874A' AND report_date_as_yyyy_mm_dd>='2026-08-28'",
        $order: 'report_date_as_yyyy_mm_dd DESC',
      },
    })
    expect(cftcCot.request({ ...context, mode: 'history' }).query?.$where).toContain("'2000-01-01'")
  })

  it('positions are net of long and short, for the day of the report', () => {
    expect(parse(whole).filter((row) => row.day === '2026-11-17')).toEqual([
      { series: 'cot_es_noncommercial_net', day: '2026-11-17', value: 308782 - 421597 },
      { series: 'cot_es_commercial_net', day: '2026-11-17', value: 1353348 - 1270083 },
      { series: 'cot_es_open_interest', day: '2026-11-17', value: 2105233 },
    ])
  })

  it('an exact repeat of a row is tolerated', () => {
    const [first] = JSON.parse(whole)
    expect(parse(JSON.stringify([first, first]))).toHaveLength(3)
  })

  it.each([
    ['numbers where text was promised', whole.replace('"2105233"', '2105233')],
    ['another contract', whole.replaceAll('"13874A"', '"13874+"')],
    ['a negative position', whole.replace('"308782"', '"-5"')],
    ['an absurd position', whole.replace('"308782"', '"1e308"')],
    ['two values for one date', whole.replace('2026-11-10T', '2026-11-17T')],
    ['a report of the future', whole.replace('2026-11-17T', '2026-11-24T')],
    ['an error object', '{"code":"throttled","error":true}'],
    ['half a document', whole.slice(0, 500)],
  ])('refuses %s', (_, content) => {
    expect(() => parse(content)).toThrow(invalid)
  })
})

describe('AAII sheet', () => {
  const whole = text('aaii-sheet/sentiment.csv')
  const parse = (content: string) => aaiiSheet.parse(bytes(content), context).observations

  it('weeks are read between titles and summary, without those that had no survey', () => {
    expect(parse(whole).filter(({ series }) => series === 'aaii_bullish')).toEqual([
      { series: 'aaii_bullish', day: '1987-07-24', value: 0.36 },
      { series: 'aaii_bullish', day: '2026-11-12', value: 0.393 },
      { series: 'aaii_bullish', day: '2026-11-19', value: 0.4 },
    ])
    expect(parse(whole).at(-1)).toEqual({ series: 'aaii_bearish', day: '2026-11-19', value: 0.241 })
  })

  it.each(['11/19/2026', '11/19/26', '2026-11-19', '2026-11-19 00:00:00'])(
    'a date may be written as %s, and shares as fractions',
    (date) => {
      const rows = parse(whole.replace('11-19-26,40.0%,35.9%,24.1%', `${date},0.4,0.359,0.241`))
      expect(rows.at(-1)).toEqual({ series: 'aaii_bearish', day: '2026-11-19', value: 0.241 })
    },
  )

  it.each([
    ['columns in another order', whole.replace('Date,Bullish,Neutral', 'Date,Neutral,Bullish')],
    ['shares that do not sum to one', whole.replace('40.0%', '48.0%')],
    ['percent for fractions', whole.replaceAll(/(\d)%/g, '$1')],
    ['a survey of the future', whole.replace('11-19-26', '11-26-26')],
    ['two surveys of one day', whole.replace('11-12-26', '11-19-26')],
    ['a date that does not exist', whole.replace('11-19-26', '13-19-26')],
    ['no survey at all', 'Date,Bullish,Neutral,Bearish\r\n'],
    ['a broken quote', whole.replace('40.0%', '"40.0%')],
  ])('refuses %s', (_, content) => {
    expect(() => parse(content)).toThrow(invalid)
  })
})

describe('list of members', () => {
  const whole = text('constituents/constituents.csv')
  const parse = (content: string) => constituents.parse(bytes(content), context).members

  it('symbol, sector and joining date are read by the names of the columns', () => {
    const members = parse(whole)
    expect(members).toHaveLength(55)
    expect(members[0]).toEqual({ symbol: 'MMM', name: '3M', sector: 'Industrials', cik: 66740, since: '1957-03-04' })
    expect(members.at(-1)).toMatchObject({ symbol: 'BF.B', since: null })
  })

  it('spaces around a value do not count', () => {
    expect(parse(whole.replaceAll(',Industrials,', ', Industrials ,'))).toEqual(parse(whole))
  })

  it('a list of a thousand members is read, and one more is refused', () => {
    const [header] = whole.split('\n')
    const listOf = (count: number): string => {
      const symbolOf = (at: number) => [at / 676, at / 26, at].map((part) => LETTERS[Math.floor(part) % 26]).join('')
      const rows = Array.from(
        { length: count },
        (_, at) => `${symbolOf(at)},A company,Energy,Coal,"A city",1957-03-04,1,1900`,
      )
      return [header, ...rows].join('\n')
    }
    expect(parse(listOf(1_000))).toHaveLength(1_000)
    expect(() => parse(listOf(1_001))).toThrow(invalid)
  })

  it.each([
    ['a sector GICS does not have', whole.replace('Energy', 'Sin')],
    ['an invalid symbol', whole.replace('\nMMM,', '\n<b>MMM</b>,')],
    ['another header', whole.replace('GICS Sector', 'Sector')],
    ['a member listed twice', whole.replace('\nAOS,', '\nMMM,')],
    ['a member of the future', whole.replace('1957-03-04', '2030-01-02')],
    ['half a list', whole.slice(0, whole.length / 2)],
  ])('refuses %s', (_, content) => {
    expect(() => parse(content)).toThrow(invalid)
  })
})
