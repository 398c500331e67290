import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { sequenceAll } from '../../harness/log-events.ts'
import { brokenRules } from './ledger-world.ts'
import { ACCOUNTS, ask } from './replicas.ts'
import { type Agent, BUY, later, TRADES, tradeWorld } from './trade-world.ts'

const world = tradeWorld()
const DELAYED = { source: 'cboe', delaySeconds: 900 } as const
const SEEN_LATER = 900_000
const OTHER = { ...BUY, symbol: 'QQQ' } as const

/** A delayed quote that the vendor dates `ms` after the start of the world. */
const delayedQuote = (ms: number, of: { bid?: number; ask?: number } = {}) =>
  world.quote({ ...DELAYED, ...of, quotedAt: later(ms) })

const statusOf = async (agent: Agent, id: string) => (await agent.ask({ url: `${TRADES}/${id}` })).body

/** Replicas that listen, so that each of them fills waiting trades. */
async function filling(count: number): Promise<FastifyInstance[]> {
  const apps: FastifyInstance[] = []
  for (let made = 0; made < count; made++) {
    const app = await world.replica({ deps: { allowDelayedTrading: true } })
    await app.listen({ host: '127.0.0.1', port: 0 })
    apps.push(app)
  }
  return apps
}

/** A confirmed trade that waits for its fill; it was confirmed ten seconds after the start of the world, or at `at`. */
async function executing(
  app: FastifyInstance,
  { key, at = 10_000 }: { key?: string; at?: number } = {},
): Promise<{ agent: Agent; id: string }> {
  const agent = await world.account()
  await delayedQuote(-SEEN_LATER)
  const { body } = await agent.initiate(BUY, app)
  await world.moveTo(later(at))
  await delayedQuote(at - SEEN_LATER)
  const reply = await agent.confirm(body.trade_id, app, key)
  expect([reply.status, reply.body.status, reply.body.ended_at], reply.text).toEqual([202, 'executing', null])
  return { agent, id: body.trade_id }
}

/**
 * Moves the time while all vendors are down, because until the next quote is stored a replica would fill at the vendor's
 * own.
 */
async function moveAlone(to: Date): Promise<void> {
  for (const vendor of ['schwab', 'cboe'] as const) await world.vendors.fault(vendor, { mode: 'status', status: 500 })
  await world.moveTo(to)
}

/** A delayed quote of the other symbol. */
const otherQuote = (ms: number) => world.quote({ ...DELAYED, symbol: OTHER.symbol, quotedAt: later(ms) })

/** A trade in the other symbol that waits for its fill. */
async function confirmedOther(agent: Agent, app: FastifyInstance): Promise<string> {
  const { body } = await agent.initiate(OTHER, app)
  const reply = await agent.confirm(body.trade_id, app)
  expect([reply.status, reply.body.status], reply.text).toEqual([202, 'executing'])
  return body.trade_id
}

describe('a confirmed trade on a delayed feed', () => {
  test('fills once, at the first quote that the vendor dates at or after the confirmation, though five replicas try', async () => {
    const [app] = await filling(5)
    const { agent, id } = await executing(app!, { key: 'mine' })
    await moveAlone(later(10_000 + SEEN_LATER))
    await delayedQuote(9_999, { bid: 599.5, ask: 599.52 })
    // The newest quote is from before the confirmation: it fills nothing.
    expect((await statusOf(agent, id)).status).toBe('executing')
    expect((await agent.confirm(id, app, 'mine')).status).toBe(202)
    expect((await agent.confirm(id, app)).code).toBe('already_claimed')
    expect((await agent.cancel(id, app)).code).toBe('already_claimed')

    await delayedQuote(10_000, { bid: 599.97, ask: 599.99 })
    const filled = await eventually(async () => {
      const trade = await statusOf(agent, id)
      expect(trade.status).toBe('executed')
      return trade
    })
    expect(filled).toMatchObject({ fill_price: 599.99, delayed: true, legs: [{ fill_source: 'cboe' }] })
    expect(Date.parse(filled.legs[0].fill_quote_time)).toBe(later(10_000).getTime())
    expect(Date.parse(filled.confirmed_at)).toBe(later(10_000).getTime())
    expect(await agent.cash()).toBeCloseTo(100_000 - 599.99 * BUY.quantity, 2)
    await sequenceAll(world.sql)
    const { events } = (await agent.ask({ url: '/api/v1/trading/events' })).body
    expect(events.at(-1)).toMatchObject({ kind: 'fill', data: { trade_id: id, entry: 2 } })
    const again = await agent.confirm(id, app, 'mine')
    expect([again.status, again.body.fill_price]).toEqual([200, 599.99])
    expect(await brokenRules(world.sql)).toEqual([])
  })

  test('ends with price_moved when that quote is beyond the worst price', async () => {
    const [app] = await filling(1)
    const { agent, id } = await executing(app!)
    await moveAlone(later(20_000 + SEEN_LATER))
    await delayedQuote(20_000, { bid: 620, ask: 620.02 })
    await eventually(async () => expect(await statusOf(agent, id)).toMatchObject({ status: 'rejected' }))
    expect(await statusOf(agent, id)).toMatchObject({ reason: 'price_moved', live_price: 620.02 })
    expect(await agent.cash()).toBe(100_000)
  })

  test('ends without a fill when no later quote comes within an hour', async () => {
    const [app] = await filling(1)
    const { agent, id } = await executing(app!, { key: 'mine' })
    await moveAlone(later(10_000 + 3_600_001))
    await delayedQuote(9_999)
    await eventually(async () => expect(await statusOf(agent, id)).toMatchObject({ reason: 'no_later_quote' }))
    const again = await agent.confirm(id, app, 'mine')
    expect([again.status, again.code, again.body.details.reason]).toEqual([409, 'already_claimed', 'no_later_quote'])
    expect(await brokenRules(world.sql)).toEqual([])
  })

  test.each([
    ['suspended', 'account_suspended'],
    ['closing_only', 'closing_only'],
  ])('ends without a fill when its account has become %s', async (status, reason) => {
    const [app] = await filling(1)
    const { agent, id } = await executing(app!)
    const changed = await ask(app!, { method: 'PATCH', url: `${ACCOUNTS}/${agent.account_id}`, body: { status } })
    expect(changed.statusCode, changed.body).toBe(200)
    await moveAlone(later(20_000 + SEEN_LATER))
    await delayedQuote(20_000)
    await eventually(async () => expect(await statusOf(agent, id)).toMatchObject({ status: 'rejected', reason }))
    expect(await agent.cash()).toBe(100_000)
    expect(await brokenRules(world.sql)).toEqual([])
  })

  test('fills although a whole page of earlier trades of another account still waits', async () => {
    const [app] = await filling(1)
    const crowd = await world.account()
    const waiting: string[] = []
    await otherQuote(-SEEN_LATER)
    for (let made = 0; made < 50; made++) waiting.push(await confirmedOther(crowd, app!))
    // The time moves less than a stored quote stays fresh, so no vendor is queried for a later one.
    const { agent, id } = await executing(app!, { at: 1 })
    await delayedQuote(1)
    await eventually(async () => expect(await statusOf(agent, id)).toMatchObject({ status: 'executed' }))
    for (const other of waiting) expect(await statusOf(crowd, other)).toMatchObject({ status: 'executing' })
  })

  test('is cancelled by a reset of its account', async () => {
    const app = await world.replica({ deps: { allowDelayedTrading: true } })
    const { agent, id } = await executing(app)
    const reset = await ask(app, { method: 'POST', url: `${ACCOUNTS}/${agent.account_id}/reset`, body: {} })
    expect(reset.statusCode, reset.body).toBeLessThan(300)
    expect(await statusOf(agent, id)).toMatchObject({ status: 'cancelled', reason: 'account_reset' })
    expect(await brokenRules(world.sql)).toEqual([])
  })
})
