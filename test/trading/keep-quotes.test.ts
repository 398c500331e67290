import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../shared/config.ts'
import { createLiveMarket } from '../../shared/market/live-market.ts'
import { MARKET_LIMITS } from '../../shared/market/market-limits.ts'
import { openProviders } from '../../shared/market/open-providers.ts'
import { openPool, type Pool } from '../../shared/postgres/db.ts'
import { latestQuotes, saveLatestQuotes, wishQuotes } from '../../shared/postgres/latest-quotes.ts'
import { keepQuotes } from '../../workers/keep-quotes.ts'
import { PACE } from '../../workers/quotes-pace.ts'
import { NOW } from '../api/support/seed.ts'
import { eventually } from '../harness/eventually.ts'
import { get, openVendors, type Vendors } from './vendors.ts'

const FAST = { ...PACE, openMs: 20, closedMs: 20, delayedMs: 20, failedMs: 20, waitingMs: 20, writeMs: 20, heldMs: 20 }

let vendors: Vendors
const running: Keeper[] = []
beforeAll(async () => {
  vendors = await openVendors()
})
beforeEach(async () => {
  vendors.at = NOW
  await vendors.db.sql`truncate latest_quotes, quote_wishes`
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((keeper) => keeper.stop()))
  await vendors.world.heal()
})
afterAll(() => vendors.close())

interface Keeper {
  /** What it logged, in order. */
  events(): { event: string; leads?: boolean; reason?: string }[]
  stop(): Promise<void>
}

function keeper(name = 'quotes-test'): Keeper {
  const lines: string[] = []
  const log = pino({ messageKey: 'event' }, { write: (line: string) => void lines.push(line) })
  const sql: Pool = openPool(vendors.db.url, { max: 3, name })
  const clock = { now: () => vendors.at }
  const config = readConfig({ SIMULATOR_URL: vendors.world.simulator.url })
  const takeToken = () => Promise.resolve(0)
  const { providers, close } = openProviders({ config, brokerage: null, clock, takeToken })
  const limits = { ...MARKET_LIMITS, delayedKeptMs: 0, realtimeKeptMs: 0, restMs: 0 }
  const market = createLiveMarket({ providers, limits })
  const stopping = new AbortController()
  const keeping = keepQuotes({ sql, market, clock, log, pace: FAST }, stopping.signal)
  const one: Keeper = {
    events: () => lines.map((line) => JSON.parse(line)),
    async stop() {
      stopping.abort()
      await keeping
      await close()
      await sql.end({ timeout: 1 })
    },
  }
  running.push(one)
  return one
}

const kept = async () => {
  const rows = await vendors.db.sql`select l.symbol from latest_quotes as l order by l.symbol limit 100`
  return rows.map(({ symbol }) => symbol)
}
const wish = (...symbols: string[]) => wishQuotes(vendors.db.sql, symbols)
const leads = (one: Keeper) => one.events().findLast(({ event }) => event === 'quotes_lead_changed')?.leads === true

test('SPY always, and what is wished for, until nobody has wished for a while', async () => {
  keeper()
  await eventually(async () => expect(await kept()).toEqual(['SPY']))
  await wish('AAPL', 'NOPE')
  await eventually(async () => expect(await kept()).toEqual(['AAPL', 'SPY']))
  const [spy] = await latestQuotes(vendors.db.sql, ['SPY'])
  expect(spy).toMatchObject({ source: 'cboe', delaySeconds: 900, fetchedAt: NOW })
  await vendors.db.sql`update quote_wishes set wished_at = wished_at - interval '301 seconds'`
  await eventually(async () => {
    const [{ count } = { count: -1 }] = await vendors.db.sql`select count(*) as count from quote_wishes`
    expect(count).toBe(0)
  })
  vendors.at = new Date(NOW.getTime() + 60_000)
  await eventually(async () => {
    expect((await latestQuotes(vendors.db.sql, ['SPY']))[0]?.fetchedAt).toEqual(vendors.at)
  })
  expect((await latestQuotes(vendors.db.sql, ['AAPL']))[0]?.fetchedAt).toEqual(NOW)
})

test('of a delayed vendor a few at a time, the one asked longest ago first, and all in the end', async () => {
  const members = ['AAPL', 'MSFT', 'NVDA', 'AMD', 'JPM', 'XOM', 'KO', 'PG', 'CAT']
  await wish(...members)
  keeper()
  let moved = 0
  await eventually(async () => {
    vendors.at = new Date(NOW.getTime() + ++moved)
    expect(await kept()).toEqual([...members, 'SPY'].sort())
  })
})

test('one leads; when its connection dies another one does, and it comes back behind it', async () => {
  const first = keeper('quotes-first')
  await eventually(() => leads(first))
  const second = keeper('quotes-second')
  await eventually(() => kept().then((symbols) => symbols.length > 0))
  expect(leads(second)).toBe(false)
  const holders = () => vendors.db.sql`
    select a.pid, a.application_name as name from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and a.datname = current_database() limit 10`
  const [holder] = await holders()
  expect(holder?.name).toBe('quotes-first')
  expect(await holders()).toHaveLength(1)
  await first.stop()
  running.splice(running.indexOf(first), 1)
  await eventually(() => leads(second))
  const third = keeper('quotes-third')
  const [next] = await holders()
  await vendors.db.sql`select pg_terminate_backend(${next!.pid})`
  await eventually(async () => expect(await holders()).toHaveLength(1))
  await eventually(() => leads(third) || leads(second))
  await vendors.db.sql`truncate latest_quotes`
  await eventually(async () => expect(await kept()).toEqual(['SPY']))
})

test('the vendor away: said once, nothing invented, and said when it is back', async () => {
  const one = keeper()
  await eventually(async () => expect(await kept()).toEqual(['SPY']))
  const { price } = (await latestQuotes(vendors.db.sql, ['SPY']))[0]!
  await vendors.fault('cboe', { mode: 'status', status: 500 })
  await eventually(() => one.events().some(({ event }) => event === 'quotes_not_kept'))
  vendors.at = new Date(NOW.getTime() + 60_000)
  expect((await latestQuotes(vendors.db.sql, ['SPY']))[0]).toMatchObject({ price, fetchedAt: NOW })
  await vendors.world.heal()
  await eventually(() => one.events().some(({ event }) => event === 'quotes_kept_again'))
  expect(one.events().filter(({ event }) => event === 'quotes_not_kept')).toHaveLength(1)
  expect(one.events().find(({ event }) => event === 'quotes_not_kept')?.reason).toMatch(/^cboe: .*500/)
})

test('end to end: what a replica is asked for, the worker keeps, and another replica reads', async () => {
  keeper()
  const [first, second] = await Promise.all([vendors.replica({ providers: 'cboe' }), vendors.replica()])
  expect((await get(first, 'quote/JPM')).status).toBe(404)
  expect((await get(first, 'quote/ZTS')).body).toMatchObject({ source: 'cboe' })
  await eventually(async () => expect(await kept()).toEqual(['SPY', 'ZTS']))
  await vendors.fault('schwab', { mode: 'status', status: 500 })
  await vendors.fault('cboe', { mode: 'status', status: 500 })
  expect((await get(second, 'quote/ZTS')).body).toMatchObject({ source: 'cboe', reason: null })
})

test.each([['bid'], ['price'], ['askSize'], ['delaySeconds']])('no row has a negative %s', async (field) => {
  const quote = {
    ...{ symbol: 'SPY', price: 1, bid: 1, ask: 1, bidSize: 1, askSize: 1, volume: 1, previousClose: 1 },
    ...{ quotedAt: NOW, source: 'cboe' as const, delaySeconds: 0, [field]: -1 },
  }
  await expect(saveLatestQuotes(vendors.db.sql, [quote], NOW)).rejects.toThrow(/check constraint/)
})
