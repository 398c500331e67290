import { expect, test } from 'vitest'
import { simulated } from './asking.ts'

const simulator = simulated()
const where = (code: string, since = '2026-01-01') =>
  `/cftc/resource/6dca-aqww.json?$where=${encodeURIComponent(`cftc_contract_market_code='${code}' AND report_date_as_yyyy_mm_dd>='${since}'`)}&$order=report_date_as_yyyy_mm_dd%20DESC`
const newest = async (at: string) => JSON.parse((await simulator.at(at, where('13874A'))).text)[0]

test('positions: Tuesday’s are published on Friday at 15:30, as text', async () => {
  expect((await newest('2026-11-20T20:29:00Z')).report_date_as_yyyy_mm_dd).toBe('2026-11-10T00:00:00.000')
  const row = await newest('2026-11-20T20:30:00Z')
  expect(row.report_date_as_yyyy_mm_dd).toBe('2026-11-17T00:00:00.000')
  expect(row.open_interest_all).toMatch(/^\d{7}$/)
  expect(Number(row.noncomm_positions_long_all) + Number(row.comm_positions_long_all)).toBeLessThan(
    Number(row.open_interest_all),
  )
})

test('positions: a government holiday moves the release to Monday', async () => {
  expect((await newest('2026-11-13T21:00:00Z')).report_date_as_yyyy_mm_dd).toBe('2026-11-03T00:00:00.000')
  expect((await newest('2026-11-16T21:00:00Z')).report_date_as_yyyy_mm_dd).toBe('2026-11-10T00:00:00.000')
})

test('positions: unknown contracts are an empty list, unknown reports 404', async () => {
  expect((await simulator.now(where('13874+'))).text).toBe('[]')
  expect((await simulator.now('/cftc/resource/gpe5-46if.json')).status).toBe(404)
  expect(JSON.parse((await simulator.now(`${where('13874A')}&$limit=2`)).text)).toHaveLength(2)
  expect((await simulator.now(`${where('13874A')}&$limit=many`)).status).toBe(400)
})

test('survey: has titles, a row per week and a summary, with this week’s row from Thursday morning', async () => {
  const sheet = async (at: string) => (await simulator.at(at, '/aaii/files/surveys/sentiment.csv')).text.split('\r\n')
  const before = await sheet('2026-11-19T10:59:00Z')
  const after = await sheet('2026-11-19T11:00:00Z')
  expect(after.slice(0, 6).join('\n')).toContain('Date,Bullish,Neutral,Bearish,Total')
  expect(before.some((line) => line.startsWith('11-12-26,'))).toBe(true)
  expect(before.some((line) => line.startsWith('11-19-26,'))).toBe(false)
  const line = after.find((each) => each.startsWith('11-19-26,'))!
  const shares = line.split(',').slice(1, 4).map(Number.parseFloat)
  expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(100, 6)
  expect(after.join('\n')).toContain('Observations over life of survey')
})
