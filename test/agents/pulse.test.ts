import { expect, test } from 'vitest'
import { logEvents } from '../../harness/log-events.ts'
import type { NewEvent } from '../../shared/domain/contract/event.ts'
import { eventBounds } from '../../shared/postgres/events/events.ts'
import { NOW } from '../api/support/seed.ts'
import { ask } from '../trading/replicas.ts'
import { tradeWorld } from '../trading/trade-world.ts'

const PATH = '/api/v1/agents/pulse'

const world = tradeWorld()
let keys = 0
const log = (...events: Partial<NewEvent>[]) => logEvents(world.sql, events.map(eventOf))

function eventOf(changes: Partial<NewEvent>): NewEvent {
  keys++
  return {
    key: `event-${keys}`,
    kind: 'slot',
    subject: `slot-${keys}`,
    severity: 'info',
    title: 'a slot',
    at: NOW,
    data: {},
    cycleId: null,
    origin: 'scheduled',
    ...changes,
  }
}
const get = async (query = '', token = '') => {
  const answer = await ask(world.one, { url: `${PATH}${query}`, token })
  return { status: answer.statusCode, body: answer.json(), bytes: Buffer.byteLength(answer.body) }
}
const latest = async () => (await eventBounds(world.sql))?.latest ?? 0

const SPIKE = { kind: 'alert', subject: 'OIL_SPIKE', severity: 'warning', title: 'Oil rose.' } as const
const WIDE = { kind: 'alert', subject: 'HY_OAS_WIDENING', severity: 'warning', title: 'Spreads widened.' } as const

test('an empty log has no cursor', async () => {
  expect((await get()).body).toMatchObject({ cursor: null, items: [], gap: false })
})

test('the cursor leads to what came after it, most material first', async () => {
  await log({}, SPIKE)
  const first = await get()
  expect(first.body.items.map((item: { subject: string }) => item.subject)[0]).toBe('OIL_SPIKE')
  expect(first.body.cursor).toBe(await latest())
  expect((await get(`?since=${first.body.cursor}`)).body).toMatchObject({ items: [], cursor: first.body.cursor })
  await log(WIDE)
  expect((await get(`?since=${first.body.cursor}`)).body.items).toMatchObject([{ subject: 'HY_OAS_WIDENING' }])
})

test('with a token, what matters to the book comes first', async () => {
  const agent = await world.account()
  await world.quote({ symbol: 'USO', bid: 69.99, ask: 70.01, price: 70 })
  await agent.bought({ symbol: 'USO', side: 'buy', quantity: 1 })
  const since = await latest()
  await log(SPIKE, WIDE)
  const subjects = async (token?: string) =>
    (await get(`?since=${since}`, token)).body.items.map(({ subject }: { subject: string }) => subject)
  expect(await subjects()).toEqual(['HY_OAS_WIDENING', 'OIL_SPIKE'])
  expect((await subjects(agent.token)).slice(0, 2)).toEqual(['OIL_SPIKE', 'HY_OAS_WIDENING'])
  expect((await get(`?since=${since}`, agent.token)).body.items[0].book).toEqual(['USO'])
  expect((await get('', 'ms_agt_wrong')).status).toBe(401)
})

test('with a token, the log of the account is read as well, by one cursor for both', async () => {
  const agent = await world.account()
  await world.quote()
  await log()
  const first = await get('', agent.token)
  expect(first.body.cursor).toMatch(/^\d+\.\d+$/)
  await agent.bought()
  await log(SPIKE)
  const second = await get(`?since=${first.body.cursor}`, agent.token)
  expect(second.body.items).toMatchObject([
    { kind: 'alert', subject: 'OIL_SPIKE' },
    { kind: 'fill', subject: 'SPY', text: 'Filled: buy 1 SPY at 600.01.' },
  ])
  expect((await get(`?since=${second.body.cursor}`, agent.token)).body).toMatchObject({
    items: [],
    cursor: second.body.cursor,
  })
  // Without a token, the same cursor is read as its public half.
  expect((await get(`?since=${first.body.cursor}`)).body).toMatchObject({
    items: [{ subject: 'OIL_SPIKE' }],
    cursor: await latest(),
  })
  const [ofPublic, ofAccount] = second.body.cursor.split('.').map(Number)
  expect((await get(`?since=${ofPublic}.${ofAccount + 1}`, agent.token)).body.details).toEqual({ fields: ['since'] })
})

test('the body keeps to the budget', async () => {
  const since = await latest()
  await log(...Array.from({ length: 60 }, (_each, at) => ({ title: `${'long '.repeat(30)}${at}` })))
  for (const budget of [200, 201, 400, 1_200, 8_000]) {
    const { body, bytes } = await get(`?since=${since}&budget=${budget}`)
    expect(bytes).toBeLessThanOrEqual(budget)
    expect(body.truncated, String(budget)).toBe(true)
  }
  expect((await get(`?since=${since}`)).bytes).toBeLessThanOrEqual(1_200)
})

test('a cursor of deleted events is answered from the oldest with a gap, and one of the future is 400', async () => {
  const end = await latest()
  expect((await get(`?since=${end + 1}`)).body.details).toEqual({ fields: ['since'] })
  await log({}, {})
  await world.sql`delete from events where id <= ${end + 1}`
  expect((await get(`?since=${end}`)).body).toMatchObject({ gap: true })
  expect((await get(`?since=${end + 1}`)).body).toMatchObject({ gap: false })
  for (const query of ['since=x', 'budget=199', 'budget=8001', 'since=-1'])
    expect((await get(`?${query}`)).body.details.fields, query).toEqual([query.split('=')[0]])
})
