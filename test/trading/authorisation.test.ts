import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RouteClass } from '../../api/http/auth.ts'
import { ADMIN, INTERNAL } from '../api/support/api.ts'
import { ACCOUNTS, type Ask, ask, type Created, createAccount, twoReplicas } from './replicas.ts'

const world = twoReplicas()

const BAD = [
  'none',
  'bare_scheme',
  'empty_bearer',
  'other_scheme',
  'garbage',
  'long_garbage',
  'in_query',
  'revoked',
  'expired',
  'unknown_id',
  'wrong_secret',
] as const
const GOOD = ['agent', 'agent_read', 'admin', 'internal', 'agent_in_admin_header', 'admin_header'] as const
const CREDENTIALS = ['two_headers', ...BAD, ...GOOD] as const
type Credential = (typeof CREDENTIALS)[number]

type Expected = 'through' | 'unauthorized' | 'forbidden' | 'insufficient_scope' | 'malformed_request'
type Column = Exclude<RouteClass, 'public'> | 'agent_write'

/** The answer to each good token on a route of each class, for review by eye. A bad token gets 401 everywhere. */
const TABLE: Record<Column, Record<(typeof GOOD)[number], Expected>> = {
  agent: {
    agent: 'through',
    agent_read: 'through',
    admin: 'forbidden',
    internal: 'forbidden',
    agent_in_admin_header: 'unauthorized',
    admin_header: 'unauthorized',
  },
  agent_write: {
    agent: 'through',
    agent_read: 'insufficient_scope',
    admin: 'forbidden',
    internal: 'forbidden',
    agent_in_admin_header: 'unauthorized',
    admin_header: 'unauthorized',
  },
  admin: {
    agent: 'forbidden',
    agent_read: 'forbidden',
    admin: 'through',
    internal: 'forbidden',
    agent_in_admin_header: 'forbidden',
    admin_header: 'through',
  },
  internal: {
    agent: 'forbidden',
    agent_read: 'forbidden',
    admin: 'forbidden',
    internal: 'through',
    agent_in_admin_header: 'unauthorized',
    admin_header: 'unauthorized',
  },
}

function expectedFor(column: Column, kind: Credential): Expected {
  if (kind === 'two_headers') return 'malformed_request'
  const good = GOOD.find((one) => one === kind)
  return good ? TABLE[column][good] : 'unauthorized'
}

let made: Created
const tokens: Record<'revoked' | 'expired' | 'agent_read', string> = { revoked: '', expired: '', agent_read: '' }
beforeAll(async () => {
  const { one, db } = world
  made = await createAccount(one)
  const url = `${ACCOUNTS}/${made.account_id}/tokens`
  for (const name of Object.keys(tokens) as (keyof typeof tokens)[]) {
    const { token, token_id } = (await ask(one, { method: 'POST', url, body: { name, scope: 'read' } })).json()
    tokens[name] = token
    if (name === 'revoked') await ask(one, { method: 'DELETE', url: `${url}/${token_id}` })
    if (name === 'expired') await db.sql`update account_tokens set expires_at = created_at where id = ${token_id}`
  }
})

function credential(kind: Credential, path: string): { url: string; headers: Record<string, string | string[]> } {
  const bearer = (text: string) => ({ url: path, headers: { authorization: `Bearer ${text}` } })
  const wrongSecret = `${made.token.slice(0, -1)}${made.token.endsWith('0') ? '1' : '0'}`
  switch (kind) {
    case 'none':
      return { url: path, headers: {} }
    case 'bare_scheme':
      return { url: path, headers: { authorization: 'Bearer' } }
    case 'empty_bearer':
      return { url: path, headers: { authorization: 'Bearer ' } }
    case 'other_scheme':
      return { url: path, headers: { authorization: `Basic ${made.token}` } }
    case 'garbage':
      return bearer('garbage-garbage-garbage')
    case 'long_garbage':
      return bearer('x'.repeat(8_000))
    case 'in_query':
      return { url: `${path}?token=${made.token}&authorization=${ADMIN}`, headers: {} }
    case 'two_headers':
      return { url: path, headers: { authorization: [`Bearer ${made.token}`, `Bearer ${ADMIN}`] } }
    case 'unknown_id':
      return bearer(`ms_agt_000000000000_${'0'.repeat(43)}`)
    case 'wrong_secret':
      return bearer(wrongSecret)
    case 'agent':
      return bearer(made.token)
    case 'admin':
      return bearer(ADMIN)
    case 'internal':
      return bearer(INTERNAL)
    case 'agent_in_admin_header':
      return { url: path, headers: { 'x-admin-token': made.token } }
    case 'admin_header':
      return { url: path, headers: { 'x-admin-token': ADMIN } }
    default:
      return bearer(tokens[kind])
  }
}

/** Ids that do not exist, so a request that is let through gets 404 or 400 and changes nothing. */
const filled = (path: string): string => path.replace(':account_id', '999999999').replace(':token_id', '000000000000')

function guarded(app: FastifyInstance) {
  return app.inventory.items
    .filter((item) => item.class !== 'public' && item.method !== 'HEAD')
    .map(({ method, path, class: of }) => ({ method: method as NonNullable<Ask['method']>, path: filled(path), of }))
}

describe('every guarded route answers every credential as its class says', () => {
  test.each(CREDENTIALS)('%s', async (kind) => {
    const routes = guarded(world.one)
    expect(routes.length).toBeGreaterThanOrEqual(13)
    const bodies = new Map<string, Set<string>>()
    for (const [at, { method, path, of }] of routes.entries()) {
      const reads = method === 'GET' || path.endsWith('/stream/ticket')
      const column = of === 'agent' && !reads ? 'agent_write' : (of as 'agent' | 'admin' | 'internal')
      const expected = expectedFor(column, kind)
      const { url, headers } = credential(kind, path)
      const payload = method === 'POST' || method === 'PATCH' ? '[]' : undefined
      const answer = await world.one.inject({
        // A stream never ends, so its headers are enough.
        method: path.endsWith('/stream') && expected === 'through' ? 'HEAD' : method,
        url,
        headers: { ...headers, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) } as never,
        ...(payload === undefined ? {} : { payload }),
        // Each request has its own address, because failures are counted by address.
        remoteAddress: `10.0.${CREDENTIALS.indexOf(kind)}.${at}`,
      })
      const name = `${method} ${path}`
      if (expected === 'through') {
        expect([200, 201, 400, 404, 426], `${name} ${answer.body}`).toContain(answer.statusCode)
        continue
      }
      // One token id fails at every route here, so after twenty failures it gets 429.
      if (expected === 'unauthorized' && at >= 20 && answer.json().code === 'too_many_failures') continue
      expect(answer.json().code, `${name} ${answer.body}`).toBe(expected)
      if (expected === 'unauthorized') {
        bodies.set(of, (bodies.get(of) ?? new Set()).add(answer.body))
        expect(answer.headers['www-authenticate'], name).toMatch(/^Bearer/)
      }
      expect(answer.headers['cache-control'], name).toBe('no-store')
    }
    // A refusal names the class that the route requires, and nothing of the route or of the token.
    for (const [of, found] of bodies) expect([of, found.size]).toEqual([of, 1])
  })
})

test('unknown, wrong, revoked and expired tokens get the same bytes', async () => {
  const kinds = ['none', 'garbage', 'unknown_id', 'wrong_secret', 'revoked', 'expired'] as const
  const answers = await Promise.all(
    kinds.map((kind) => {
      const { url, headers } = credential(kind, '/api/v1/trading/account')
      return world.two.inject({ url, headers: headers as Record<string, string>, remoteAddress: '10.2.0.1' })
    }),
  )
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
})

test('HEAD needs the same token as GET, and other spellings of a path do not avoid the check', async () => {
  const { one } = world
  expect((await one.inject({ method: 'HEAD', url: '/api/v1/trading/account' })).statusCode).toBe(401)
  for (const url of ['/api/v1/trading/./account', '/api/v1/trading/%61ccount', '/api/v1/trading/admin/../account'])
    expect([401, 404], url).toContain((await one.inject(url)).statusCode)
  for (const url of ['/api/v1/trading/account/', '//api/v1/trading/account', '/api/v1/TRADING/account'])
    expect((await one.inject(url)).statusCode, url).toBe(404)
})

describe('mass assignment', () => {
  const EXTRAS = ['account_id', 'status', 'role', 'epoch', 'deficit', 'filled_price', 'expires_at', 'created_at']
  const rows = async () =>
    await world.db.sql`select a.id, a.epoch, a.cash_e4, a.status from accounts as a order by a.id`

  test.each(EXTRAS)('creating an account with %s is refused, naming the member but not its value', async (member) => {
    const before = await rows()
    const body = { name: 'x', [member]: 'c4n4ry' }
    const answer = await ask(world.one, { method: 'POST', url: ACCOUNTS, body })
    expect([answer.statusCode, answer.json().details]).toEqual([400, { fields: [member] }])
    expect(answer.json().message).toBe(`${member}: must not be sent`)
    expect(await rows()).toEqual(before)
  })
  test('a patch of the cash is refused for admin and agent, and an unknown member is named', async () => {
    const before = await rows()
    const url = `${ACCOUNTS}/${made.account_id}`
    const patched = await ask(world.one, { method: 'PATCH', url, body: { balance: 5 } })
    expect(patched.json().details).toEqual({ fields: ['balance'] })
    const limits = { method: 'PATCH', url: '/api/v1/trading/limits', token: made.token } as const
    expect((await ask(world.one, { ...limits, body: { account_id: 1 } })).json().details.fields).toEqual(['account_id'])
    const nested = await ask(world.one, { method: 'PATCH', url, body: { limits: { c4n4ry: 1, cash: 1 } } })
    expect(nested.json().details.fields).toEqual(['limits.c4n4ry', 'limits.cash'])
    const rule =
      'must not be sent: the object must have no members except max_order_notional, max_position_pct, max_day_loss, orders_per_minute, max_pending_trades'
    const inner = await ask(world.one, { method: 'PATCH', url, body: { limits: { c4n4ry: 1 } } })
    expect(inner.json()).toMatchObject({ details: { fields: ['limits.c4n4ry'] }, message: `limits.c4n4ry: ${rule}` })
    const outer = await ask(world.one, { ...limits, body: { c4n4ry: 1 } })
    expect(outer.json()).toMatchObject({ details: { fields: ['c4n4ry'] }, message: `c4n4ry: ${rule}` })
    const wrong = await ask(world.one, { method: 'PATCH', url, body: { limits: { max_position_pct: 'c4n4ry' } } })
    expect(wrong.json()).toMatchObject({
      details: { fields: ['limits.max_position_pct'] },
      message: 'limits.max_position_pct: must be a whole number from 1 to 100',
    })
    expect(await rows()).toEqual(before)
  })
  test('a body of up to 16 KB is accepted', async () => {
    const answer = await ask(world.one, { method: 'POST', url: ACCOUNTS, body: { name: 'x'.repeat(17_000) } })
    expect(answer.json().code).toBe('payload_too_large')
  })
  test.each([
    ['name', { name: ' padded' }],
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(65) }],
    ['name', { name: 'a\u0000b' }],
    ['name', {}],
    ['balance', { name: 'x', balance: 0 }],
    ['balance', { name: 'x', balance: -5 }],
    ['balance', { name: 'x', balance: 0.00001 }],
    ['balance', { name: 'x', balance: 1_000_000_000.01 }],
    ['balance', { name: 'x', balance: '1e5' }],
  ])('a bad %s is refused and named: %j', async (field, body) => {
    const answer = await ask(world.one, { method: 'POST', url: ACCOUNTS, body })
    expect([answer.statusCode, answer.json().details]).toEqual([400, { fields: [field] }])
  })
})

describe('brute force', () => {
  const good = () => made.token
  const tryOne = (ip: string, token: string, headers: Record<string, string> = {}, url = '/api/v1/trading/account') =>
    ask(world.one, { url, token, ip, headers })

  test.each([
    ['agent', '10.9.1.1', '/api/v1/trading/account'],
    ['admin', '10.9.2.1', ACCOUNTS],
    ['internal', '10.9.3.1', '/metrics'],
  ])(
    '%s: twenty failures from one address lead to 429 with Retry-After, whatever X-Forwarded-For contains',
    async (kind, ip, url) => {
      const statuses: number[] = []
      for (let tried = 0; tried < 200; tried++) {
        const answer = await tryOne(ip, `guess-number-${tried}-of-many`, { 'x-forwarded-for': `192.0.2.${tried}` }, url)
        statuses.push(answer.statusCode)
        if (answer.statusCode !== 429) continue
        expect(answer.json()).toMatchObject({ code: 'too_many_failures' })
        expect(Number(answer.headers['retry-after'])).toSatisfy((wait: number) => wait >= 1 && wait <= 60)
      }
      expect(statuses).toEqual([...Array(20).fill(401), ...Array(180).fill(429)])
      const token = { agent: good(), admin: ADMIN, internal: INTERNAL }[kind]!
      expect((await tryOne(ip, token, {}, url)).statusCode).toBe(200)
      expect((await tryOne(`${ip}7`, 'guess-from-elsewhere', {}, url)).statusCode).toBe(401)
    },
  )

  test('guessing one token’s secret from many addresses is refused while its holder still gets in', async () => {
    const { token, token_id } = await createAccount(world.one)
    const statuses: number[] = []
    for (let tried = 0; tried < 40; tried++) {
      const guess = `ms_agt_${token_id}_${String(tried).padStart(43, '0')}`
      statuses.push((await tryOne(`10.8.0.${tried}`, guess)).statusCode)
    }
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(20).fill(429)])
    expect((await tryOne('10.8.0.1', token)).statusCode).toBe(200)
  })
})

test('a tool refuses two tokens as its route does', async () => {
  const answer = await world.one.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      authorization: [`Bearer ${made.token}`, `Bearer ${ADMIN}`] as never,
    },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_account', arguments: {} } },
  })
  expect(answer.body).toContain('malformed_request')
})
