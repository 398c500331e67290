import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { multiplierOf, parseInstrument } from '../../shared/domain/trading/instrument.ts'
import { freezeSettlementPrice } from '../../shared/postgres/trading/settlement.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { settleExpiry } from '../../workers/settlement/settle-expiry.ts'
import { post, trade } from './ledger-world.ts'
import { ask, type Created, createAccount } from './replicas.ts'
import { openVendors, type Vendors } from './vendors.ts'

let vendors: Vendors
let app: FastifyInstance
let spot: number
beforeAll(async () => {
  vendors = await openVendors()
  vendors.at = instantAt(tradingDay('2026-11-20'), '15:00')
  app = await vendors.replica()
  spot = (await ask(app, { url: '/api/v1/trading/quote/SPY' })).json().price
})
afterAll(() => vendors.close())

const PATH = '/api/v1/trading/positions/options/expiry-preview'
const name = (day: string, right: 'C' | 'P', from: number) =>
  `SPY${day}${right}${String((Math.round(spot) + from) * 1_000).padStart(8, '0')}`

async function holding(balance: number, ...held: [instrument: string, quantity: number][]): Promise<Created> {
  const created = await createAccount(app, { name: 'agent', balance })
  for (const [instrument, quantity] of held) {
    const notionalE4 = Math.abs(quantity) * multiplierOf(parseInstrument(instrument)!) * 10_000
    const none = { quantity: 0, costE4: 0 }
    const order = trade({ instrument, quantity, notionalE4, held: none, mayBeShort: quantity < 0 })
    await post(vendors.db.sql, created.account_id, order)
  }
  return created
}
const preview = async ({ token }: Created, query = '') => (await ask(app, { url: PATH + query, token })).json()

test('shows at current prices what would be exercised, its cost and the debt it would leave', async () => {
  const call = name('261120', 'C', -20)
  const account = await holding(2_000, [call, 1], [name('261218', 'C', -20), 1])
  const body = await preview(account, '?days=0')
  const strike = Math.round(spot) - 20
  expect(body).toMatchObject({ through: '2026-11-20', balance: 1_800, deficit: true })
  expect(body.expiries).toEqual([
    {
      underlying: 'SPY',
      expiration: '2026-11-20',
      expires_at: '2026-11-20T16:00:00-05:00',
      assumed_price: expect.closeTo(spot, 0),
      price_basis: 'touch',
      reason: null,
      options: [
        {
          contract: call,
          quantity: 1,
          outcome: 'option_exercised',
          delivery: 'stock',
          strike,
          cash: -strike * 100,
          shares: 100,
        },
      ],
      cash: -strike * 100,
      shares_before: 0,
      shares_after: 100,
      balance_after: 1_800 - strike * 100,
      deficit: true,
    },
  ])
  expect((await preview(account, '?days=60')).expiries).toHaveLength(2)
})

test('settles expirations in order, so that shares from the first cover the second', async () => {
  const account = await holding(200_000, [name('261120', 'C', -20), 1], [name('261127', 'P', 20), 1])
  const { expiries, deficit } = await preview(account)
  expect(deficit).toBe(false)
  expect(
    expiries.map((each: { shares_before: number; shares_after: number }) => [each.shares_before, each.shares_after]),
  ).toEqual([
    [0, 100],
    [100, 0],
  ])
  expect(expiries[1].expires_at).toBe('2026-11-27T13:00:00-05:00')
})

test('assumes the close for options that have ended, whatever is traded after hours', async () => {
  const account = await holding(50_000, [name('261120', 'C', -20), 1], [name('261127', 'C', -20), 1])
  const quoted = async () => (await ask(app, { url: '/api/v1/trading/quote/SPY' })).json()
  const before = vendors.at
  try {
    vendors.at = instantAt(tradingDay('2026-11-20'), '16:00')
    const { price: close } = await quoted()
    vendors.at = instantAt(tradingDay('2026-11-20'), '16:10')
    const { price: afterHours } = await quoted()
    expect(afterHours).not.toBe(close)
    expect((await preview(account)).expiries).toMatchObject([
      { expiration: '2026-11-20', assumed_price: close, price_basis: 'close', reason: null },
      { expiration: '2026-11-27', assumed_price: afterHours, price_basis: 'touch' },
    ])
    const delayed = await vendors.replica({ providers: 'cboe' })
    const [ended, later] = (await ask(delayed, { url: PATH, token: account.token })).json().expiries
    expect(ended).toMatchObject({ assumed_price: null, price_basis: null, options: [], balance_after: 49_800 })
    expect(ended.reason).toBe('these options have ended, and the close of SPY on 2026-11-20 is not known yet')
    expect(later).toMatchObject({ price_basis: 'touch' })
  } finally {
    vendors.at = before
  }
})

test('account and positions mark options that have ended at what they settle for', async () => {
  const inside = name('261120', 'C', -20)
  const outside = name('261120', 'P', -20)
  const account = await holding(200_000, ['SPY', 100], [inside, -1], [outside, 2], [name('261127', 'C', -20), 1])
  const own = async (path: string) => (await ask(app, { url: `/api/v1/trading/${path}`, token: account.token })).json()
  const before = vendors.at
  try {
    vendors.at = instantAt(tradingDay('2026-11-20'), '16:00')
    const { price: close } = (await ask(app, { url: '/api/v1/trading/quote/SPY' })).json()
    vendors.at = instantAt(tradingDay('2026-11-20'), '16:10')
    const { positions, totals } = await own('positions/options')
    const payoff = Math.round((close - (Math.round(spot) - 20)) * 10_000) / 10_000
    const reason = `it has ended, and its mark is what it settles for at the close of SPY, ${close}`
    expect(positions).toMatchObject([
      { contract: inside, mark: payoff, bid: null, moneyness: 'in', underlying_price: close, reason },
      { contract: outside, mark: 0, market_value: 0, liquidation_value: 0, moneyness: 'out', reason },
      { expiration: '2026-11-27', reason: null },
    ])
    expect(positions[0]).toMatchObject({ market_value: expect.closeTo(-100 * payoff, 4), quality: null })
    const stock = (await own('positions')).totals.market_value
    const { balance, equity, unmarked, stale } = await own('account')
    expect([equity, unmarked, stale]).toEqual([expect.closeTo(balance + stock + totals.market_value, 4), [], []])
  } finally {
    vendors.at = before
  }
})

test('predicts the later settlement to the cent', async () => {
  const account = await holding(50_000, ['SPY', 100], [name('261120', 'C', -5), -1], [name('261120', 'P', 15), 2])
  const sql = vendors.db.sql
  const price = { priceE4: Math.round(spot * 10_000), source: 'test', quotedAt: vendors.at }
  await sql.begin((tx) => freezeSettlementPrice(tx, 'SPY', tradingDay('2026-11-20'), price))
  const [expiry] = (await preview(account)).expiries
  expect(expiry).toMatchObject({ price_basis: 'frozen', assumed_price: spot })
  const due = { accountId: account.account_id, epoch: 1, underlying: 'SPY', expiration: tradingDay('2026-11-20') }
  await sql.begin((tx) => settleExpiry(tx, due))
  const after = (await ask(app, { url: '/api/v1/trading/account', token: account.token })).json()
  expect(after.balance).toBe(expiry.balance_after)
  expect((await preview(account)).expiries).toEqual([])
})

test('assumes no price when no provider quotes the underlying', async () => {
  const account = await holding(50_000, ['ZZZZ261120C00100000', 1])
  expect((await preview(account)).expiries).toMatchObject([
    { assumed_price: null, price_basis: null, reason: expect.stringMatching(/./), options: [], cash: 0 },
  ])
})

test('refuses a number of days out of bounds', async () => {
  const account = await holding(10)
  expect((await ask(app, { url: `${PATH}?days=367`, token: account.token })).statusCode).toBe(400)
})
