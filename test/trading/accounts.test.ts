import { expect, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { sequenceAll } from '../../harness/log-events.ts'
import { DEFAULT_LIMITS } from '../../shared/domain/trading/limits.ts'
import { parseDollars } from '../../shared/domain/trading/money.ts'
import { audit } from '../../shared/postgres/audit/audit.ts'
import { lockOpenAccount } from '../../shared/postgres/trading/accounts.ts'
import { ACCOUNTS, ask, createAccount, twoReplicas } from './replicas.ts'

const world = twoReplicas()
const TRADING = '/api/v1/trading'

type Told = { kind: string; actor: string; epoch: number; data: object }

test('a new account has its cash and a token that works on every replica', async () => {
  const { one, two } = world
  const answer = await ask(one, { method: 'POST', url: ACCOUNTS, body: { name: 'first agent' } })
  expect(answer.statusCode, answer.body).toBe(201)
  const created = answer.json()
  expect(created).toMatchObject({ name: 'first agent', balance: 100_000, initial_balance: 100_000, epoch: 1 })
  expect(created).toMatchObject({ status: 'active', deficit: false, shorting: false })
  expect(created.token).toMatch(/^ms_agt_[0-9A-Za-z]{12}_[0-9A-Za-z]{43}$/)
  const own = await ask(two, { url: `${TRADING}/account`, token: created.token })
  expect(own.headers['cache-control']).toBe('no-store')
  expect(own.json()).toEqual({
    account_id: created.account_id,
    name: 'first agent',
    balance: 100_000,
    equity: 100_000,
    equity_estimate: null,
    unrealized_pnl: 0,
    realized_pnl: 0,
    day_pnl: 0,
    day_pnl_reason: null,
    dividends_due: 0,
    stale: [],
    buying_power: 100_000,
    required: 0,
    maintenance: null,
    unmarked: [],
    initial_balance: 100_000,
    epoch: 1,
    status: 'active',
    deficit: false,
    shorting: false,
    created_at: created.created_at,
  })
})

test.each([
  [1, 10_000],
  ['0000001.5', null],
  ['99999.9999', 999_999_999],
  [1_000_000_000, 10_000_000_000_000],
])('a balance of %s is stored exactly to 1e-4 dollars', async (balance, e4) => {
  const { one, db } = world
  const { account_id, token } = await createAccount(one, { name: 'exact', balance })
  const [row] = await db.sql<{ cash: number }[]>`select a.cash_e4 as cash from accounts as a where a.id = ${account_id}`
  expect(row!.cash).toBe(e4 ?? 15_000)
  const own = (await ask(one, { url: `${TRADING}/account`, token })).json()
  expect(parseDollars(own.balance)).toBe(row!.cash)
})

test('accounts are listed in pages, and each change records an event unless the value is the same', async () => {
  const { one, two } = world
  const { account_id, token } = await createAccount(one, { name: 'changing' })
  const url = `${ACCOUNTS}/${account_id}`
  const patch = async (body: object) => (await ask(two, { method: 'PATCH', url, body })).json()
  expect(await patch({ name: 'changed', shorting: true })).toMatchObject({ name: 'changed', shorting: true })
  expect(await patch({ status: 'suspended', limits: { max_day_loss: 12.5 } })).toMatchObject({
    status: 'suspended',
    limits: { max_day_loss: 12.5, orders_per_minute: DEFAULT_LIMITS.orders_per_minute },
  })
  await patch({ status: 'suspended', name: 'changed', limits: { max_day_loss: 12.5 } })
  expect(await patch({ limits: { max_day_loss: null } })).toMatchObject({ limits: { max_day_loss: null } })
  await sequenceAll(world.db.sql)
  const { events, total } = (await ask(one, { url: `${url}/events` })).json()
  expect(total).toBe(7)
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual([
    'limits_changed',
    'limits_changed',
    'status_changed',
    'shorting_changed',
    'renamed',
    'token_created',
    'created',
  ])
  expect(events[4]).toMatchObject({ actor: 'admin', epoch: 1, data: { from: 'changing', to: 'changed' } })
  expect((await ask(one, { url: `${url}/events?limit=1&offset=6` })).json().events).toHaveLength(1)
  const own = await ask(two, { url: `${TRADING}/events`, token })
  const told = own.json().events.map(({ subject, data }: { subject: string; data: object }) => ({ subject, data }))
  expect(told).toEqual(
    events
      .toReversed()
      .map(({ kind, actor, epoch, data }: Told) => ({ subject: kind, data: { actor, epoch, ...data } })),
  )
  expect(own.headers['cache-control']).toBe('no-store')
  expect(own.body).not.toContain(token.split('_').at(-1))
  const paged = await ask(two, { url: `${TRADING}/events?limit=2&after=${own.json().events[4].id}`, token })
  expect(paged.json().events).toEqual(own.json().events.slice(5))
  const { accounts, total: all } = (await ask(two, { url: `${ACCOUNTS}?limit=500` })).json()
  expect(accounts).toHaveLength(all)
  expect(accounts.find((each: { account_id: number }) => each.account_id === account_id).name).toBe('changed')
})

test('a reset begins an epoch, keeps the token, and leaves the old ledger readable', async () => {
  const { one, two } = world
  const { account_id, token } = await createAccount(one, { name: 'again', balance: 500 })
  const url = `${ACCOUNTS}/${account_id}/reset`
  expect((await ask(one, { method: 'POST', url })).json()).toMatchObject({ epoch: 2, balance: 500 })
  expect((await ask(two, { method: 'POST', url, body: { balance: 70.07 } })).json()).toMatchObject({
    epoch: 3,
    balance: 70.07,
    initial_balance: 70.07,
  })
  expect((await ask(one, { url: `${ACCOUNTS}/${account_id}/events` })).json().events[0]).toMatchObject({
    kind: 'reset',
    epoch: 3,
    data: { from_epoch: 2, cash_before: 500, balance: 70.07 },
  })
  const ledger = async (query: string) => (await ask(one, { url: `${TRADING}/ledger${query}`, token })).json()
  expect(await ledger('')).toMatchObject({ epoch: 3, balance: 70.07, through: 1 })
  expect(await ledger('?epoch=1')).toMatchObject({ epoch: 1, balance: 500, through: 1 })
  expect(await ledger('?epoch=4')).toMatchObject({ statusCode: 404 })
  expect(await audit(world.db.sql)).toSatisfy((found: { offenders: unknown[] }[]) =>
    found.every(({ offenders }) => offenders.length === 0),
  )
})

test('a deleted account is 404 for agents and admins, and its events stay readable', async () => {
  const { one, two } = world
  const { account_id, token } = await createAccount(one, { name: 'leaving' })
  const url = `${ACCOUNTS}/${account_id}`
  expect((await ask(one, { method: 'DELETE', url })).json()).toEqual({ account_id, status: 'deleted' })
  expect((await ask(two, { url: `${TRADING}/account`, token })).statusCode).toBe(401)
  const { accounts } = (await ask(two, { url: `${ACCOUNTS}?limit=500` })).json()
  expect(accounts.some((each: { account_id: number }) => each.account_id === account_id)).toBe(false)
  expect((await ask(two, { url: `${url}/events` })).json().events[0]).toMatchObject({ kind: 'deleted' })
  for (const id of [account_id, 999_999_999])
    await expect(world.db.sql.begin((tx) => lockOpenAccount(tx, id))).rejects.toMatchObject({
      kind: 'not_found',
      message: `there is no open account ${id}`,
    })
  for (const [method, path, body] of [
    ['DELETE', '', undefined],
    ['PATCH', '', { name: 'back' }],
    ['POST', '/reset', undefined],
    ['POST', '/tokens', { name: 'late' }],
  ] as const) {
    const gone = await ask(two, { method, url: url + path, body })
    const never = await ask(two, { method, url: `${ACCOUNTS}/999999999${path}`, body })
    expect([gone.statusCode, gone.body]).toEqual([404, never.body])
  }
})

test('a token of another account is answered like one that never existed', async () => {
  const { one } = world
  const [mine, theirs] = [await createAccount(one), await createAccount(one)]
  const revoke = (id: string) => ask(one, { method: 'DELETE', url: `${ACCOUNTS}/${mine.account_id}/tokens/${id}` })
  const other = await revoke(theirs.token_id)
  const never = await revoke('000000000000')
  expect([other.statusCode, other.body]).toEqual([404, never.body])
  expect((await ask(one, { url: `${TRADING}/account`, token: theirs.token })).statusCode).toBe(200)
  const replacing = { name: 'x', replaces: theirs.token_id }
  const tokens = `${ACCOUNTS}/${mine.account_id}/tokens`
  expect((await ask(one, { method: 'POST', url: tokens, body: replacing })).json()).toMatchObject({
    statusCode: 400,
    details: { fields: ['replaces'] },
  })
})

test('a replaced token overlaps, and a revoked or expired one ends on every replica within five seconds', async () => {
  const { one, two, db } = world
  const { account_id, token, token_id } = await createAccount(one)
  const tokens = `${ACCOUNTS}/${account_id}/tokens`
  const works = async (text: string) => {
    const answers = await Promise.all([one, two].map((app) => ask(app, { url: `${TRADING}/account`, token: text })))
    return answers.map(({ statusCode }) => statusCode)
  }
  const next = (await ask(one, { method: 'POST', url: tokens, body: { name: 'next', replaces: token_id } })).json()
  expect([await works(token), await works(next.token)]).toEqual([
    [200, 200],
    [200, 200],
  ])
  const { tokens: listed } = (await ask(two, { url: tokens })).json()
  expect(listed.map(({ token_id: id, live }: { token_id: string; live: boolean }) => [id, live])).toEqual([
    [next.token_id, true],
    [token_id, true],
  ])
  expect(JSON.stringify(listed)).not.toContain(token)
  await eventually(async () => {
    const [{ last_used_at: used }] = (await ask(two, { url: tokens })).json().tokens
    expect(used).not.toBeNull()
  })
  await ask(two, { method: 'DELETE', url: `${tokens}/${next.token_id}` })
  await eventually(async () => expect(await works(next.token)).toEqual([401, 401]), { within: 5_000 })
  await db.sql`update account_tokens set expires_at = clock_timestamp() where id = ${token_id}`
  await eventually(async () => expect(await works(token)).toEqual([401, 401]), { within: 5_000 })
})

test('a replaced token ends after the overlap, and one that ends sooner is not kept alive by it', async () => {
  const { one, db } = world
  const { account_id, token_id } = await createAccount(one)
  const url = `${ACCOUNTS}/${account_id}/tokens`
  const replace = async (id: string, overlap: number) => {
    const body = { name: 'next', replaces: id, overlap_seconds: overlap }
    const answer = await ask(one, { method: 'POST', url, body })
    expect(answer.statusCode, answer.body).toBe(201)
    const [row] = await db.sql<{ seconds: number }[]>`
      select extract(epoch from t.expires_at - clock_timestamp())::float8 as seconds
      from account_tokens as t where t.id = ${id}`
    return { seconds: row!.seconds, next: answer.json().token_id as string }
  }
  const endless = await replace(token_id, 3_600)
  expect(endless.seconds).toBeGreaterThan(3_000)
  expect(endless.seconds).toBeLessThanOrEqual(3_600)
  await db.sql`update account_tokens set expires_at = clock_timestamp() + interval '600 s' where id = ${endless.next}`
  const ending = await replace(endless.next, 3_600)
  expect(ending.seconds).toBeLessThanOrEqual(600)
  await db.sql`update account_tokens set expires_at = clock_timestamp() + interval '30 days' where id = ${ending.next}`
  expect((await replace(ending.next, 3_600)).seconds).toBeLessThanOrEqual(3_600)
})

test('the twenty-first live token of an account is refused', async () => {
  const { one } = world
  const { account_id } = await createAccount(one)
  const url = `${ACCOUNTS}/${account_id}/tokens`
  for (let made = 1; made < 20; made++)
    expect((await ask(one, { method: 'POST', url, body: { name: 'more' } })).statusCode).toBe(201)
  expect((await ask(one, { method: 'POST', url, body: { name: 'more' } })).json().code).toBe('too_many_tokens')
})

test('limits are the defaults without a token and the account’s own for its agent, who may only tighten them', async () => {
  const { one, two } = world
  const { token, account_id } = await createAccount(one)
  const url = `${TRADING}/limits`
  const defaults = (await ask(one, { url, token: '' })).json()
  expect(defaults).toEqual({
    max_order_notional: 1_000_000,
    max_position_pct: 100,
    max_day_loss: null,
    orders_per_minute: 60,
    max_pending_trades: 20,
  })
  const patch = (body: object) => ask(two, { method: 'PATCH', url, token, body })
  expect((await patch({ max_day_loss: 1_000.5, orders_per_minute: 5 })).json()).toMatchObject({ max_day_loss: 1_000.5 })
  const refused = await patch({ max_day_loss: null, orders_per_minute: 6, max_position_pct: 1 })
  expect([refused.statusCode, refused.json().code, refused.json().details]).toEqual([
    409,
    'limits_only_tighten',
    { limits: ['max_day_loss', 'orders_per_minute'] },
  ])
  const own = (await ask(one, { url, token })).json()
  expect(own).toEqual({ ...defaults, max_day_loss: 1_000.5, orders_per_minute: 5 })
  expect((await ask(one, { url, token: 'not-a-token-of-anybody', ip: '10.1.0.1' })).statusCode).toBe(401)
  const { events } = (await ask(one, { url: `${ACCOUNTS}/${account_id}/events` })).json()
  expect(events[0]).toMatchObject({ kind: 'limits_changed', actor: 'agent', data: { to: own } })
})
