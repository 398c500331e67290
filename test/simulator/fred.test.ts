import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { simulated } from './asking.ts'

const simulator = simulated()
const KEY = 'abcdefghijklmnopqrstuvwxyz012345'

const csv = async (at: string, query: string) => (await simulator.at(at, `/fred/graph/fredgraph.csv?${query}`)).text
const lastRow = (text: string) => text.trimEnd().split('\n').at(-1)!
const lastValued = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .findLast((line) => /,\d|,-/.test(line))!
    .slice(0, 10)

test('one frequency: is a CSV with empty cells on holidays', async () => {
  const answer = await simulator.at('2026-09-14T15:00:00Z', '/fred/graph/fredgraph.csv?id=DGS10,T10Y2Y&cosd=2026-09-03')
  expect(answer.type).toMatch(/csv/)
  const lines = answer.text.split('\n')
  expect(lines[0]).toBe('observation_date,DGS10,T10Y2Y')
  expect(lines[1]).toMatch(/^2026-09-03,\d\.\d\d,-?\d\.\d\d$/)
  expect(lines).toContain('2026-09-07,,')
  // The spread is published the same evening, the yields a day later.
  expect(lines.at(-2)).toMatch(/^2026-09-11,,-?\d\.\d\d$/)
})

test('mixed frequencies: are an archive with one CSV each', async () => {
  const answer = await simulator.at(
    '2026-09-14T15:00:00Z',
    '/fred/graph/fredgraph.csv?id=DGS10,VIXCLS,DFF,BAMLH0A0HYM2&cosd=2026-08-03',
  )
  expect(answer.bytes.subarray(0, 2).toString()).toBe('PK')
  const files = unzipSync(answer.bytes)
  expect(Object.keys(files).sort()).toEqual(['README.txt', 'daily,_7-day.csv', 'daily,_close.csv', 'daily.csv'])
  expect(strFromU8(files['daily,_close.csv']!)).toMatch(/^observation_date,VIXCLS,BAMLH0A0HYM2\n2026-08-03,/)
  expect(strFromU8(files['daily,_7-day.csv']!)).toContain('2026-09-12,')
})

test('unknown series: is a page with status 200', async () => {
  const answer = await simulator.now('/fred/graph/fredgraph.csv?id=NOSUCH')
  expect(answer.status).toBe(200)
  expect(answer.text).toMatch(/^<!DOCTYPE html>/)
})

test.each([
  ['T10Y2Y', 'same day 17:01', '2026-11-19T22:00:30Z', '2026-11-18', '2026-11-19T22:01:00Z', '2026-11-19'],
  ['DGS10', 'next day 16:15', '2026-11-19T21:14:00Z', '2026-11-17', '2026-11-19T21:15:00Z', '2026-11-18'],
  ['BAMLH0A0HYM2', 'next day 10:13', '2026-11-19T15:12:00Z', '2026-11-17', '2026-11-19T15:14:00Z', '2026-11-18'],
  ['BAMLH0A0HYM2', 'over a weekend', '2026-11-23T15:12:00Z', '2026-11-19', '2026-11-23T15:14:00Z', '2026-11-20'],
  ['VIXCLS', 'next day 09:37', '2026-11-19T14:36:00Z', '2026-11-17', '2026-11-19T14:37:00Z', '2026-11-18'],
  ['DFF', 'next business day 09:00', '2026-11-16T13:59:00Z', '2026-11-12', '2026-11-16T14:00:00Z', '2026-11-15'],
  ['DTWEXBGS', 'Monday 16:15', '2026-11-16T21:14:00Z', '2026-11-06', '2026-11-16T21:15:00Z', '2026-11-13'],
  ['DCOILWTICO', 'a batch on Wednesday', '2026-11-18T17:59:00Z', '2026-11-11', '2026-11-18T18:00:00Z', '2026-11-16'],
  ['BAA10Y', 'next day', '2026-11-19T21:15:00Z', '2026-11-17', '2026-11-19T21:16:00Z', '2026-11-18'],
])('%s becomes visible: %s', async (id, _lag, before, shownBefore, after, shownAfter) => {
  const query = `id=${id}&cosd=2026-10-26`
  expect(lastValued(await csv(before, query))).toBe(shownBefore)
  expect(lastValued(await csv(after, query))).toBe(shownAfter)
})

test('high yield: has three rolling years since April 2026, before that the whole series; Baa has no cap', async () => {
  const first = async (at: string, id: string) => (await csv(at, `id=${id}`)).split('\n')[1]!.slice(0, 10)
  expect(await first('2026-08-04T20:00:00Z', 'BAMLH0A0HYM2')).toBe('2023-08-04')
  expect(await first('2026-03-02T20:00:00Z', 'BAMLH0A0HYM2')).toBe('2004-01-02')
  expect(await first('2026-08-04T20:00:00Z', 'BAA10Y')).toBe('2004-01-02')
})

test('range: coed cuts the end, and cosd past the end leaves only the header', async () => {
  expect(lastRow(await csv('2026-11-20T15:00:00Z', 'id=DGS10&cosd=2020-01-01&coed=2020-01-10'))).toMatch(/^2020-01-10,/)
  expect(await csv('2026-11-20T15:00:00Z', 'id=DGS10&cosd=2027-01-01')).toBe('observation_date,DGS10\n')
})

test('spread: equals the difference of the printed yields', async () => {
  const text = await csv('2026-11-20T15:00:00Z', 'id=DGS10,DGS2,T10Y2Y&cosd=2024-01-01')
  for (const line of text.trimEnd().split('\n').slice(1)) {
    const [, ten, two, spread] = line.split(',')
    if (ten && two && spread) expect(Number(spread)).toBeCloseTo(Number(ten) - Number(two), 6)
  }
})

test('API: has strings, a dot for missing values, and dates of the vendor clock', async () => {
  const path = `/fred-api/fred/series/observations?series_id=DGS10&api_key=${KEY}&file_type=json`
  const answer = await simulator.now(`${path}&observation_start=2026-11-10&observation_end=2026-11-12`)
  expect(answer.status).toBe(200)
  const body = JSON.parse(answer.text)
  expect(body).toMatchObject({ count: 3, offset: 0, limit: 100000, units: 'lin', observation_start: '2026-11-10' })
  expect(body.observations[1]).toEqual({
    realtime_start: '2026-11-20',
    realtime_end: '2026-11-20',
    date: '2026-11-11',
    value: '.',
  })
  expect(body.observations[0].value).toMatch(/^\d\.\d\d$/)
})

test('API: pages and orders', async () => {
  const path = `/fred-api/fred/series/observations?series_id=VIXCLS&api_key=${KEY}`
  const body = JSON.parse((await simulator.now(`${path}&sort_order=desc&limit=2&offset=1`)).text)
  expect(body.observations.map((row: { date: string }) => row.date)).toEqual(['2026-11-18', '2026-11-17'])
  expect(body.count).toBeGreaterThan(5000)
})

test.each([
  ['no key', 'series_id=DGS10', /api_key is not set/],
  ['a malformed key', 'series_id=DGS10&api_key=SHOUTING', /32 character alpha-numeric lower-case/],
  ['an unknown series', `series_id=NOSUCH&api_key=${KEY}`, /series does not exist/],
  ['a bad date', `series_id=DGS10&api_key=${KEY}&observation_start=yesterday`, /observation_start/],
])('API: 400 for %s', async (_name, query, message) => {
  const answer = await simulator.now(`/fred-api/fred/series/observations?${query}`)
  expect(answer.status).toBe(400)
  const body = JSON.parse(answer.text)
  expect(body.error_code).toBe(400)
  expect(body.error_message).toMatch(/^Bad Request\. {2}/)
  expect(body.error_message).toMatch(message)
})
