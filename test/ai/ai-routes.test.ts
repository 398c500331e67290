import { Registry } from 'prom-client'
import { beforeAll, expect, test } from 'vitest'
import { historyRoutes } from '../../api/ai/history-route.ts'
import { verdictRoutes } from '../../api/ai/verdict-route.ts'
import { closeBeforeDrop } from '../../harness/database.ts'
import { siblingPool } from '../../shared/postgres/server/db.ts'
import { prepareReader, READER_TABLES } from '../../shared/postgres/server/prepare-reader.ts'
import { derivedLogin, readerPool } from '../../shared/postgres/server/reader-login.ts'
import { testApi } from '../api/support/api.ts'
import { aiWorld, DAY, et } from './support/ai-world.ts'

const world = aiWorld()
const ALL = { max: 4, waitingMax: 100 }
const api = () => testApi(world.url, { clock: world.clock })
const get = async (path: string) => (await (await api()).inject(path)).json()

/** Rows that a read path could have written, counted by Postgres itself. */
async function writes(): Promise<number> {
  const [row] = await world.sql<{ count: number }[]>`
    select sum(s.n_tup_ins + s.n_tup_upd + s.n_tup_del)::int as count from pg_stat_user_tables as s
    where s.relname in ('ai_reads', 'ai_states', 'ai_verdicts', 'ai_attempts', 'ai_evenings')`
  return row!.count
}

beforeAll(async () => {
  await world.reset()
})

test('before the first slot of a day the verdict is computed and nothing is written', async () => {
  await world.sql`select pg_stat_force_next_flush()`
  const before = await writes()
  expect(await get('/api/v1/ai2/verdict')).toMatchObject({
    source: 'computed',
    as_of: '2026-11-19T08:00:00-05:00',
    verdict: { risk: { band: 'low' }, downturn_read: { label: 'quiet', graded: false } },
    reason: null,
  })
  expect(await get('/api/v1/ai2/history')).toMatchObject({
    count: 0,
    cycles: [],
    reason: 'No AI cycle has been written yet.',
  })
  expect(await writes()).toBe(before)
})

test('a verdict written today is persisted, has no direction, and is recomputed after midnight', async () => {
  await world.tick(et('09:40'), null)
  const { source, verdict } = await get('/api/v1/ai2/verdict')
  expect(source).toBe('persisted')
  expect(Object.keys(verdict)).not.toContain('direction')
  expect(verdict.whats_happening).toMatchObject({ writer: 'deterministic', written_at: `${DAY}T09:40:00-05:00` })
  world.set(et('00:01', '2026-11-20'))
  expect((await get('/api/v1/ai2/verdict')).source).toBe('computed')
})

test('a limit above 200 is served as 200 and reported; text that is not a number is refused by name', async () => {
  expect(await get('/api/v1/ai2/history?limit=500')).toMatchObject({
    limit: 200,
    reason: 'At most 200 cycles are served, whatever limit is asked for.',
  })
  expect(await get('/api/v1/ai2/history?limit=1')).toMatchObject({ limit: 1, count: 1, reason: null })
  for (const limit of ['0', '-1', 'many', '1.5']) {
    const refused = await (await api()).inject(`/api/v1/ai2/history?limit=${limit}`)
    expect([limit, refused.statusCode, refused.body.includes('limit')]).toEqual([limit, 400, true])
  }
})

test('grades have exactly three keys, and no internals are served', async () => {
  const body = await get('/api/v1/ai2/history')
  expect(Object.keys(body.grades).toSorted()).toEqual(['magnitude', 'risk_band', 'trade_idea'])
  expect(JSON.stringify(body)).not.toMatch(/"(?:era|prompt_version|rules_version|rate_own|facts|interval)"/)
})

test.each([
  ['a table is missing', 'alter table ai_verdicts rename to away', 'alter table away rename to ai_verdicts'],
  [
    'what a verdict is made of is damaged',
    `update ai_evenings set document = '{' || document`,
    'update ai_evenings set document = substr(document, 2)',
  ],
])('a failure is 200 with null and a reason: %s', async (_what, broken, mended) => {
  await world.sql.unsafe(broken)
  try {
    const answer = await (await api()).inject('/api/v1/ai2/verdict')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ source: null, verdict: null, reason: expect.any(String) })
    expect((await (await api()).inject('/api/v1/ai2/history')).statusCode).toBe(200)
  } finally {
    await world.sql.unsafe(mended)
  }
})

test('an overload, a closed server and a slow one are 200 with null and a reason, too', async () => {
  const nobody = {
    public: ALL,
    identity: ALL,
    agents: ALL,
    trades: ALL,
    streams: ALL,
    verdicts: { max: 0, waitingMax: 0 },
  }
  const nowhere = new URL(world.url)
  nowhere.port = '9'
  const answers = [
    await (await testApi(world.url, { clock: world.clock, limits: { admission: nobody } })).inject(
      '/api/v1/ai2/verdict',
    ),
    await (await testApi(nowhere.href, { clock: world.clock })).inject('/api/v1/ai2/verdict'),
  ]
  await world.sql.begin(async (tx) => {
    await tx`lock table ai_verdicts in access exclusive mode`
    const impatient = await testApi(world.url, { clock: world.clock, limits: { readDeadlineMs: 300 } })
    answers.push(await impatient.inject('/api/v1/ai2/verdict'))
  })
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ source: null, verdict: null, reason: expect.stringMatching(/\w/) })
  }
})

test('the login of the verdict reads its tables, cannot write, and stays itself whatever its session sets', async () => {
  const sql = readerPool(world.sql, { max: 1 })
  closeBeforeDrop(String(world.sql.options.database), () => sql.end({ timeout: 1 }))
  const { user } = derivedLogin(world.sql)
  for (const table of READER_TABLES) await sql`select 1 from ${sql(table)} limit 1`
  await sql`set default_transaction_read_only to off`
  await sql`reset role`
  await sql`reset session authorization`
  expect(await sql`select current_user::text as "current", session_user::text as "session"`).toEqual([
    { current: user, session: user },
  ])
  const owner = String(world.sql.options.user)
  const refused = [
    sql`insert into ai_reads (id) values ('mine')`,
    sql`update ai_verdicts set document = '{}'`,
    sql`delete from ai_states`,
    sql`truncate ai_evenings`,
    sql`create table mine (id integer)`,
    sql`select 1 from account_tokens`,
    sql`select 1 from accounts`,
    sql`select 1 from webhooks`,
    sql`select 1 from ai_attempts`,
    sql`set role ${sql(owner)}`,
    sql`set session authorization ${sql(owner)}`,
  ]
  for (const result of await Promise.allSettled(refused)) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: '42501' } })
  }
})

test('rights beyond the tables of the verdict close the route until the next migration takes them back', async () => {
  const { user } = derivedLogin(world.sql)
  await world.sql`grant insert on ai_verdicts to ${world.sql(user)}`
  expect(await get('/api/v1/ai2/verdict')).toMatchObject({
    verdict: null,
    reason: expect.stringContaining('may do more'),
  })
  expect(await prepareReader(world.sql, undefined)).toBeNull()
  expect((await get('/api/v1/ai2/verdict')).verdict).not.toBeNull()
})

test('a login that is refused or has another password is renewed, and an owner who may not create roles is reported', async () => {
  // Logins belong to the whole server, so this one has an owner that no other test file uses.
  const login = { user: 'test_other_owner', password: 'other' }
  await world.sql`create role test_other_owner superuser login password 'other'`
  const owner = siblingPool(world.sql, { max: 1, login })
  const url = new URL(world.url)
  Object.assign(url, { username: login.user, password: login.password })
  const answer = async () => {
    const app = await testApi(url.href, { clock: world.clock })
    expect((await app.inject('/api/v1/ai2/history')).statusCode).toBe(200)
    return (await app.inject('/api/v1/ai2/verdict')).json()
  }
  const { user } = derivedLogin(owner)
  for (const broken of ['nologin', `password 'another'`]) {
    expect(await prepareReader(owner, undefined)).toBeNull()
    expect((await answer()).verdict).not.toBeNull()
    await world.sql.unsafe(`alter role ${user} ${broken}`)
    expect(await answer()).toMatchObject({ verdict: null, reason: expect.stringContaining('not ready') })
  }
  expect(await prepareReader(owner, undefined)).toBeNull()
  expect((await answer()).verdict).not.toBeNull()
  await owner.end({ timeout: 1 })
  await world.sql`create role test_mere_owner login password 'mere'`
  const mere = siblingPool(world.sql, { max: 1, login: { user: 'test_mere_owner', password: 'mere' } })
  expect(await prepareReader(mere, undefined)).toMatch(/market_state_reader_test_mere_owner is missing/)
  await mere.end({ timeout: 1 })
})

test('a login of the operator gets the rights, and one that may write is refused', async () => {
  const url = new URL(world.url)
  Object.assign(url, { username: 'test_own_reader', password: 'of-the-operator' })
  await world.sql`create role test_own_reader login password 'of-the-operator'`
  const answer = async (readerUrl: string) =>
    (await (await testApi(world.url, { clock: world.clock, readerUrl })).inject('/api/v1/ai2/verdict')).json()
  expect(await answer(url.href)).toMatchObject({ verdict: null, reason: expect.stringContaining('is not ready') })
  expect(await prepareReader(world.sql, url.href)).toBeNull()
  expect((await answer(url.href)).verdict).not.toBeNull()
  expect(await prepareReader(world.sql, world.url)).toBeNull()
  const [own] = await world.sql`
    select count(*)::int as tables from pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relacl is not null
      and not (c.relacl @> makeaclitem(c.relowner, c.relowner, 'INSERT', false))`
  expect(own).toEqual({ tables: 0 })
  expect(await answer(world.url)).toMatchObject({ verdict: null, reason: expect.stringContaining('may do more') })
})

test('a hundred cold reads of the verdict cost one computation, and another limit of the history one of its own', async () => {
  const metrics = new Registry()
  const app = await testApi(world.url, {
    clock: world.clock,
    metrics,
    routes: [...verdictRoutes, ...historyRoutes],
    limits: { documentAgeMs: 60_000 },
  })
  const loads = async (): Promise<number> =>
    Number(
      /^document_cache_loads_total (\d+)$/m.exec(
        await metrics.getSingleMetricAsString('document_cache_loads_total'),
      )?.[1],
    )
  const hundred = async (path: string) => {
    const before = await loads()
    const answers = await Promise.all(Array.from({ length: 100 }, () => app.inject(path)))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    return { loads: (await loads()) - before, status: new Set(answers.map(({ statusCode }) => statusCode)) }
  }
  await app.ready()
  const one = { loads: 1, status: new Set([200]) }
  expect(await hundred('/api/v1/ai2/verdict')).toEqual(one)
  expect(await hundred('/api/v1/ai2/history?limit=7')).toEqual(one)
  expect(await hundred('/api/v1/ai2/history?limit=8')).toEqual(one)
  expect(await hundred('/api/v1/ai2/history?limit=7')).toMatchObject({ loads: 0 })
})
