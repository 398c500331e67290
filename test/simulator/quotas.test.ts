import { expect, test } from 'vitest'
import { simulated } from './asking.ts'

const simulator = simulated({ quotas: true })

test('FRED API: refuses the 121st request of a minute in its own words', async () => {
  const path = `/fred-api/fred/series/observations?series_id=DGS10&limit=1&api_key=${'a'.repeat(32)}`
  for (let i = 0; i < 120; i++) expect((await simulator.now(path)).status).toBe(200)
  const refused = await simulator.now(path)
  expect(refused.status).toBe(429)
  expect(JSON.parse(refused.text)).toEqual({
    error_code: 429,
    error_message: 'Too Many Requests.  Exceeded Rate Limit',
  })
})

test('Yahoo: allows 30 requests a minute, then answers in plain text', async () => {
  const path = '/yahoo/v8/finance/chart/TLT?period1=1795000000&period2=1796000000&interval=1d'
  const answers = []
  for (let i = 0; i < 31; i++) answers.push(await simulator.now(path, { 'user-agent': 'Mozilla/5.0 (test)' }))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(answers.at(-1)).toMatchObject({ status: 429, text: 'Too Many Requests' })
})

test('Cboe: allows 45 requests a minute', async () => {
  const statuses = []
  for (let i = 0; i < 46; i++) {
    statuses.push((await simulator.now('/cboe/api/global/delayed_quotes/quotes/_VIX.json')).status)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(45)
  expect(statuses.at(-1)).toBe(429)
})
