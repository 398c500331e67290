import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase, testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { faultProxy } from '../../harness/fault-proxy.ts'
import { longHistory } from '../../harness/fixtures/long-history/long-history.ts'
import { eveningDocuments } from '../../pipeline/analogues/evening-documents.ts'
import { knownHistory } from '../../pipeline/history/known-history.ts'
import { BASE_RATES_KEY, SESSIONS_KEY } from '../../shared/domain/contract/base-rates.ts'
import { ConditionAnswer } from '../../shared/domain/contract/condition.ts'
import { announceDocuments, saveReadModel } from '../../shared/postgres/signals/read-models.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { testApi } from './support/api.ts'

const DAY = tradingDay('2026-11-19')
const AS_OF = instantAt(DAY, '20:00')
const COMPARE = '/api/v1/signals/base-rates/compare'
const VIX_25 = { conditions: [{ metric: 'VIX', op: '>=', value: 20 }] }

const documents = new Map(
  eveningDocuments(
    {
      cutoff: AS_OF,
      day: DAY,
      series: Object.fromEntries(
        [...knownHistory(longHistory('2023-01-03', DAY, 4))].map(([id, points]) => [
          id,
          points.filter(({ knownAt }) => knownAt <= AS_OF),
        ]),
      ),
    },
    [],
  ).map(({ key, value }) => [key, JSON.stringify(value)]),
)

const database = testDatabase()
let app: FastifyInstance
let emptyDatabase: TestDatabase
let emptyApp: FastifyInstance
beforeAll(async () => {
  await store()
  emptyDatabase = await freshDatabase()
  app = await testApi(database.url)
  emptyApp = await testApi(emptyDatabase.url)
})
afterAll(() => emptyDatabase.drop())

async function store(): Promise<void> {
  for (const [key, body] of documents) {
    await saveReadModel(database.sql, { key, contentType: 'application/json', body, asOf: AS_OF, run: 1 })
  }
  await announceDocuments(database.sql, 'signals')
}

const get = async (path: string, from = app) => (await from.inject(`/api/v1/signals/${path}`)).json()
const compare = (payload: unknown, from = app) =>
  from.inject({ method: 'POST', url: COMPARE, payload: payload as object })

test('documents are served as stored', async () => {
  const answer = await app.inject('/api/v1/signals/base-rates')
  expect(answer.body).toBe(documents.get(BASE_RATES_KEY))
  expect(await get('drawdown-risk')).toMatchObject({ status: 'ready', trade_date: DAY })
  expect(await get('base-rates/calibration')).toMatchObject({ status: 'ready', every_sessions: 5 })
})

test('history returns the newest sessions, with outcomes only for those that are over', async () => {
  const { sessions } = await get('drawdown-risk/history?days=21')
  expect(sessions).toHaveLength(21)
  expect(sessions.at(-1)).toMatchObject({ trade_date: DAY, matured: false, came: null, max_drawdown_pct: null })
  expect(sessions[0]).toMatchObject({ matured: true, came: expect.any(Boolean) })
  expect((await get('drawdown-risk/history')).sessions).toHaveLength(90)
  const refused = await app.inject('/api/v1/signals/drawdown-risk/history?days=ninety')
  expect(refused.json()).toMatchObject({ statusCode: 400, details: { fields: ['days'] } })
})

test('every route answers 200 with a reason before anything has been learned', async () => {
  for (const path of ['drawdown-risk', 'drawdown-risk/history', 'base-rates', 'base-rates/calibration']) {
    const reason = 'nothing has been learned from history yet'
    expect(await get(path, emptyApp), path).toMatchObject({ status: 'not_ready', as_of: null, reason })
  }
  const answer = await compare(VIX_25, emptyApp)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ when: null, reason: 'nothing has been learned from history yet' })
})

describe('compare', () => {
  test('accepts aliases and compares within the same span', async () => {
    const answer = await compare({ ...VIX_25, horizon: 10, drawdown_pct: 3 })
    expect(answer.statusCode).toBe(200)
    const comparison = ConditionAnswer.parse(answer.json())
    expect(comparison.conditions[0]).toMatchObject({ metric: 'vix_close', op: '>=', value: 20 })
    expect(comparison).toMatchObject({ horizon: 10, drawdown_pct: 3, reason: null, to: DAY })
    expect(comparison.matching).toBeGreaterThan(0)
    expect(comparison.when!.n).toBeLessThan(comparison.unconditional!.n)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('counts only sessions on which all conditions hold', async () => {
    const low = { metric: 'hy_oas', op: '<', value: 4 }
    const [one, other, both] = await Promise.all(
      [VIX_25.conditions, [low], [...VIX_25.conditions, low]].map(async (conditions) => {
        const { dates, matching } = (await compare({ conditions })).json()
        return { dates: new Set<string>(dates), matching: matching as number }
      }),
    )
    expect(both!.matching).toBeLessThan(Math.min(one!.matching, other!.matching))
    expect([...both!.dates].every((date) => one!.dates.has(date) || one!.dates.size === 250)).toBe(true)
  })

  test.each([
    [{}, 'conditions'],
    [{ conditions: [] }, 'conditions'],
    [{ conditions: Array.from({ length: 9 }, () => VIX_25.conditions[0]) }, 'conditions'],
    [{ conditions: [{ metric: 'vix', op: '=', value: 1 }] }, 'conditions.0.op'],
    [{ conditions: [{ metric: 'vix', op: '>', value: '1' }] }, 'conditions.0.value'],
    [{ conditions: [{ metric: 'constructor', op: '>', value: 1 }] }, 'conditions.0.metric'],
    [{ conditions: [...VIX_25.conditions, { metric: 'nonsense', op: '>', value: 1 }] }, 'conditions.1.metric'],
    [{ conditions: [{ metric: 'vix,spy', op: '>', value: 1 }] }, 'conditions.0.metric'],
    [{ conditions: [{ metric: 'vix', op: '>', value: 1, and: 2 }] }, 'conditions.0.and'],
    [{ ...VIX_25, horizon: 0 }, 'horizon'],
    [{ ...VIX_25, horizon: 61 }, 'horizon'],
    [{ ...VIX_25, horizon: 2.5 }, 'horizon'],
    [{ ...VIX_25, drawdown_pct: 0 }, 'drawdown_pct'],
  ])('a 400 names the field: %j', async (body, field) => {
    const answer = await compare(body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid_parameter', details: { fields: [field] } })
  })

  test('a wrong op and a wrong value are told what would be accepted', async () => {
    const answer = await compare({ conditions: [{ metric: 'vix', op: '=', value: '1' }] })
    expect(answer.json().message).toBe(
      'conditions.0.op: must be >=, >, <= or <; conditions.0.value: must be a finite number',
    )
  })

  test('an unknown metric gets the catalogue and is never repeated', async () => {
    const answer = await compare({ conditions: [{ metric: 'secret-sauce', op: '>', value: 1 }] })
    expect(answer.json().details.metrics.map(({ metric }: { metric: string }) => metric)).toContain('vix_close')
    expect(answer.body).not.toContain('secret-sauce')
    const empty = await compare({ conditions: [...VIX_25.conditions, { metric: '', op: '>', value: 1 }] })
    expect(empty.json().details).toMatchObject({ fields: ['conditions.1.metric'], metrics: expect.any(Array) })
  })

  test('a newly stored table is read at the next request', async () => {
    const table = JSON.parse(documents.get(SESSIONS_KEY)!)
    table.days.pop()
    for (const { values } of Object.values<{ values: unknown[] }>(table.metrics)) values.pop()
    table.closes.pop()
    expect((await compare(VIX_25)).json().to).toBe(DAY)
    const model = { key: SESSIONS_KEY, contentType: 'application/json', asOf: AS_OF, run: 2 }
    await saveReadModel(database.sql, { ...model, body: JSON.stringify(table) })
    expect((await compare(VIX_25)).json().to).toBe('2026-11-18')
  })
})

test('while Postgres is down, a warm replica compares with its last table marked stale, a cold one answers empty with a reason', async () => {
  const proxy = await faultProxy(database.url)
  afterAll(() => proxy.close())
  const [warm, cold] = [await testApi(proxy.url), await testApi(proxy.url)]
  const { to } = await eventually(async () => {
    const table = (await compare(VIX_25, warm)).json()
    expect(table.to).not.toBeNull()
    return table
  })
  proxy.inject('refuse')
  const answer = await compare(VIX_25, warm)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({ 'x-stale': 'true', 'x-reason': expect.stringMatching(/database/) })
  expect(answer.json()).toMatchObject({ to, reason: null })
  const nothing = await compare(VIX_25, cold)
  expect(nothing.statusCode).toBe(200)
  expect(nothing.headers).not.toHaveProperty('x-stale')
  expect(nothing.json()).toMatchObject({ to: null, when: null, reason: expect.stringMatching(/database/) })
})
