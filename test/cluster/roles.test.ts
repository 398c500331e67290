import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeBeforeDrop, freshDatabase, testDatabase } from '../../harness/database.ts'
import { logEvents } from '../../harness/log-events.ts'
import { connectBroker } from '../../shared/broker/connect.ts'
import { silentLog } from '../../shared/log.ts'
import { saveLatestQuotes } from '../../shared/postgres/market/latest-quotes.ts'
import { openPool, type Pool } from '../../shared/postgres/server/db.ts'
import { migrate } from '../../shared/postgres/server/migrate.ts'
import { testApi } from '../api/support/api.ts'
import { NOW } from '../api/support/seed.ts'
import { event } from '../stream/stream-world.ts'
import { ask, createAccount } from '../trading/replicas.ts'
import { SPY } from '../trading/sound-quote.ts'
import { BUY, TRADES } from '../trading/trade-world.ts'

const ROLES = ['owner', 'worker', 'trading', 'public'] as const
type Role = (typeof ROLES)[number]
const FILE = readFileSync(new URL('../../docs/roles.sql', import.meta.url), 'utf8')
const DENIED = '42501'
const db = testDatabase()
const sessions = new Map<Role, Pool>()
const login = (role: Role): string => `test_${role}_${process.pid}`
const as = (role: Role): Pool => sessions.get(role)!
const urlOf = (role: Role, database: string): string => {
  const url = new URL(database)
  Object.assign(url, { username: login(role), password: 'test' })
  return url.href
}

beforeAll(async () => {
  await db.sql.unsafe(FILE).simple()
  for (const role of ROLES) {
    await db.sql.unsafe(`create role ${login(role)} login password 'test' in role market_state_${role}`)
    await db.sql.unsafe(`alter role ${login(role)} set role = 'market_state_${role}'`)
    sessions.set(role, openPool(urlOf(role, db.url), { max: 3, name: `test-${role}` }))
  }
})
afterAll(async () => {
  await Promise.all([...sessions.values()].map((session) => session.end({ timeout: 1 })))
  for (const role of ROLES) {
    await db.sql.unsafe(`drop role ${login(role)}`)
    await db.sql.unsafe(`drop owned by market_state_${role} cascade; drop role market_state_${role}`).simple()
  }
})

describe('what each role may not', () => {
  test.each<[Role, string]>([
    ['public', "update accounts set name = 'x'"],
    ['public', 'delete from read_models'],
    ['public', 'insert into service_sequence (number, raised_at) values (1, now())'],
    ['public', 'select * from account_tokens'],
    ['public', 'select * from stream_tickets'],
    ['public', 'select * from idempotency_keys'],
    ['public', 'select * from webhooks'],
    ['public', 'create table mine (id integer)'],
    ['trading', 'update observations set value = 1'],
    ['trading', 'update signal_snapshots set run = 2'],
    ['trading', 'delete from reports'],
    ['trading', 'delete from inbox'],
    ['trading', 'truncate ledger_entries'],
    ['trading', 'alter table ledger_entries disable trigger all'],
    ['trading', 'create table mine (id integer)'],
    ['trading', 'delete from schema_migrations'],
    ['worker', 'create table mine (id integer)'],
    ['worker', 'alter table ledger_entries disable trigger all'],
    ['worker', 'drop table trades'],
    ['worker', 'delete from schema_migrations'],
    ['worker', 'create role another superuser'],
    ['owner', 'create role another superuser'],
    ['owner', "copy trades to '/tmp/trades'"],
  ])('%s: %s', async (role, statement) => {
    await expect(as(role).unsafe(statement)).rejects.toMatchObject({ code: DENIED })
  })
})

describe('what each role needs', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    await db.sql`
      insert into service_time (real_origin, service_origin, speed, since, last_seen)
      values (clock_timestamp(), ${NOW}, 0, ${NOW}, ${NOW})`
    await saveLatestQuotes(as('worker'), [SPY], NOW)
    app = await testApi(urlOf('trading', db.url))
  })

  test('a replica trades and keeps webhooks with the role trading', async () => {
    const { token } = await createAccount(app)
    const quoted = await ask(app, { method: 'POST', url: TRADES, token, body: BUY, key: 'one' })
    expect(quoted.statusCode).toBe(201)
    const confirm = `${TRADES}/${quoted.json().trade_id}/confirm`
    expect((await ask(app, { method: 'POST', url: confirm, token })).statusCode).toBe(200)
    const webhook = { name: 'x', url: 'https://example.com/x', kinds: ['alert'] }
    expect((await ask(app, { method: 'POST', url: '/api/v1/admin/webhooks', body: webhook })).statusCode).toBe(201)
  })

  test('the sequencer and the queues of the Postgres broker work with the role worker', async () => {
    await logEvents(as('worker'), [event({ kind: 'alert' })])
    const broker = await connectBroker({ databaseUrl: urlOf('worker', db.url) }, silentLog)
    expect((await broker.depths()).length).toBeGreaterThan(0)
    await broker.close()
  })

  test('public documents are read with the role public', async () => {
    const reading = await testApi(urlOf('public', db.url))
    for (const path of ['/api/v1/status', '/api/v1/signals/latest', '/api/v1/weeks', '/api/v1/alerts', '/api/v1/tape'])
      expect([path, (await reading.inject(path)).statusCode]).not.toEqual([path, 500])
    expect((await reading.inject('/api/v1/status')).json().report_count).toBe(0)
  })

  test('an empty database is migrated with the role owner', async () => {
    const fresh = await freshDatabase()
    await fresh.sql
      .unsafe(
        'drop schema public cascade; create schema public; grant create, usage on schema public to market_state_owner',
      )
      .simple()
    const owner = openPool(urlOf('owner', fresh.url), { max: 1, name: 'test-owner' })
    closeBeforeDrop(String(owner.options.database), () => owner.end({ timeout: 1 }))
    const { applied } = await migrate(owner)
    expect(applied.length).toBeGreaterThan(50)
    await fresh.sql.unsafe(FILE).simple()
    await fresh.drop()
  })
})
