import { describe, expect, test } from 'vitest'
import { brokenRules } from './ledger-world.ts'
import { ACCOUNTS, ask } from './replicas.ts'
import { BUY, later, TRADES, TRADING, tradeWorld } from './trade-world.ts'

const world = tradeWorld()
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

test('a client order id finds its trade without ordering again, in any status and only for its account', async () => {
  const [agent, other] = [await world.account(), await world.account()]
  const find = (id: string, by = agent) => by.ask({ url: `${TRADES}?client_order_id=${id}` })
  expect((await find('mine')).body).toEqual({
    trades: [],
    reason: 'no order with this id has begun a trade of this account',
  })
  const { body: pending } = await agent.initiate({ ...BUY, client_order_id: 'mine' })
  expect((await find('mine')).body).toMatchObject({
    trades: [{ trade_id: pending.trade_id, status: 'pending', client_order_id: 'mine' }],
    reason: null,
  })
  await agent.confirm(pending.trade_id)
  expect((await find('mine')).body.trades).toMatchObject([{ trade_id: pending.trade_id, status: 'executed' }])
  expect((await find('mine', other)).body.trades).toEqual([])
  for (const wrong of ['', 'has%20space', 'x'.repeat(65)])
    expect((await find(wrong)).body).toMatchObject({
      code: 'invalid_parameter',
      details: { fields: ['client_order_id'] },
    })
})

describe('an Idempotency-Key', () => {
  test('returns the same trade on another replica and after a restart, whatever the market has done', async () => {
    const agent = await world.account()
    const initiate = (app = world.one, body: object = BUY) =>
      agent.ask({ method: 'POST', url: TRADES, body, key: 'initiate-1' }, app)
    const first = await initiate()
    await world.moveTo(new Date('2026-11-20T21:30:00Z'))
    for (const app of [world.one, world.two, await world.replica()]) {
      const again = await initiate(app)
      expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([201, first.text, 'true'])
    }
    expect((await initiate(world.two, { ...BUY, quantity: 2 })).code).toBe('idempotency_key_reused')
    const { total } = (await agent.ask({ url: `${TRADING}/history` })).body
    expect(total).toBe(1)
  })

  test('of a confirmation returns its first answer, for a fill and for a rejection', async () => {
    const agent = await world.account()
    const [filled, moved] = [await agent.pending(), await agent.pending()]
    const first = await agent.confirm(filled, world.one, 'confirm-1')
    expect(first.status).toBe(200)
    await world.quote({ bid: 700, ask: 700.02 })
    const ended = await agent.confirm(moved, world.two, 'confirm-2')
    expect(ended.code).toBe('price_moved')
    await world.moveTo(later(3_600_000))
    const restarted = await world.replica()
    for (const app of [world.one, world.two, restarted]) {
      expect((await agent.confirm(filled, app, 'confirm-1')).text).toBe(first.text)
      expect((await agent.confirm(moved, app, 'confirm-2')).text).toBe(ended.text)
    }
    expect((await agent.confirm(filled, world.two, 'confirm-3')).code).toBe('already_claimed')
    expect((await agent.confirm(filled)).code).toBe('already_claimed')
    expect((await agent.confirm(moved, world.one, 'confirm-1')).code).toBe('idempotency_key_reused')
    // Stored answers are pruned after a month; the trade itself still has its key.
    await world.sql`delete from idempotency_keys`
    expect((await agent.confirm(filled, world.two, 'confirm-1')).body).toEqual(first.body)
    expect((await agent.confirm(moved, world.two, 'confirm-2')).body).toEqual(ended.body)
    expect(await agent.cash()).toBe(99_399.99)
  })

  test('in many concurrent confirmations fills once, and the others get the same answer or a retryable one', async () => {
    const agent = await world.account()
    const id = await agent.pending()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => agent.confirm(id, at % 2 ? world.one : world.two, 'storm')),
    )
    const others = answers.filter(({ status }) => status !== 200)
    expect(others.filter(({ code }) => code !== 'idempotency_in_progress')).toEqual([])
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1)
    expect(await agent.cash()).toBe(99_399.99)
    expect(await brokenRules(world.sql)).toEqual([])
  })

  test('stays unused after a refusal that changed nothing', async () => {
    const agent = await world.account()
    const id = await agent.pending()
    await world.quote({ bid: null })
    expect((await agent.confirm(id, world.one, 'try')).code).toBe('no_market')
    await world.quote()
    expect((await agent.confirm(id, world.two, 'try')).status).toBe(200)
  })
})

describe('another account’s trade is 404', () => {
  test.each([
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/confirm'],
  ] as const)('%s %s: the same bytes as for an id that never was, and nothing happens', async (method, rest) => {
    const [owner, other] = [await world.account(), await world.account()]
    const id = await owner.pending()
    const as = async (given: string) => {
      const reply = await other.ask({ method, url: `${TRADES}/${given}${rest}` })
      return `${reply.status} ${reply.text}`
    }
    expect(await as(id)).toBe(await as(UNKNOWN))
    expect(await as('not-a-uuid')).toBe(await as(UNKNOWN))
    expect(await as(id)).toMatch(/^404 /)
    expect((await owner.confirm(id)).status).toBe(200)
    expect(await as(id)).toBe(await as(UNKNOWN))
    for (const path of ['history', 'trades/pending'])
      expect((await other.ask({ url: `${TRADING}/${path}` })).body.trades).toEqual([])
    expect(await other.cash()).toBe(100_000)
  })
  test('and its client_order_id is free for this account', async () => {
    const [owner, other] = [await world.account(), await world.account()]
    const order = { ...BUY, client_order_id: 'same' }
    const [one, two] = [await owner.initiate(order), await other.initiate({ ...order, quantity: 2 })]
    expect([one.status, two.status]).toEqual([201, 201])
    expect(one.body.trade_id).not.toBe(two.body.trade_id)
    await ask(world.one, { method: 'POST', url: `${ACCOUNTS}/${owner.account_id}/reset` })
    expect((await owner.initiate(order)).body).toMatchObject({ epoch: 2, status: 'pending' })
  })
})

describe('an order body', () => {
  const rows = async () => (await world.sql<{ n: number }[]>`select count(*)::integer as n from trades as t`)[0]!.n
  const option = { symbol: 'SPY', expiration: '2026-12-18', strike: 600, type: 'call', side: 'buy', quantity: 1 }
  const contract = { contract: 'SPY261218C00600000', side: 'buy', quantity: 1 }

  test.each([
    'account_id',
    'status',
    'price',
    'filled_price',
    'executed_price',
    'expires_at',
    'balance',
    'fees',
    'trade_id',
    'epoch',
    'tolerance',
    'cash_after',
    'delayed',
    'legs',
    'role',
    'notional',
    'id',
    'reason',
  ])('with %s is refused, naming the member but not its value', async (member) => {
    const before = await rows()
    const agent = await world.account()
    for (const body of [BUY, option]) {
      const reply = await agent.initiate({ ...body, [member]: 'c4n4ry' })
      expect([reply.status, reply.body.details]).toEqual([400, { fields: [member] }])
      expect(reply.text).not.toContain('c4n4ry')
    }
    const confirmed = await agent.ask({ method: 'POST', url: `${TRADES}/${UNKNOWN}/confirm`, body: { [member]: 1 } })
    expect([confirmed.status, confirmed.body.details]).toEqual([400, { fields: [member] }])
    const empty = await agent.ask({ method: 'POST', url: `${TRADES}/${UNKNOWN}/confirm`, body: {} })
    expect(empty.status).toBe(404)
    expect(await rows()).toBe(before)
  })

  test.each([
    ['quantity', { ...BUY, quantity: 0 }],
    ['quantity', { ...BUY, quantity: -1 }],
    ['quantity', { ...BUY, quantity: 1.5 }],
    ['quantity', { ...BUY, quantity: '1' }],
    ['quantity', { ...BUY, quantity: 1_000_001 }],
    ['side', { ...BUY, side: 'short' }],
    ['symbol', { ...BUY, symbol: 'SPY; drop' }],
    ['symbol', { ...BUY, symbol: 7 }],
    ['client_order_id', { ...BUY, client_order_id: '' }],
    ['client_order_id', { ...BUY, client_order_id: 'has space' }],
    ['expiration', { ...option, expiration: '2026-02-30' }],
    ['strike', { ...option, strike: 0 }],
    ['strike', { ...option, strike: 600.0001 }],
    ['type', { ...option, type: 'straddle' }],
    ['contract', { ...contract, contract: 'SPY261318C00600000' }],
    ['strike', { ...contract, strike: 600 }],
  ])('with a bad %s is 400 and names the member: %j', async (field, body) => {
    const agent = await world.account()
    const reply = await agent.initiate(body)
    expect([reply.status, reply.body.details]).toEqual([400, { fields: [field] }])
  })
  test('of an option names every part that is missing', async () => {
    const agent = await world.account()
    const reply = await agent.ask({ method: 'POST', url: `${TRADES}/options`, body: { side: 'buy', quantity: 1 } })
    expect(reply.body.details.fields.sort()).toEqual(['expiration', 'strike', 'symbol', 'type'])
  })
})
