import { expect, test } from 'vitest'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { handleDelivery } from '../../shared/broker/handle-delivery.ts'
import { type NewMessage, toEnvelope } from '../../shared/broker/new-message.ts'
import { readConfig } from '../../shared/config.ts'
import { silentLog } from '../../shared/log.ts'
import { createLiveMarket } from '../../shared/market/live-market.ts'
import { openProviders } from '../../shared/market/open-providers.ts'
import { addCompany, pinCompany } from '../../shared/postgres/company/companies.ts'
import { savePanels } from '../../shared/postgres/company/panels.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { SETTLEMENT_LIMITS, settlementStage } from '../../workers/settlement/settlement-stage.ts'
import { at } from './settlement-world.ts'
import { type Agent, TRADING, tradeWorld } from './trade-world.ts'

const world = tradeWorld()

/** A contract of a chain as the API serves it, next to the money; `side` of the money decides in or out of it. */
async function nearest(agent: Agent, symbol: string, { expiration, type }: { expiration: string; type: string }) {
  const url = `${TRADING}/options/chain/${symbol}?expiration=${expiration}&strike_count=10`
  const { body, status, text } = await agent.ask({ url })
  expect(status, text).toBe(200)
  const price = body.underlying_price as number
  const below = body.contracts.filter((each: { type: string; strike: number }) => each.type === type && each.strike < price)
  return { contract: below.at(-1), price }
}

async function scaffold(ticker: string, nextReport: string, pinned: boolean) {
  await addCompany(world.sql, ticker, world.vendors.at)
  if (pinned) expect(await pinCompany(world.sql, ticker, world.vendors.at)).toBe('pinned')
  const document = JSON.stringify({ ticker, next_report: nextReport })
  await savePanels(world.sql, [{ ticker, panel: 'profile', document }], world.vendors.at)
}

const messages = async (seen: readonly string[]): Promise<NewMessage[]> => {
  const rows = await world.sql<{ envelope: NewMessage }[]>`
    select o.envelope from outbox as o where o.message_id <> all(${[...seen]}) order by o.message_id`
  return rows.map(({ envelope: { id, type, payload } }) => ({ id, type, payload, occurredAt: world.vendors.at }) as NewMessage)
}

/** The settlement after the close, with prices of the simulated vendors. */
async function settleAt(day: string): Promise<void> {
  await world.moveTo(at(day, '16:05'))
  const config = readConfig({ SIMULATOR_URL: world.vendors.world.simulator.url, QUOTE_PROVIDERS: 'cboe' })
  const clock = { now: () => world.vendors.at }
  const { providers, close } = openProviders({ config, brokerage: null, clock, takeToken: async () => 0 })
  const market = createLiveMarket({ providers, limits: SETTLEMENT_LIMITS })
  const stage = settlementStage({ sql: world.sql, market, clock, log: silentLog, borrowRateBps: 0 })
  const deliver = async (message: NewMessage) => {
    const delivery = { body: toEnvelope(message), deliveryId: message.id, redelivered: false }
    const deps = { sql: world.sql, relay: quietRelay(), log: silentLog }
    expect((await handleDelivery(deps, stage, delivery, {})).outcome).toBe('done')
  }
  try {
    const before = (await messages([])).map(({ id }) => id)
    const payload = { slot: `settlement:${day}/close`, occasion: 'close' as const, day: tradingDay(day) }
    await deliver({ id: `schedule:${payload.slot}#1`, type: 'settlement.due', occurredAt: world.vendors.at, payload })
    for (const message of await messages(before)) await deliver(message)
  } finally {
    await close()
  }
}

test.each([
  ['AAPL', 'a pinned member', true],
  ['BRK.B', 'a member that is not pinned, of a class', false],
  ['XLK', 'a fund', null],
] as const)('an option on %s, %s, is bought, warned of, and settles at its expiry', async (symbol, _, pinned) => {
  const agent = await world.account({ balance: 1_000_000 })
  if (pinned !== null) await scaffold(symbol, '2026-11-24', pinned)
  await world.sql`delete from corporate_actions`
  await world.sql`
    insert into corporate_actions (symbol, kind, ex_date, amount_e4, pay_date, source)
    values (${symbol}, 'dividend', '2026-11-23', 2_500, '2026-12-10', 'test')`
  const expiration = '2026-11-27'
  const { contract, price } = await nearest(agent, symbol, { expiration, type: 'call' })
  expect(contract.contract).toMatch(new RegExp(`^${symbol.replace('.', '')}261127C\\d{8}$`))
  const order = { contract: contract.contract, side: 'buy', quantity: 1 }
  const asked = await agent.initiate(order)
  expect(asked.status, asked.text).toBe(201)
  expect(asked.body).toMatchObject({ symbol, price: contract.ask, strike: contract.strike, expiration })
  const kinds = asked.body.held_against.map(({ kind }: { kind: string }) => kind)
  expect(kinds.toSorted()).toEqual(pinned === null ? ['ex_dividend', 'expiry'] : ['ex_dividend', 'expiry', 'report'])
  const filled = await agent.confirm(asked.body.trade_id, world.two)
  expect(filled.body, filled.text).toMatchObject({ status: 'executed', executed_price: contract.ask })
  // It can still be sold on its last day.
  await world.moveTo(at(expiration, '12:00'))
  const last = await agent.initiate({ ...order, side: 'sell' })
  expect(last.status, last.text).toBe(201)
  await agent.cancel(last.body.trade_id)
  await settleAt(expiration)
  const { events } = (await agent.ask({ url: `${TRADING}/account/events` })).body
  const settled = events.find(({ data }: { data: { contract?: string } }) => data.contract === contract.contract)
  const settledAt = settled.data.settlement_price as number
  expect(Math.abs(settledAt / price - 1)).toBeLessThan(0.2)
  expect(settled.kind).toBe(settledAt > contract.strike ? 'exercised' : 'expired')
  expect(settled.data).toMatchObject({ quantity: 1, strike: contract.strike, price_source: expect.any(String) })
})

test('a written put on a name is covered by cash, and an order beyond the displayed size says what would fit', async () => {
  const agent = await world.account({ balance: 1_000_000 })
  const { contract } = await nearest(agent, 'ZTS', { expiration: '2026-12-18', type: 'put' })
  const wanted = { contract: contract.contract, side: 'sell', quantity: 1 }
  const { status, body, text } = await agent.initiate(wanted)
  expect(status, text).toBe(201)
  expect(body).toMatchObject({ symbol: 'ZTS', price: contract.bid })
  const refused = await agent.initiate({ ...wanted, quantity: contract.bid_size + 1 })
  expect(refused).toMatchObject({ code: 'size_exceeds_liquidity', body: { details: { max_quantity: contract.bid_size - 1 } } })
})
