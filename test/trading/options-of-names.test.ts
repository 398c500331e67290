import { readFileSync } from 'node:fs'
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
import { accountEvents } from '../../shared/postgres/trading/account-events.ts'
import { saveActionReports } from '../../shared/postgres/trading/action-proposals.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { SETTLEMENT_LIMITS, settlementStage } from '../../workers/settlement/settlement-stage.ts'
import { post, trade } from './ledger-world.ts'
import { at } from './settlement-world.ts'
import { type Agent, TRADING, tradeWorld } from './trade-world.ts'

const world = tradeWorld()
const EXAMPLE = `${import.meta.dirname}/../../api/company/profile-example.json`
const LAST_DAY = '2026-11-27'
/** AAPL's report is near, BRK.B's is within four weeks and its dividend tomorrow's business day; a fund has neither. */
const WARNINGS = { AAPL: ['expiry', 'report'], 'BRK.B': ['ex_dividend', 'expiry', 'report'], XLK: ['expiry'] }

/** A contract of a chain as the API serves it, next to the money; `side` of the money decides in or out of it. */
async function nearest(agent: Agent, symbol: string, { expiration, type }: { expiration: string; type: string }) {
  const url = `${TRADING}/options/chain/${symbol}?expiration=${expiration}&strike_count=10`
  const { body, status, text } = await agent.ask({ url })
  expect(status, text).toBe(200)
  const price = body.underlying_price as number
  const below = body.contracts.filter(
    (each: { type: string; strike: number }) => each.type === type && each.strike < price,
  )
  return { contract: below.at(-1), price }
}

async function scaffold(ticker: string, nextReport: string, pinned: boolean) {
  await addCompany(world.sql, ticker, world.vendors.at)
  if (pinned) expect(await pinCompany(world.sql, ticker, world.vendors.at)).toBe('pinned')
  const example = JSON.parse(readFileSync(EXAMPLE, 'utf8'))
  const document = JSON.stringify({ ...example, ticker, next_report: nextReport })
  await savePanels(world.sql, [{ ticker, panel: 'profile', document }], world.vendors.at)
}

const messages = async (seen: readonly string[]): Promise<NewMessage[]> => {
  const rows = await world.sql<{ envelope: NewMessage }[]>`
    select o.envelope from outbox as o where o.message_id <> all(${[...seen]}) order by o.message_id`
  return rows.map(
    ({ envelope: { id, type, payload } }) => ({ id, type, payload, occurredAt: world.vendors.at }) as NewMessage,
  )
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

test('a written put on a name is quoted, and an order beyond the displayed size states what would fit', async () => {
  const agent = await world.account({ balance: 1_000_000 })
  const { contract } = await nearest(agent, 'ZTS', { expiration: '2026-12-18', type: 'put' })
  const wanted = { contract: contract.contract, side: 'sell', quantity: 1 }
  const { status, body, text } = await agent.initiate(wanted)
  expect(status, text).toBe(201)
  expect(body).toMatchObject({ symbol: 'ZTS', price: contract.bid, requirement: 100 * contract.strike })
  const refused = await agent.initiate({ ...wanted, quantity: contract.bid_size + 1 })
  expect(refused.code).toBe('size_exceeds_liquidity')
  expect(refused.body.details.max_quantity).toBe(contract.bid_size - 1)
})

test('BRK-B means BRK.B in every route that takes a symbol, and an unknown one is refused with the way to find one', async () => {
  const agent = await world.account({ balance: 1_000_000 })
  const symbolAt = async (path: string) => {
    const { status, body, text } = await agent.ask({ url: `${TRADING}/${path}` })
    expect(status, text).toBe(200)
    return body.symbol ?? body.underlying ?? body.quotes[0].symbol
  }
  const paths = ['quote/brk-b', 'quotes?symbols=BRK-B', 'bars/BRK%2FB', 'options/chain/BRK-B?strike_count=5']
  for (const path of paths) expect([path, await symbolAt(path)]).toEqual([path, 'BRK.B'])
  const asked = await agent.initiate({ symbol: 'brk-b', side: 'buy', quantity: 1 })
  expect([asked.status, asked.body.symbol]).toEqual([201, 'BRK.B'])
  const refused = await agent.ask({ url: `${TRADING}/quote/ZZZZZ` })
  expect([refused.status, refused.text]).toEqual([404, expect.stringContaining('/api/v1/tickers/search?q=')])
})

test('options on a pinned member, on one of a class and on a fund are bought, warned of, and settle', async () => {
  const names = ['AAPL', 'BRK.B', 'XLK'] as const
  const agent = await world.account({ balance: 1_000_000 })
  await scaffold('AAPL', '2026-11-24', true)
  await scaffold('BRK.B', '2026-12-15', false)
  await world.sql`
    insert into corporate_actions (symbol, kind, ex_date, amount_e4, pay_date, source)
    values ('BRK.B', 'dividend', '2026-11-23', 2500, '2026-12-10', 'test')`
  const bought = new Map<string, { contract: string; strike: number; price: number }>()
  for (const symbol of names) {
    const { contract, price } = await nearest(agent, symbol, { expiration: LAST_DAY, type: 'call' })
    expect(contract.contract).toMatch(new RegExp(`^${symbol.replace('.', '')}261127C\\d{8}$`))
    const asked = await agent.initiate({ contract: contract.contract, side: 'buy', quantity: 1 })
    expect(asked.status, asked.text).toBe(201)
    const legs = [{ instrument: contract.contract, strike: contract.strike, type: 'call' }]
    expect(asked.body).toMatchObject({ symbol, price: contract.ask, legs })
    const told = asked.body.held_against.map(({ kind }: { kind: string }) => kind).toSorted()
    expect([symbol, told]).toEqual([symbol, WARNINGS[symbol]])
    const filled = await agent.confirm(asked.body.trade_id, world.two)
    expect(filled.body, filled.text).toMatchObject({ status: 'executed', executed_price: contract.ask })
    bought.set(symbol, { contract: contract.contract, strike: contract.strike, price })
  }
  // A contract can still be sold on its last day; the brokerage's login lasts a week.
  await world.moveTo(at(LAST_DAY, '10:00'))
  for (const { contract } of bought.values()) {
    const last = await agent.initiate({ contract, side: 'sell', quantity: 1 })
    expect(last.status, last.text).toBe(201)
    await agent.cancel(last.body.trade_id)
  }
  await settleAt(LAST_DAY)
  const { events } = await accountEvents(world.sql, Number(agent.account_id), { limit: 50, offset: 0 })
  for (const { contract, strike, price } of bought.values()) {
    const settled = events.find(({ data }) => data.contract === contract)!
    const settledAt = settled.data.settlement_price as number
    expect(Math.abs(settledAt / price - 1)).toBeLessThan(0.2)
    expect(settled.kind).toBe(settledAt > strike ? 'option_exercised' : 'option_expired')
    expect(settled.data).toMatchObject({ quantity: 1, strike })
  }
})

test('a held contract that the chain does not list is refused for lack of a price, and as unknown only if it is not held', async () => {
  const agent = await world.account({ balance: 1_000_000 })
  const contract = 'XLK261218C00007650'
  const close = () => agent.initiate({ contract, side: 'sell', quantity: 1 })
  expect((await close()).code).toBe('unknown_contract')
  const held = { quantity: 0, costE4: 0 }
  const bought = trade({ instrument: contract, quantity: 1, notionalE4: 500, held })
  await post(world.sql, Number(agent.account_id), bought)
  expect(await close()).toMatchObject({
    status: 409,
    code: 'no_market',
    body: {
      retryable: false,
      fix: 'What you hold of it is settled when it expires. Order something else.',
      details: { instrument: contract, reason: 'the chain does not list this contract' },
    },
  })
})

test('a symbol with an undecided announcement can only be closed, as long as the operator decides nothing', async () => {
  const agent = await world.account({ balance: 1_000_000 })
  const buy = { symbol: 'AAPL', side: 'buy', quantity: 1 }
  await agent.bought(buy)
  const merger = {
    symbol: 'AAPL',
    exDate: tradingDay('2026-11-20'),
    vendor: 'sec',
    terms: { kind: 'merger', filing: '8-K' },
  } as const
  await saveActionReports(world.sql, [merger], world.vendors.at)
  expect((await agent.initiate(buy)).status).toBe(201)
  await world.sql`update action_proposals set state = 'proposed', reason = 'test'`
  const refused = await agent.initiate(buy)
  expect(refused).toMatchObject({ status: 422, code: 'not_tradable' })
  expect(refused.body.details.reason).toBe('a merger of 2026-11-20 is not decided yet, so positions can only be closed')
  expect((await agent.initiate({ ...buy, side: 'sell' })).status).toBe(201)
  await world.sql`update action_proposals set state = 'accepted', decided_at = now()`
  expect((await agent.initiate(buy)).body.details.reason).toContain('ended this symbol')
  await world.sql`update action_proposals set state = 'rejected'`
  expect((await agent.initiate(buy)).status).toBe(201)
})
