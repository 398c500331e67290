import { expect, test } from 'vitest'
import { simulated } from './asking.ts'

const simulator = simulated({ quotas: true })

test('FRED API: the 121st request of a minute is refused in its own words', async () => {
  const path = `/fred-api/fred/series/observations?series_id=DGS10&limit=1&api_key=${'a'.repeat(32)}`
  for (let i = 0; i < 120; i++) expect((await simulator.now(path)).status).toBe(200)
  const refused = await simulator.now(path)
  expect(refused.status).toBe(429)
  expect(JSON.parse(refused.text)).toEqual({
    error_code: 429,
    error_message: 'Too Many Requests.  Exceeded Rate Limit',
  })
})

test('Cboe: 45 a minute', async () => {
  const statuses = []
  for (let i = 0; i < 46; i++) {
    statuses.push((await simulator.now('/cboe/api/global/delayed_quotes/quotes/_VIX.json')).status)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(45)
  expect(statuses.at(-1)).toBe(429)
})
