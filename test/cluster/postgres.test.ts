import { execFile } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../../api/start-api.ts'
import { type Authority, makeAuthority } from '../../harness/cluster/certificates.ts'
import { startPgBouncer } from '../../harness/cluster/pgbouncer.ts'
import { type PostgresPair, startPostgresPair } from '../../harness/cluster/postgres-pair.ts'
import { eventually } from '../../harness/eventually.ts'
import { NO_RATE_LIMITS } from '../../harness/no-rate-limits.ts'
import { REPOSITORY } from '../../harness/product.ts'
import { inherited } from '../../harness/run-environment.ts'
import { ADMIN, INTERNAL } from '../../harness/tokens.ts'
import { connectBroker } from '../../shared/broker/connect.ts'
import { silentLog } from '../../shared/log.ts'
import { checkDatabase } from '../../shared/postgres/server/check-database.ts'
import { openPool, type Pool } from '../../shared/postgres/server/db.ts'
import { announceDocuments, saveReadModel } from '../../shared/postgres/signals/read-models.ts'
import { LISTENING } from '../api/support/listening.ts'
import { NOW } from '../api/support/seed.ts'
import { snapshot } from '../api/support/snapshot.ts'

let pair: PostgresPair
let pooler: string
let sql: Pool
beforeAll(async () => {
  pair = await startPostgresPair()
  pooler = await startPgBouncer(pair.workshop, pair.ports.primary)
  sql = openPool(pair.url, { max: 4, name: 'test' })
}, 300_000)
afterAll(async () => {
  await sql?.end({ timeout: 1 })
  await pair?.stop()
})

const ENDS_WITHIN_MS = 10_000
const NOBODY = 'postgres://market@127.0.0.1:1/postgres'
const check = (urls: Parameters<typeof checkDatabase>[0]) => checkDatabase(urls, silentLog)

describe('addresses that would fail later are refused at the start, in one sentence', () => {
  test.each<[string, () => Promise<void>, RegExp]>([
    [
      'a server that does not answer',
      () => check({ DATABASE_URL: NOBODY }),
      /^DATABASE_URL: the server cannot be used \(127\.0\.0\.1:1: .*ECONNREFUSED.*\); start one/,
    ],
    [
      'a list of which none answers',
      () => check({ DATABASE_URL: 'postgres://market@127.0.0.1:1,127.0.0.1:2/postgres' }),
      /^DATABASE_URL: none of the 2 servers can be used/,
    ],
    [
      'a standby',
      () => check({ DATABASE_URL: pair.standbyUrl }),
      /^DATABASE_URL: 127\.0\.0\.1:\d+ is a standby .* DATABASE_READ_URL$/,
    ],
    [
      'a pooler that shares sessions',
      () => check({ DATABASE_URL: pooler }),
      /^DATABASE_URL: .* is a pooler that shares sessions; .* DATABASE_DIRECT_URL/,
    ],
    [
      'a pooler in the place of the database',
      () => check({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: pooler }),
      /^DATABASE_DIRECT_URL: .* is a pooler/,
    ],
    [
      'a pooler that refuses our parameters',
      async () =>
        check({
          DATABASE_URL: await startPgBouncer(pair.workshop, pair.ports.primary, 'extra_float_digits'),
          DATABASE_DIRECT_URL: pair.primaryUrl,
        }),
      /^DATABASE_URL: .*startup parameter.*ignore_startup_parameters/,
    ],
    [
      'a database that does not exist',
      () => check({ DATABASE_URL: pair.primaryUrl.replace('/postgres', '/nothing') }),
      /^DATABASE_URL: .*3D000.*; create the database/,
    ],
  ])('%s', async (_title, refused, sentence) => {
    await expect(refused()).rejects.toThrow(sentence)
  })

  test('one host of several that does not answer is no reason to stop', async () => {
    await check({ DATABASE_URL: `postgres://market@127.0.0.1:1,127.0.0.1:${pair.ports.primary}/postgres` })
    await check({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: pair.primaryUrl, DATABASE_READ_URL: NOBODY })
  })
})

describe('processes end at such an address within ten seconds, with that sentence', () => {
  let trusted: Authority
  let secure: string
  beforeAll(async () => {
    trusted = await makeAuthority(pair.workshop, 'trusted')
    await pair.useCertificate(await trusted.issue('localhost'))
    secure = `postgres://market@localhost:${pair.ports.primary}/postgres?sslmode=verify-full&sslrootcert=`
  }, 180_000)

  /** Its exit code, and what it printed before its end. */
  async function end(main: string, variables: Record<string, string>) {
    const env = { ...inherited(), PORT: '0', ADMIN_TOKEN: ADMIN, ...variables }
    const child = execFile(process.execPath, main.split(' '), { cwd: REPOSITORY, env, timeout: ENDS_WITHIN_MS })
    let said = ''
    child.stderr!.on('data', (text: string) => (said += text))
    const code = await new Promise<number | null>((done) => child.once('close', done))
    return { code, said: said.trim() }
  }
  const WORKER = 'workers/main.ts --stages signals'
  const API = 'api/main.ts'

  test.each<[string, string, () => Record<string, string> | Promise<Record<string, string>>, RegExp]>([
    [
      'servers of which none answers',
      WORKER,
      () => ({ DATABASE_URL: `${NOBODY.replace(':1/', ':1,127.0.0.1:2/')}` }),
      /^worker: DATABASE_URL: none of the 2 servers can be used .*; start one or correct the address$/,
    ],
    [
      'a standby',
      WORKER,
      () => ({ DATABASE_URL: pair.standbyUrl }),
      /^worker: DATABASE_URL: .* is a standby .* DATABASE_READ_URL$/,
    ],
    [
      'a standby',
      API,
      () => ({ DATABASE_URL: pair.standbyUrl }),
      /^api: DATABASE_URL: .* is a standby .* DATABASE_READ_URL$/,
    ],
    [
      'a pooler that shares sessions',
      WORKER,
      () => ({ DATABASE_URL: pooler }),
      /^worker: DATABASE_URL: .* is a pooler that shares sessions; name the database itself in DATABASE_DIRECT_URL/,
    ],
    [
      'a pooler in the place of the database',
      API,
      () => ({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: pooler }),
      /^api: DATABASE_DIRECT_URL: .* is a pooler that shares sessions; it must name the database itself$/,
    ],
    [
      'a certificate of a stranger',
      WORKER,
      async () => ({ DATABASE_URL: secure + (await makeAuthority(pair.workshop, 'stranger')).file }),
      /^worker: DATABASE_URL: .*; give the authority that signed its certificate as sslrootcert$/,
    ],
    [
      'a certificate of a stranger',
      API,
      async () => ({ DATABASE_URL: secure + (await makeAuthority(pair.workshop, 'other')).file }),
      /^api: DATABASE_URL: .*; give the authority that signed its certificate as sslrootcert$/,
    ],
    [
      'a certificate for another host',
      WORKER,
      () => ({ DATABASE_URL: secure.replace('localhost', '127.0.0.1') + trusted.file }),
      /^worker: DATABASE_URL: .*127\.0\.0\.1.*; address the server by a name of its certificate$/,
    ],
  ])('%s: %s', async (_title, main, variables, sentence) => {
    const { code, said } = await end(main, await variables())
    expect(said).toMatch(sentence)
    expect(said.split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  })

  test('with the right authority the server is used, by the broker too, and its link is encrypted', async () => {
    await check({ DATABASE_URL: secure + trusted.file })
    const broker = await connectBroker({ databaseUrl: secure + trusted.file }, silentLog)
    expect((await broker.depths()).length).toBeGreaterThan(0)
    await broker.close()
    const session = openPool(secure + trusted.file, { max: 1, name: 'test' })
    expect(await session`select s.ssl from pg_stat_ssl as s where s.pid = pg_backend_pid()`).toMatchObject([
      { ssl: true },
    ])
    await session.end({ timeout: 1 })
  })
})

test('through a pooler in transaction mode every query is answered, under load too', async () => {
  const pooled = openPool(pooler, { max: 20, name: 'test', pooled: true })
  const ask = (n: number) =>
    pooled.begin(async (tx) => (await tx`select ${n}::integer as n, ${[n]}::integer[] as l`)[0])
  const answers = await Promise.all(Array.from({ length: 400 }, (_, n) => ask(n)))
  expect(answers.map((row) => row?.n)).toEqual(answers.map((_, n) => n))
  await pooled.end({ timeout: 1 })
})

describe('a standby that serves public documents', () => {
  let url: string
  let close: () => Promise<void>
  let run = 0
  const publish = (score: number) =>
    sql.begin(async (tx) => {
      const body = JSON.stringify(snapshot({ health_score: score }))
      const model = { key: 'signals/latest', contentType: 'application/json', body, asOf: NOW, run: ++run }
      await saveReadModel(tx, model)
      await announceDocuments(tx, 'signals')
    })
  const getJson = async (path: string) => (await (await fetch(url + path)).json()) as Record<string, unknown>
  const score = async () => (await getJson('/api/v1/signals/latest')).health_score
  const standby = async () => (await getJson('/api/v1/status')).standby

  beforeAll(async () => {
    await publish(50)
    const api = await startApi({
      databaseUrl: pooler,
      directUrl: pair.primaryUrl,
      standbyUrl: pair.standbyUrl,
      standbyLagMaxS: 1,
      ...LISTENING,
      tokens: { internal: INTERNAL },
      limits: { rates: NO_RATE_LIMITS, documentAgeMs: 0 },
    })
    url = api.url
    close = api.close
  }, 180_000)
  afterAll(() => close())

  test('is read while it does not lag', async () => {
    await eventually(async () => expect(await standby()).toEqual({ lag_seconds: 0, serves: true }))
    const session = openPool(pair.standbyUrl, { max: 1, name: 'look', standby: true })
    await eventually(async () => {
      expect(await score()).toBe(50)
      const rows = await session`
        select a.query from pg_stat_activity as a
        where a.application_name = 'api-standby' and a.query like '%read_models%' limit 1`
      expect(rows).toHaveLength(1)
    })
    await session.end({ timeout: 1 })
  })

  test('is not used until it has replayed what was announced, nor while it lags too much', async () => {
    await pair.pauseReplay()
    await publish(61)
    await eventually(async () => expect(await score()).toBe(61))
    // No read goes back to what the standby still has.
    for (let read = 0; read < 20; read += 1) expect(await score()).toBe(61)
    await eventually(async () => {
      const state = (await standby()) as { lag_seconds: number; serves: boolean }
      expect(state.lag_seconds).toBeGreaterThan(1)
      expect(state.serves).toBe(false)
    })
    const { warnings, issues } = await getJson('/api/v1/status')
    await pair.resumeReplay()
    expect({ warnings, issues }).toMatchObject({
      warnings: expect.arrayContaining([expect.stringMatching(/the standby of public reads is \d+ s behind/)]),
    })
    await eventually(async () => expect(await standby()).toEqual({ lag_seconds: 0, serves: true }))
    expect(await score()).toBe(61)
  })
})

test('writes go on at the promoted standby, with every confirmed row', async () => {
  await sql`create table if not exists confirmed (n integer primary key)`
  const broker = await connectBroker({ databaseUrl: pair.url }, silentLog)
  const confirmed: number[] = []
  let isOver = false
  let promotedAt = 0
  let tookUpMs: number | null = null
  const writing = (async () => {
    for (let n = 1; !isOver; n += 1) {
      await sql`insert into confirmed (n) values (${n}) on conflict do nothing`.then(
        () => {
          confirmed.push(n)
          if (promotedAt > 0) tookUpMs ??= performance.now() - promotedAt
        },
        () => new Promise((done) => setTimeout(done, 20)),
      )
    }
  })()
  await eventually(() => confirmed.length > 200)
  // The standby has everything that is confirmed before the primary dies, as with synchronous replication.
  isOver = true
  await writing
  const look = openPool(pair.standbyUrl, { max: 1, name: 'look', standby: true })
  const count = async () => (await look`select count(*)::integer as n from confirmed`)[0]!.n
  await eventually(async () => expect(await count()).toBe(confirmed.length))

  await pair.killPrimary()
  await pair.promote()
  promotedAt = performance.now()
  await eventually(() => sql`insert into confirmed (n) values (0)`.then(() => true), { within: 10_000 })
  tookUpMs = performance.now() - promotedAt
  process.stdout.write(`the promoted standby took writes ${Math.round(tookUpMs)} ms after its promotion\n`)
  expect(await count()).toBe(confirmed.length + 1)
  await eventually(async () => expect((await broker.depths()).length).toBeGreaterThan(0), { within: 20_000 })
  await broker.close()
  await look.end({ timeout: 1 })
}, 180_000)
