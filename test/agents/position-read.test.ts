import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { testApi } from '../api/support/api.ts'
import { seed } from '../api/support/seed.ts'
import { seedCycle } from '../api/support/seed-cycle.ts'

const PATH = '/api/v1/agents/position-read'
const RED = { level: 'adverse', color: 'red', label: 'Wide spreads' } as const

const db = testDatabase()
let app: FastifyInstance
beforeAll(async () => {
  await seed(db.sql)
  await seedCycle(db.sql, '2026-11-20T15:31:00Z', { signal_levels: { hy_oas: RED } })
  app = await testApi(db.url)
})
const read = async (query: string) => (await app.inject(`${PATH}?${query}`)).json()

test('a position is read from the newest snapshot, in any case, and its side turns the effect around', async () => {
  expect(await read('symbol=spy')).toMatchObject({
    symbol: 'SPY',
    kind: 'etf',
    side: 'long',
    implications: [{ category: 'credit', level: 'adverse', effect: 'against' }],
    against: 1,
  })
  expect(await read('symbol=SPY&side=short')).toMatchObject({ implications: [{ effect: 'for' }], for: 1 })
})

test('expiry and strike change nothing, not even the tag', async () => {
  const plain = await app.inject(`${PATH}?symbol=SPY&type=put`)
  const dated = await app.inject(`${PATH}?symbol=SPY&type=put&expiry=2026-12-18&strike=690.5`)
  expect(dated.statusCode, dated.body).toBe(200)
  expect(dated.headers.etag).toBe(plain.headers.etag)
  expect((await app.inject(`${PATH}?symbol=SPY&type=put&strike=0.5`)).statusCode).toBe(200)
})

test('an impossible symbol is 404, and a wrong parameter is 400 that names it', async () => {
  expect((await app.inject(`${PATH}?symbol=NOT-ONE`)).statusCode).toBe(404)
  const wrong = { side: 'up', type: 'swap', expiry: 'friday', strike: '-1', symbol: '' }
  for (const [name, value] of [...Object.entries(wrong), ['strike', '0']] as const) {
    const query = new URLSearchParams({ symbol: 'SPY', [name]: value })
    expect((await read(String(query))).details, name).toEqual({ fields: [name] })
  }
  expect((await app.inject(PATH)).json()).toMatchObject({ code: 'invalid_parameter', details: { fields: ['symbol'] } })
})
