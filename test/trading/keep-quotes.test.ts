import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { latestQuotes, saveLatestQuotes, wishQuotes } from '../../shared/postgres/market/latest-quotes.ts'
import { NOW } from '../api/support/seed.ts'
import { type Keeper, openKeeper } from './keeper.ts'
import { beginEpochOf, openAccount, post, trade } from './ledger-world.ts'
import { get, openVendors, type Vendors } from './vendors.ts'

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
  await vendors.db.sql`update accounts set status = 'deleted'`
  await vendors.world.heal()
})
afterAll(() => vendors.close())

function keeper(name?: string): Keeper {
  const one = openKeeper(vendors, name ? { name } : {})
  running.push(one)
  return one
}

const kept = async () => {
  const rows = await vendors.db.sql`select l.symbol from latest_quotes as l order by l.symbol limit 100`
  return rows.map(({ symbol }) => symbol)
}
const wish = (...symbols: string[]) => wishQuotes(vendors.db.sql, symbols)

test('SPY is always kept fresh, and wished symbols until their wish expires', async () => {
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

test('a few symbols at a time are requested from a delayed vendor until all are stored', async () => {
  const members = ['AAPL', 'MSFT', 'NVDA', 'AMD', 'JPM', 'XOM', 'KO', 'PG', 'CAT']
  await wish(...members)
  keeper()
  let moved = 0
  await eventually(async () => {
    vendors.at = new Date(NOW.getTime() + ++moved)
    expect(await kept()).toEqual([...members, 'SPY'].sort())
  })
})

test('held symbols and the underlyings of held options are kept fresh, closed positions are not', async () => {
  const buy = (instrument: string) => ({
    instrument,
    quantity: 1,
    notionalE4: 10,
    held: { quantity: 0, costE4: 0 },
  })
  const { id } = await openAccount(vendors.db.sql, 1_000)
  for (const name of ['KO', 'PG', 'MSFT261218C00400000', 'MSFT261218P00400000', 'BRKB261218C00400000']) {
    await post(vendors.db.sql, id, trade(buy(name)))
  }
  await post(vendors.db.sql, id, trade({ ...buy('PG'), quantity: -1, held: { quantity: 1, costE4: 10 } }))
  const other = await openAccount(vendors.db.sql, 1_000)
  await post(vendors.db.sql, other.id, trade(buy('XOM')))
  keeper()
  await eventually(async () => expect(await kept()).toEqual(['BRK.B', 'KO', 'MSFT', 'SPY', 'XOM']))
  await beginEpochOf(vendors.db.sql, other.id, 1_000)
  const fetchedAt = async (symbol: string) => (await latestQuotes(vendors.db.sql, [symbol]))[0]?.fetchedAt
  // A turn may have been under way; the turn after the next has read the positions.
  for (const seconds of [60, 120]) {
    vendors.at = new Date(NOW.getTime() + seconds * 1_000)
    await eventually(async () => expect(await fetchedAt('KO')).toEqual(vendors.at))
  }
  expect((await fetchedAt('XOM'))!.getTime()).toBeLessThan(vendors.at.getTime())
  // Although many symbols are held, a wished one is still fetched.
  await wish('AAPL')
  for (const name of ['CAT', 'JPM', 'NVDA', 'AMD', 'HD', 'V']) await post(vendors.db.sql, id, trade(buy(name)))
  await eventually(async () => expect(await kept()).toHaveLength(12))
})

test('one process leads, and another takes over when the leader stops or its connection dies', async () => {
  const first = keeper('quotes-first')
  await eventually(() => first.leads())
  const second = keeper('quotes-second')
  await eventually(() => kept().then((symbols) => symbols.length > 0))
  expect(second.leads()).toBe(false)
  const holders = () => vendors.db.sql`
    select a.pid, a.application_name as name from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and a.datname = current_database() limit 10`
  const [holder] = await holders()
  expect(holder?.name).toBe('quotes-first')
  expect(await holders()).toHaveLength(1)
  await first.stop()
  running.splice(running.indexOf(first), 1)
  await eventually(() => second.leads())
  const third = keeper('quotes-third')
  const [next] = await holders()
  await vendors.db.sql`select pg_terminate_backend(${next!.pid})`
  await eventually(async () => expect(await holders()).toHaveLength(1))
  await eventually(() => third.leads() || second.leads())
  await vendors.db.sql`truncate latest_quotes`
  await eventually(async () => expect(await kept()).toEqual(['SPY']))
})

test('an outage of the vendor is logged once, changes no quote, and its end is logged', async () => {
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

test('a symbol read from one replica is kept fresh by the worker and read by another replica', async () => {
  keeper()
  const [first, second] = await Promise.all([vendors.replica({ providers: 'cboe' }), vendors.replica()])
  expect((await get(first, 'quote/JPM')).status).toBe(404)
  expect((await get(first, 'quote/ZTS')).body).toMatchObject({ source: 'cboe' })
  await eventually(async () => expect(await kept()).toEqual(['SPY', 'ZTS']))
  await vendors.fault('schwab', { mode: 'status', status: 500 })
  await vendors.fault('cboe', { mode: 'status', status: 500 })
  expect((await get(second, 'quote/ZTS')).body).toMatchObject({ source: 'cboe', reason: null })
})

test('a stored quote is never replaced by an older one or by one of the future', async () => {
  const quote = {
    symbol: 'SPY',
    price: 1,
    bid: 1,
    ask: 2,
    bidSize: 1,
    askSize: 1,
    volume: 1,
    previousClose: 1,
    source: 'alpaca' as const,
    delaySeconds: 0,
  }
  const at = (ms: number) => new Date(NOW.getTime() + ms)
  const save = (price: number, quotedMs: number, fetchedMs: number) =>
    saveLatestQuotes(vendors.db.sql, [{ ...quote, price, quotedAt: at(quotedMs) }], at(fetchedMs))
  await save(1, 0, 0)
  await save(2, -1, 1_000)
  await save(3, 62_000, 1_000)
  expect((await latestQuotes(vendors.db.sql, ['SPY']))[0]).toMatchObject({ price: 1, fetchedAt: at(0) })
  await save(4, 0, 2_000)
  expect((await latestQuotes(vendors.db.sql, ['SPY']))[0]).toMatchObject({ price: 4, fetchedAt: at(2_000) })
  // A quote of a clock that runs half a minute fast is replaced by the next one.
  await save(5, 32_000, 2_000)
  await save(6, 2_500, 3_000)
  expect((await latestQuotes(vendors.db.sql, ['SPY']))[0]).toMatchObject({ price: 6, quotedAt: at(2_500) })
  await save(7, 6_500, 3_000)
  await save(8, 3_500, 4_000)
  expect((await latestQuotes(vendors.db.sql, ['SPY']))[0]).toMatchObject({ price: 7, quotedAt: at(6_500) })
})

test.each([['bid'], ['price'], ['askSize'], ['delaySeconds']])('a negative %s is refused', async (field) => {
  const quote = {
    symbol: 'SPY',
    price: 1,
    bid: 1,
    ask: 1,
    bidSize: 1,
    askSize: 1,
    volume: 1,
    previousClose: 1,
    quotedAt: NOW,
    source: 'cboe' as const,
    delaySeconds: 0,
    [field]: -1,
  }
  await expect(saveLatestQuotes(vendors.db.sql, [quote], NOW)).rejects.toThrow(/check constraint/)
})
