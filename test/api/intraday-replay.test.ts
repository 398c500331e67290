import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { testApi } from './support/api.ts'
import { seedCycle } from './support/seed-cycle.ts'

const PATH = '/api/v1/signals/intraday-replay'
const CALM = { dix: { level: 'leaning', color: 'lime', label: 'Leaning' } } as const
const STRESSED = { dix: { level: 'adverse', color: 'red', label: 'Distribution' } } as const

const db = testDatabase()
let app: FastifyInstance
beforeAll(async () => {
  await seedCycle(db.sql, '2026-11-19T20:45:00Z', { regime_now: 'CAUTIOUS', signal_levels: CALM })
  await seedCycle(db.sql, '2026-11-20T14:45:00Z', { regime_now: 'CAUTIOUS', signal_levels: CALM, health_score: 57 })
  await seedCycle(db.sql, '2026-11-20T15:00:00Z', { regime_now: 'PANIC', signal_levels: STRESSED, health_score: 31 })
  app = await testApi(db.url)
})

const replay = async (query = '') => {
  const answer = await app.inject(`${PATH}${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

test('the cycles of the newest day are in order, with the changes from one to the next', async () => {
  const { date, n, cycles, reason } = await replay()
  expect({ date, n, reason }).toEqual({ date: '2026-11-20', n: 2, reason: null })
  expect(cycles.map(({ as_of }: SignalsSnapshot) => as_of)).toEqual([
    '2026-11-20T09:45:00-05:00',
    '2026-11-20T10:00:00-05:00',
  ])
  // The first cycle of a day has no predecessor: the evening before belongs to another day.
  expect(cycles[0]).toMatchObject({ regime_now: 'CAUTIOUS', health_score: 57, changed: [] })
  expect(cycles[1]).toMatchObject({
    regime_now: 'PANIC',
    health_score: 31,
    points: { dix: 5 },
    changed: [
      { key: 'regime_now', from: 'CAUTIOUS', to: 'PANIC' },
      { key: 'dix', from: 'leaning', to: 'adverse' },
    ],
  })
})

test('a requested day has each cycle in its newest run, and a level that disappeared becomes null', async () => {
  expect(await replay('?date=2026-11-19')).toMatchObject({ date: '2026-11-19', n: 1, cycles: [{ run: 1 }] })
  await seedCycle(db.sql, '2026-11-18T20:30:00Z', { signal_levels: CALM })
  await seedCycle(db.sql, '2026-11-18T20:45:00Z', { signal_levels: {} })
  expect((await replay('?date=2026-11-18')).cycles[1].changed).toEqual([{ key: 'dix', from: 'leaning', to: null }])
  await seedCycle(db.sql, '2026-11-19T20:45:00Z', { run: 2, health_score: 12 })
  const other = await testApi(db.url)
  const rerun = (await other.inject(`${PATH}?date=2026-11-19`)).json()
  expect(rerun).toMatchObject({ n: 1, cycles: [{ run: 2, health_score: 12 }] })
})

test('a day without cycles has a reason, and a date that does not exist is refused', async () => {
  expect(await replay('?date=2020-01-02')).toMatchObject({ n: 0, cycles: [], reason: 'no cycle of that day is stored' })
  for (const date of ['2026-02-30', 'yesterday', '20261120']) {
    const answer = await app.inject(`${PATH}?date=${date}`)
    expect([answer.statusCode, answer.json().details.fields], date).toEqual([400, ['date']])
  }
})
