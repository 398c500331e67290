import { expect, test } from 'vitest'
import { parseMembers, parseSectors } from './parse-universe.ts'

test('a membership without an end lasts until today, with or without its last comma', () => {
  const text = 'ticker,start_date,end_date,note\nAAA,2003-01-02,2010-05-28,left\nBBB,2004-02-03,,\n'
  expect(parseMembers(text, 'members.csv')).toEqual([
    { ticker: 'AAA', from: '2003-01-02', until: '2010-05-28' },
    { ticker: 'BBB', from: '2004-02-03', until: null },
  ])
})

test.each([
  ['ticker,end_date,start_date\nAAA,2003-01-02,\n', 'line 1: the columns must be ticker,start_date,end_date'],
  ['', 'line 1: the columns must be ticker,start_date,end_date'],
  ['ticker,start_date,end_date\nAAA,2003-01-02,\nBBB,2003-02-30,\n', 'line 3'],
  ['ticker,start_date,end_date\nAAA,2003-01-02,soon\n', 'line 2'],
])('memberships as %j are refused with their line', (text, why) => {
  expect(() => parseMembers(text, 'members.csv')).toThrow(`members.csv ${why}`)
})

test.each([
  'ticker,sector\nAAA,Energy\nBBB,\n',
  'sector,name,ticker\nEnergy,A,AAA\n,B,BBB\n',
  'Symbol,Security,GICS Sector\nAAA,A,Energy\nBBB,B,\n',
  'symbol,sector\nAAA,Energy\n',
])('sectors are read by the names of their columns, and none where a cell is empty: %j', (text) => {
  expect([...parseSectors(text, 'sectors.csv')]).toEqual([['AAA', 'Energy']])
})

test.each(['ticker,name\nAAA,A\n', 'name,sector\nA,Energy\n', ''])('sectors as %j are refused', (text) => {
  expect(() => parseSectors(text, 'sectors.csv')).toThrow('sectors.csv line 1: the columns must be ticker,sector')
})
