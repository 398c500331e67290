import { expect, test } from 'vitest'
import { sequenceAll } from '../../harness/log-events.ts'
import { ACCOUNTS, ask } from './replicas.ts'
import { type Agent, later, SELL, TRADING, tradeWorld } from './trade-world.ts'

const world = tradeWorld()

interface Logged {
  kind: string
  subject: string
  at: string
  data: { entry?: number; epoch: number; trade_id?: string; total?: number; balance?: number }
}

async function eventsOf(agent: Agent): Promise<Logged[]> {
  await sequenceAll(world.sql)
  return (await agent.ask({ url: `${TRADING}/events?limit=100` })).body.events
}
const entriesOf = async (agent: Agent, epoch: number) =>
  (await agent.ask({ url: `${TRADING}/ledger?epoch=${epoch}` })).body.entries as {
    number: number
    trade_id: string | null
    change: number
  }[]

test('each event that moved cash or positions names the entry of the ledger that did so, fills and openings too', async () => {
  const agent = await world.account()
  const bought = await agent.bought({ symbol: 'SPY', side: 'buy', quantity: 3 })
  const sold = await agent.bought(SELL)
  await agent.cancel(await agent.pending())
  const first = await entriesOf(agent, 1)
  expect((await ask(world.two, { method: 'POST', url: `${ACCOUNTS}/${agent.account_id}/reset` })).statusCode).toBe(200)
  const events = await eventsOf(agent)
  const moved = events.filter(({ kind, subject }) => kind === 'fill' || subject === 'created' || subject === 'reset')
  expect(moved.map(({ subject, data }) => [subject, data.epoch, data.entry])).toEqual([
    ['created', 1, 1],
    ['SPY', 1, 2],
    ['SPY', 1, 3],
    ['reset', 2, 1],
  ])
  for (const { body } of [bought, sold]) {
    const fill = events.find(({ data }) => data.trade_id === body.trade_id)!
    const entry = first.find(({ number }) => number === fill.data.entry)!
    expect(entry).toMatchObject({ trade_id: body.trade_id, change: fill.data.total })
  }
  expect(first[0]).toMatchObject({ number: 1, change: 100_000 })
  expect(events.filter(({ data }) => data.entry !== undefined)).toEqual(moved)
})

test('an event of an account has the time of its trade and of its entry, to the millisecond', async () => {
  await world.moveTo(later(250))
  const agent = await world.account()
  const { body } = await agent.bought({ symbol: 'SPY', side: 'buy', quantity: 1 })
  expect(body.ended_at).toMatch(/\.\d{3}-05:00$/)
  const fill = (await eventsOf(agent)).find(({ data }) => data.trade_id === body.trade_id)!
  expect(fill.at).toBe(body.ended_at)
  expect(Date.parse(fill.at)).toBeGreaterThanOrEqual(Date.parse(body.created_at))
})
