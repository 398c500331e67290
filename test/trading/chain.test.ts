import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChainAnswer } from '../../api/trading/market/chain-document.ts'
import { eventually } from '../../harness/eventually.ts'
import { saveObservations } from '../../shared/postgres/market/observations.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { NOW } from '../api/support/seed.ts'
import { get, openVendors, type Vendors } from './vendors.ts'

let vendors: Vendors
beforeAll(async () => {
  vendors = await openVendors()
  const dff = { series: 'dff' as const, day: tradingDay('2026-11-18'), value: 3.87 }
  const known = { knownAt: new Date('2026-11-19T13:00:00Z'), source: 'fred' as const, origin: 'scheduled' as const }
  await vendors.db.sql.begin((tx) => saveObservations(tx, [{ ...dff, ...known }]))
})
beforeEach(() => {
  vendors.at = NOW
})
afterEach(() => vendors.world.heal())
afterAll(() => vendors.close())

const chainOf = async (app: Parameters<typeof get>[0], query = '') => {
  const { status, body } = await get(app, `options/chain/SPY${query}`)
  expect(status).toBe(200)
  return body as ChainAnswer
}

describe.each([
  ['schwab', 0],
  ['cboe', 900],
] as const)('the chain of %s', (providers, delay) => {
  test('without an expiration lists all of them and the strikes around the money of the nearest', async () => {
    const body = await chainOf(await vendors.replica({ providers }))
    expect(body).toMatchObject({
      symbol: 'SPY',
      source: providers,
      delay_seconds: delay,
      delayed: delay > 0,
      reason: null,
      expiration: '2026-11-20',
      strike_count: 50,
      rate_source: 'dff of 2026-11-18',
    })
    expect(body.expirations.length).toBeGreaterThan(15)
    expect(body.expirations).toEqual([...body.expirations].sort())
    expect(body.strikes).toBeLessThanOrEqual(50)
    expect(body.contracts).toHaveLength(2 * body.strikes)
    expect(body.contracts.slice(0, 2).map(({ type }) => type)).toEqual(['call', 'put'])
    expect(body.contracts[0]!.contract).toBe(`SPY261120C${String(body.contracts[0]!.strike * 1000).padStart(8, '0')}`)
  })

  test('of one expiration has the requested number of strikes, half below the money', async () => {
    const body = await chainOf(await vendors.replica({ providers }), '?expiration=2026-12-18&strike_count=6')
    expect(body).toMatchObject({ expiration: '2026-12-18', strikes: 6, strike_count: 6 })
    expect(body.strikes_listed).toBeGreaterThan(50)
    const strikes = [...new Set(body.contracts.map(({ strike }) => strike))]
    expect(strikes.filter((strike) => strike <= body.underlying_price!)).toHaveLength(3)
    for (const contract of body.contracts) {
      expect(contract).toMatchObject({
        expiration: '2026-12-18',
        quality: delay > 0 ? 'delayed' : 'good',
        iv_source: 'vendor',
      })
      expect(contract.mark).toBeCloseTo((contract.bid + contract.ask) / 2, 6)
      expect(contract.greeks_source).toBe('vendor')
      expect(Math.abs(contract.delta!)).toBeGreaterThan(0.3)
      expect(Math.abs(contract.delta!)).toBeLessThan(0.7)
      expect(contract.bid_size).toBeGreaterThan(0)
      expect(contract.open_interest).toBeGreaterThan(0)
    }
  })
})

test('our own volatility and greeks agree with those of another vendor', async () => {
  const far = '?expiration=2026-12-18&strike_count=100'
  const [mine, theirs] = await Promise.all([
    vendors.replica({ providers: 'cboe' }).then((app) => chainOf(app, far)),
    vendors.replica({ providers: 'schwab' }).then((app) => chainOf(app, far)),
  ])
  // Cboe gives no volatility deep in the money, but the other side of the strike has one.
  const own = mine.contracts.filter(({ iv_source }) => iv_source === 'own')
  expect(own.length).toBeGreaterThan(0)
  let compared = 0
  for (const contract of own) {
    expect(contract.greeks_source).toBe('own')
    const other = theirs.contracts.find((each) => each.contract === contract.contract)
    if (other?.iv_source !== 'vendor') continue
    // Only a wide quote of a premium that is nearly all intrinsic is left when the other side has no bid.
    const otherSide = mine.contracts.find((each) => each.strike === contract.strike && each.type !== contract.type)
    if (!otherSide?.bid) continue
    compared++
    expect(Math.abs(contract.iv! / other.iv! - 1), contract.contract).toBeLessThan(0.1)
    expect(Math.abs(contract.delta! - other.delta!), contract.contract).toBeLessThan(0.05)
    expect(Math.abs(contract.theta! - other.theta!), contract.contract).toBeLessThan(0.1)
    expect(Math.abs(contract.vega! - other.vega!), contract.contract).toBeLessThan(0.1)
    expect(Math.abs(contract.rho! - other.rho!), contract.contract).toBeLessThan(0.05)
  }
  expect(compared).toBeGreaterThan(0)
})

test('an expiration is no longer listed after its close', async () => {
  vendors.at = new Date('2026-11-20T20:59:59Z')
  const app = await vendors.replica()
  expect(await chainOf(app)).toMatchObject({ expiration: '2026-11-20' })
  vendors.at = new Date('2026-11-20T21:00:00Z')
  const after = await chainOf(app)
  expect(after.expiration).toBe('2026-11-23')
  expect(after.expirations).not.toContain('2026-11-20')
})

test('a day without expiration, an underlying without options and an index have a reason; an unknown symbol is 404', async () => {
  const app = await vendors.replica()
  const none = await chainOf(app, '?expiration=2026-11-21')
  expect(none).toMatchObject({ expiration: null, contracts: [], reason: expect.stringContaining('see expirations') })
  expect(none.expirations.length).toBeGreaterThan(15)
  expect(await get(app, 'options/chain/K')).toMatchObject({
    status: 200,
    body: { contracts: [], expirations: [], reason: 'no provider has options of it' },
  })
  expect((await get(app, 'options/chain/vix')).body.reason).toBe('options on an index are not served')
  expect((await get(app, 'options/chain/NOPE')).status).toBe(404)
})

test.each(['expiration=20261120', 'expiration=2026-02-30', 'strike_count=4', 'strike_count=101', 'strike_count=1e1'])(
  '%s is 400 and names the parameter',
  async (query) => {
    const { status, body } = await get(await vendors.replica(), `options/chain/SPY?${query}`)
    expect(status).toBe(400)
    expect(body.details.fields).toEqual([query.split('=')[0]])
  },
)

test('while feeds are down the last good chain is served with age and reason, unless it has expired', async () => {
  const app = await vendors.replica()
  const before = await chainOf(app)
  for (const vendor of ['schwab', 'cboe'] as const) await vendors.fault(vendor, { mode: 'status', status: 500 })
  vendors.at = new Date(NOW.getTime() + 600_000)
  const after = await eventually<ChainAnswer>(async () => {
    const body = await chainOf(app)
    expect(body.reason).not.toBeNull()
    return body
  })
  expect(after).toMatchObject({ quoted_at: before.quoted_at, age_seconds: 600 })
  expect(after.reason).toMatch(/schwab: .*500; cboe: .*500/)
  expect(new Set(after.contracts.map(({ quality }) => quality))).toContain('stale')
  vendors.at = new Date('2026-11-23T15:00:00Z')
  expect(await chainOf(app)).toMatchObject({ contracts: [], expiration: null })
})
