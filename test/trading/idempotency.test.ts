import { expect, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { ADMIN, INTERNAL } from '../api/support/api.ts'
import { ACCOUNTS, ask, createAccount, holdAccount, replica, twoReplicas } from './replicas.ts'

const world = twoReplicas()
const count = async () => {
  const [row] = await world.db.sql<{ n: number }[]>`select count(*)::integer as n from accounts as a`
  return row!.n
}
const create = (body: object, key: string, app = world.one) => ask(app, { method: 'POST', url: ACCOUNTS, body, key })

test('the same key and body get the same bytes on another replica and after a restart, and the work is done once', async () => {
  const body = { name: 'once', balance: 500 }
  const first = await create(body, 'key-1')
  expect([first.statusCode, first.headers['idempotency-replayed']]).toEqual([201, undefined])
  const before = await count()
  const restarted = await replica(world.db)
  for (const app of [world.one, world.two, restarted]) {
    // The same members in another order make the same body.
    const again = await create({ balance: 500, name: 'once' }, 'key-1', app)
    expect([again.statusCode, again.body, again.headers['idempotency-replayed']]).toEqual([201, first.body, 'true'])
  }
  expect(await count()).toBe(before)
  expect((await ask(world.two, { url: '/api/v1/trading/account', token: first.json().token })).statusCode).toBe(200)
})

test('the same key with another body or route is 422 and does nothing', async () => {
  const { account_id } = (await create({ name: 'first' }, 'key-2')).json()
  const before = await count()
  const other = await create({ name: 'second' }, 'key-2', world.two)
  expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_key_reused'])
  const elsewhere = await ask(world.one, { method: 'POST', url: `${ACCOUNTS}/${account_id}/reset`, key: 'key-2' })
  expect(elsewhere.statusCode).toBe(422)
  expect(await count()).toBe(before)
})

test('a second request with the key is 409 and retryable while the first is at work', async () => {
  const { account_id } = await createAccount(world.one)
  const url = `${ACCOUNTS}/${account_id}/reset`
  const reset = (app = world.one) => ask(app, { method: 'POST', url, key: 'key-3' })
  const letGo = await holdAccount(world.db, account_id)
  const first = reset()
  await eventually(async () => {
    const [row] = await world.db.sql<{ n: number }[]>`
      select count(*)::integer as n from pg_locks as l join pg_database as d on d.oid = l.database
      where l.locktype = 'advisory' and d.datname = current_database() and l.classid <> 0`
    return row!.n > 0
  })
  const second = await reset(world.two)
  expect([second.statusCode, second.json().code]).toEqual([409, 'idempotency_in_progress'])
  expect(second.headers['retry-after']).toBe('1')
  await letGo()
  const answer = await first
  expect([answer.statusCode, answer.json().epoch]).toEqual([200, 2])
  expect((await reset(world.two)).body).toBe(answer.body)
})

test('many concurrent requests with one key on two replicas create one account', async () => {
  const before = await count()
  const storm = Array.from({ length: 20 }, (_, at) =>
    create({ name: 'storm' }, 'key-4', at % 2 ? world.one : world.two),
  )
  const answers = await Promise.all(storm)
  expect(answers.filter(({ statusCode }) => statusCode !== 201 && statusCode !== 409)).toEqual([])
  expect(new Set(answers.filter(({ statusCode }) => statusCode === 201).map(({ body }) => body)).size).toBe(1)
  expect(await count()).toBe(before + 1)
})

test('a refusal does nothing and leaves the key unused', async () => {
  const url = `${ACCOUNTS}/999999999/reset`
  expect((await ask(world.one, { method: 'POST', url, key: 'key-5' })).statusCode).toBe(404)
  expect((await create({ name: 'with the same key' }, 'key-5')).statusCode).toBe(201)
})

test.each(['', 'has space', 'x'.repeat(256), 'ä'])('a malformed key is 400: %j', async (key) => {
  const answer = await create({ name: 'x' }, key)
  expect([answer.statusCode, answer.json().details]).toEqual([400, { fields: ['Idempotency-Key'] }])
})

test('neither tokens nor keys are stored in the database as text', async () => {
  const { token } = (await create({ name: 'secret' }, 'canary-key-6')).json()
  const [row] = await world.db.sql<{ dump: string }[]>`
    select string_agg(t.line, E'\n') as dump from (
      select to_jsonb(a)::text as line from account_tokens as a union all
      select to_jsonb(e)::text from account_events as e union all
      select to_jsonb(k)::text || encode(k.answer, 'escape') from idempotency_keys as k
    ) as t`
  const secret = token.split('_')[3]!
  for (const canary of [token, secret, secret.slice(0, 20), 'canary-key-6', ADMIN])
    expect(row!.dump.includes(canary), canary).toBe(false)
})

test('an answer with a token is repeated only to the admin token that got it', async () => {
  const first = await create({ name: 'sealed' }, 'key-7')
  const rotated = await replica(world.db, { tokens: { admin: 'another-admin-token', internal: INTERNAL } })
  const again = await ask(rotated, {
    method: 'POST',
    url: ACCOUNTS,
    body: { name: 'sealed' },
    key: 'key-7',
    token: 'another-admin-token',
  })
  expect([again.statusCode, again.json().code]).toEqual([409, 'idempotency_key_sealed'])
  expect((await create({ name: 'sealed' }, 'key-7')).body).toBe(first.body)
})
