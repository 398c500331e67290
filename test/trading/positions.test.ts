import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChainAnswer } from '../../api/trading/market/chain-document.ts'
import { eventually } from '../../harness/eventually.ts'
import { saveLatestQuotes } from '../../shared/postgres/market/latest-quotes.ts'
import { saveAccountSnapshots } from '../../shared/postgres/trading/account-snapshots.ts'
import { NOW } from '../api/support/seed.ts'
import { allowedOnce, brokenRules, post, trade } from './ledger-world.ts'
import { ask, type Created, createAccount } from './replicas.ts'
import { get, openVendors, UNQUOTED, type Vendors } from './vendors.ts'

let vendors: Vendors
let app: FastifyInstance
let agent: Created
beforeAll(async () => {
  vendors = await openVendors()
  app = await vendors.replica({ providers: 'schwab' })
})
beforeEach(async () => {
  vendors.at = NOW
  await vendors.db.sql`truncate latest_quotes, quote_wishes`
  agent = await createAccount(app)
})
afterEach(() => vendors.world.heal())
afterAll(() => vendors.close())

const NOTHING = { quantity: 0, costE4: 0 }
const e4 = (dollars: number) => Math.round(dollars * 10_000)
/** Posts a fill at a price per share, for an account that held `held` before. */
async function fill(instrument: string, quantity: number, price: number, held = NOTHING): Promise<void> {
  const shares = Math.abs(quantity) * (/\d/.test(instrument) ? 100 : 1)
  const order = { instrument, quantity, notionalE4: e4(price) * shares, held, mayBeShort: quantity < 0 }
  await post(vendors.db.sql, agent.account_id, trade(order))
}
const own = async (path: string, from = app) => {
  const answer = await ask(from, { url: `/api/v1/trading/${path}`, token: agent.token })
  return { status: answer.statusCode, body: answer.json() }
}
const cents = (value: number) => Math.round(value * 10_000) / 10_000

test('a long and a short stock show value at the mark, liquidation value at the touch, and gain against cost', async () => {
  await fill('SPY', 10, 650)
  await allowedOnce(vendors.db.sql, agent.account_id)
  await fill('AAPL', -4, 300)
  const [spy, aapl] = (await get(app, 'quotes?symbols=SPY,AAPL')).body.quotes
  const { status, body } = await own('positions')
  expect(status).toBe(200)
  const mid = (quote: { bid: number; ask: number }) => Math.round(((quote.bid + quote.ask) / 2) * 10_000) / 10_000
  const [short, long] = body.positions
  expect(long).toMatchObject({
    symbol: 'SPY',
    side: 'long',
    quantity: 10,
    average_cost: 650,
    cost: 6_500,
    source: 'schwab',
    reason: null,
    bid: spy.bid,
    ask: spy.ask,
    mark: mid(spy),
    market_value: cents(10 * mid(spy)),
    liquidation_value: cents(10 * spy.bid),
    unrealized_pnl: cents(10 * mid(spy) - 6_500),
    quality: 'good',
    day_change: cents(mid(spy) - spy.previous_close),
    age_seconds: 0,
    delayed: false,
    delay_seconds: 0,
    quoted_at: '2026-11-20T10:31:00-05:00',
  })
  expect(long.unrealized_pnl_percent).toBeCloseTo((100 * (10 * mid(spy) - 6_500)) / 6_500, 3)
  expect(short).toMatchObject({
    symbol: 'AAPL',
    side: 'short',
    quantity: -4,
    average_cost: 300,
    cost: -1_200,
    mark: mid(aapl),
    market_value: cents(-4 * mid(aapl)),
    liquidation_value: cents(-4 * aapl.ask),
    unrealized_pnl: cents(1_200 - 4 * mid(aapl)),
  })
  expect(body.totals).toMatchObject({ cost: 5_300, unmarked: [] })
  expect(body.totals.market_value).toBeCloseTo(10 * mid(spy) - 4 * mid(aapl), 6)
  expect(body.totals.unrealized_pnl).toBeCloseTo(long.unrealized_pnl + short.unrealized_pnl, 6)
  const account = (await own('account')).body
  expect(account).toMatchObject({ balance: 94_700, realized_pnl: 0, unmarked: [], stale: [] })
  expect(account.equity).toBeCloseTo(94_700 + body.totals.market_value, 6)
  expect(account.unrealized_pnl).toBeCloseTo(body.totals.unrealized_pnl, 6)
})

test('realized and unrealized gain add up to the whole gain', async () => {
  await fill('SPY', 10, 650)
  await fill('SPY', -4, 660, { quantity: 10, costE4: e4(6_500) })
  const [position] = (await own('positions')).body.positions
  expect(position).toMatchObject({ quantity: 6, average_cost: 650, cost: 3_900 })
  const { body } = await own('account')
  // Four shares that cost 650 were sold at 660.
  expect(body).toMatchObject({ realized_pnl: 40, balance: 100_000 - 6_500 + 2_640 })
  expect(body.realized_pnl + body.unrealized_pnl).toBeCloseTo(body.equity - 100_000, 6)
})

const chainOf = async (from: FastifyInstance, query: string) =>
  (await get(from, `options/chain/SPY?expiration=2026-12-18&${query}`)).body as ChainAnswer

test('an option position counts 100 shares per contract and shows greeks per contract, in total and by source', async () => {
  const chain = await chainOf(app, 'strike_count=6')
  const call = chain.contracts.find(({ type, strike }) => type === 'call' && strike < chain.underlying_price!)!
  const put = chain.contracts.find(({ type, strike }) => type === 'put' && strike < chain.underlying_price!)!
  await fill(call.contract, 2, 10)
  await fill(put.contract, -3, 9)
  await fill('SPY', 50, 650)
  const { body } = await own('positions/options')
  const of = (contract: string) => body.positions.find((each: { contract: string }) => each.contract === contract)
  expect(of(call.contract)).toMatchObject({
    underlying: 'SPY',
    type: 'call',
    strike: call.strike,
    expiration: '2026-12-18',
    days_to_expiry: 28,
    multiplier: 100,
    side: 'long',
    quantity: 2,
    average_cost: 10,
    cost: 2_000,
    moneyness: 'in',
    reason: null,
    mark: call.mark,
    market_value: cents(200 * call.mark!),
    liquidation_value: cents(200 * call.bid),
    unrealized_pnl: cents(200 * call.mark! - 2_000),
    iv: call.iv,
    greeks_source: 'vendor',
    iv_source: 'vendor',
    underlying_price: chain.underlying_price,
    intrinsic_value: cents(chain.underlying_price! - call.strike),
    greeks: { delta: call.delta, gamma: call.gamma, theta: call.theta, vega: call.vega, rho: call.rho },
  })
  expect(of(call.contract).position_greeks.delta).toBeCloseTo(200 * call.delta!, 3)
  expect(of(put.contract)).toMatchObject({
    side: 'short',
    quantity: -3,
    cost: -2_700,
    moneyness: 'out',
    intrinsic_value: 0,
    market_value: cents(-300 * put.mark!),
    liquidation_value: cents(-300 * put.ask),
    unrealized_pnl: cents(2_700 - 300 * put.mark!),
  })
  const one = (await own('positions/spy')).body
  expect(one).toMatchObject({ symbol: 'SPY', stock: { quantity: 50 }, totals: { unmarked: [] } })
  expect(one.options.map((each: { contract: string }) => each.contract).sort()).toEqual(
    [call.contract, put.contract].sort(),
  )
  expect(one.delta_shares).toBeCloseTo(50 + 200 * call.delta! - 300 * put.delta!, 3)
  expect((await own('positions')).body.positions).toHaveLength(1)
})

test('greeks that the vendor lacks are computed as in the chain', async () => {
  const delayed = await vendors.replica({ providers: 'cboe' })
  const chain = await chainOf(delayed, 'strike_count=100')
  const bare = chain.contracts.find(({ greeks_source }) => greeks_source === 'own')!
  await fill(bare.contract, 1, 50)
  const [position] = (await own('positions/options', delayed)).body.positions
  expect(position).toMatchObject({ greeks_source: 'own', iv_source: 'own', delayed: true, delay_seconds: 900 })
  expect(position.greeks.delta).toBeCloseTo(bare.delta!, 2)
  expect(position.iv).toBeCloseTo(bare.iv!, 2)
})

test('a position without a quote has no mark, and every sum with it is null', async () => {
  await fill('SPY', 1, 650)
  await fill(UNQUOTED, 2, 600)
  await fill('SPY261218C99999000', 1, 1)
  const { body } = await own('positions')
  const unquoted = body.positions.find(({ symbol }: { symbol: string }) => symbol === UNQUOTED)
  expect(unquoted).toMatchObject({ mark: null, market_value: null, unrealized_pnl: null, quality: null, cost: 1_200 })
  expect(unquoted.reason).toBe('no provider has a quote of it')
  expect(body.totals).toEqual({
    cost: 1_850,
    market_value: null,
    liquidation_value: null,
    unrealized_pnl: null,
    unmarked: [UNQUOTED],
  })
  const [contract] = (await own('positions/options')).body.positions
  expect(contract).toMatchObject({
    mark: null,
    iv: null,
    greeks: { delta: null },
    moneyness: 'out',
    intrinsic_value: 0,
  })
  expect(contract.reason).toBe('the chain does not list this contract')
  const account = (await own('account')).body
  expect(account).toMatchObject({ equity: null, equity_estimate: null, unrealized_pnl: null, day_pnl: null })
  expect(account.realized_pnl).toBe(0)
  expect(account.unmarked).toEqual([UNQUOTED, 'SPY261218C99999000'])
  expect(account.day_pnl_reason).toBe('equity is not known')
  expect((await own('positions/SPY')).body.delta_shares).toBeNull()
})

test('an equity that a contract without a mark hides has an estimate by what exercising it would bring', async () => {
  await fill('SPY', 10, 650)
  await fill('SPY261218C00001000', 2, 300)
  const { price } = (await get(app, 'quote/SPY')).body
  const [contract] = (await own('positions/options')).body.positions
  expect(contract).toMatchObject({ mark: null, reason: 'the chain does not list this contract', moneyness: 'in' })
  expect(contract).toMatchObject({ underlying_price: price, intrinsic_value: cents(price - 1) })
  const { body } = await own('account')
  const { balance, equity, equity_estimate: estimate, unmarked, buying_power: power } = body
  expect([equity, unmarked]).toEqual([null, ['SPY261218C00001000']])
  expect(estimate).toBeCloseTo(balance + 10 * price + 200 * (price - 1), 4)
  expect(power).toBe(balance)
})

test('while no vendor answers, the last good mark is shown with its age and reason and listed as stale', async () => {
  await fill('ZTS', 5, 100)
  const quote = { symbol: 'ZTS', price: 110, bid: 109, ask: 111, bidSize: 1, askSize: 1, volume: 1, previousClose: 100 }
  const kept = { ...quote, quotedAt: NOW, source: 'schwab' as const, delaySeconds: 0 }
  await saveLatestQuotes(vendors.db.sql, [kept], NOW)
  for (const vendor of ['schwab', 'cboe'] as const) await vendors.fault(vendor, { mode: 'status', status: 500 })
  vendors.at = new Date(NOW.getTime() + 600_000)
  const { body } = await own('positions')
  expect(body.positions[0]).toMatchObject({ mark: 110, market_value: 550, liquidation_value: 545, age_seconds: 600 })
  expect(body.positions[0]).toMatchObject({ quality: 'stale', reason: expect.stringContaining('500') })
  expect((await own('account')).body).toMatchObject({ equity: 100_050, unmarked: [], stale: ['ZTS'] })
})

test('day P&L starts at the previous close or the opening of a younger epoch, else it is null with a reason', async () => {
  await eventually(async () => expect((await own('account')).body.day_pnl).not.toBeNull())
  expect((await own('account')).body).toMatchObject({ day_pnl: 0, day_pnl_reason: null })
  const thursday = new Date('2026-11-19T21:00:00Z')
  const earlier = new Date('2026-11-18T15:00:00Z')
  // Make the account older than the previous close.
  await vendors.db.sql`alter table ledger_entries disable trigger user`
  await vendors.db.sql`update ledger_entries set at = ${earlier} where account_id = ${agent.account_id}`
  await vendors.db.sql`alter table ledger_entries enable trigger user`
  expect((await own('account')).body).toMatchObject({
    day_pnl: null,
    day_pnl_reason: 'there is no snapshot of the close of 2026-11-19',
  })
  const snapshot = {
    accountId: agent.account_id,
    epoch: 1,
    slot: '2026-11-19T16:00',
    kind: 'close' as const,
    at: thursday,
    takenAt: thursday,
    entries: 1,
    cashE4: e4(100_000),
    positions: 0,
    unmarked: 0,
    marks: [],
    spyE4: null,
    positionsE4: 0,
    equityE4: e4(100_000),
  }
  await saveAccountSnapshots(vendors.db.sql, [snapshot])
  await fill('SPY', 10, 650)
  const { body } = await own('account')
  expect(body.day_pnl).toBeCloseTo(body.equity - 100_000, 6)
  expect(await brokenRules(vendors.db.sql)).toEqual([])
})

test('an account without positions has empty lists and 404 per symbol, and never sees another’s positions', async () => {
  expect((await own('positions')).body).toMatchObject({ positions: [], totals: { market_value: 0, unmarked: [] } })
  expect((await own('positions/options')).body).toMatchObject({ positions: [] })
  for (const symbol of ['SPY', 'NOPE', '%24VIX', '__proto__']) {
    const missing = await own(`positions/${symbol}`)
    expect(missing, symbol).toMatchObject({ status: 404, body: { code: 'not_found' } })
  }
  await fill('SPY', 1, 650)
  expect((await own('positions/Spy')).status).toBe(200)
  const other = await createAccount(app, { name: 'other' })
  const theirs = await ask(app, { url: '/api/v1/trading/positions/SPY', token: other.token })
  expect(theirs.statusCode).toBe(404)
})
