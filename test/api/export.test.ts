import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { testApi } from './support/api.ts'
import { seedSession } from './support/seed.ts'

const FIRST = '2015-01-01'
const LAST = '2017-09-27'
const DAYS = 1_001
const db = testDatabase()

test('the export has every session once, oldest first, however many reads it takes', async () => {
  await seedSession(db.sql, FIRST)
  await db.sql`
    insert into signals_daily
    select (jsonb_populate_record(d, jsonb_build_object('trade_date', day::date))).*
    from signals_daily as d, generate_series(${FIRST}::date + 1, ${LAST}::date, interval '1 day') as day`
  const app = await testApi(db.url)
  const { body, statusCode } = await app.inject('/api/v1/signals/export')
  expect(statusCode).toBe(200)
  const days = body
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.slice(0, 10))
  expect(days).toHaveLength(DAYS)
  expect([days[0], days.at(-1)]).toEqual([FIRST, LAST])
  expect(days).toEqual([...new Set(days)].toSorted())
})
