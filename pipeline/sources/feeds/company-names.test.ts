import { expect, test } from 'vitest'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import { constituents } from './constituents.ts'
import { secTickers } from './sec-tickers.ts'

/** A mark that turns the line, a tag that only a model reads, and an escape of terminals. */
const MARKED = 'Big\u202e Com\u{e0069}\u{e0067}pany\u001b[2J'
const SEEN = 'Big Company[2J'
const AT = { at: new Date('2026-11-20T21:00:00Z'), day: tradingDay('2026-11-20') } as never

test('the list of members names companies by the characters that a reader sees', () => {
  const symbols = Array.from(
    { length: 60 },
    (_, at) => `A${String.fromCharCode(65 + (at % 26), 65 + Math.floor(at / 26))}`,
  )
  const rows = symbols.map(
    (symbol, at) => `${symbol},${at === 0 ? MARKED : at === 1 ? '\u200b' : 'Plain'},Energy,2001-01-01,${at + 1}`,
  )
  const body = Buffer.from(`Symbol,Security,GICS Sector,Date added,CIK\n${rows.join('\n')}\n`)
  expect(
    constituents
      .parse(body, AT)
      .members.slice(0, 3)
      .map(({ name }) => name),
  ).toEqual([SEEN, undefined, 'Plain'])
})

test('the list of tickers does so, too', () => {
  const list = {
    0: { cik_str: 1, ticker: 'BIG', title: MARKED },
    1: { cik_str: 2, ticker: 'NIL', title: '\u200b' },
    2: { cik_str: 3, ticker: 'OTHER', title: 'a company that nobody wants' },
  }
  const { ciks } = secTickers(['BIG', 'NIL']).parse(Buffer.from(JSON.stringify(list)), AT)
  expect(ciks.map(({ name }) => name)).toEqual([SEEN, 'NIL'])
})
