import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../../harness/eventually.ts'
import { readConfig } from '../../shared/config.ts'
import { silentLog } from '../../shared/log.ts'
import type { QuoteProvider } from '../../shared/market/quote-provider.ts'
import { latestQuotes, wishQuotes } from '../../shared/postgres/market/latest-quotes.ts'
import { streamOf } from '../../workers/quotes/start-quotes.ts'
import { NOW } from '../api/support/seed.ts'
import { ALPACA_KEYS } from '../market/support.ts'
import { type Keeper, openKeeper } from './keeper.ts'
import { openAccount, post, trade } from './ledger-world.ts'
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
  await vendors.world.heal()
})
afterAll(() => vendors.close())

function keeper(name?: string, mayStream?: () => boolean): Keeper {
  const one = openKeeper(vendors, { streams: true, ...(name ? { name } : {}), ...(mayStream ? { mayStream } : {}) })
  running.push(one)
  return one
}
const row = async (symbol = 'SPY') => (await latestQuotes(vendors.db.sql, [symbol]))[0]
const lastStream = (one: Keeper) => one.events().findLast(({ event }) => /^quotes_stream_(live|lost)$/.test(event))
const streams = (one: Keeper) => lastStream(one)?.event === 'quotes_stream_live'
const quotedAfter = async (symbol: string, ms: number) => {
  expect((await row(symbol))?.quotedAt.getTime()).toBeGreaterThan(ms)
}

test('wished and held symbols are streamed into the table without requests', async () => {
  const { id } = await openAccount(vendors.db.sql, 10_000_000)
  const held = { quantity: 0, costE4: 0 }
  await post(vendors.db.sql, id, trade({ instrument: 'KO', quantity: 2, notionalE4: 10, held }))
  await wishQuotes(vendors.db.sql, ['AAPL'])
  const one = keeper()
  await eventually(() => streams(one))
  for (const symbol of ['AAPL', 'KO', 'SPY']) {
    await eventually(async () => expect(await row(symbol)).toMatchObject({ source: 'alpaca', delaySeconds: 0 }))
  }
  for (const path of ['/v2/stocks', '/v1beta1']) await vendors.fault('alpaca', { mode: 'status', status: 500, path })
  await vendors.fault('cboe', { mode: 'status', status: 500 })
  for (const symbol of ['AAPL', 'KO', 'SPY']) {
    const before = (await row(symbol))!.quotedAt.getTime()
    await eventually(() => quotedAfter(symbol, before + 1_000))
  }
  expect(one.events().filter(({ event }) => event === 'quotes_not_kept')).toEqual([])
  const body = (await get(await vendors.replica({ providers: 'cboe' }), 'quote/SPY')).body
  expect(body).toMatchObject({ source: 'alpaca', quality: 'good', reason: null })
})

test('a silent stream in open market is reported and replaced by requests until it is live again', async () => {
  const one = keeper()
  await eventually(() => streams(one))
  await eventually(async () => expect(await row()).toBeDefined())
  await vendors.fault('alpaca', { mode: 'stall', path: '/stream' })
  await eventually(() => expect(lastStream(one)).toMatchObject({ reason: 'silent in open market' }))
  vendors.at = new Date(NOW.getTime() + 60_000)
  await eventually(async () => expect(await row()).toMatchObject({ source: 'alpaca', quotedAt: vendors.at }))
  expect((await row())!.fetchedAt).toEqual(vendors.at)
  await vendors.world.heal()
  await eventually(() => streams(one))
  await eventually(() => quotedAfter('SPY', vendors.at.getTime() + 500))
})

test('the next vendor is used while the streaming one is down, and no quote goes back in time', async () => {
  const one = keeper()
  await eventually(() => streams(one))
  await eventually(async () => expect(await row()).toBeDefined())
  await vendors.fault('alpaca', { mode: 'status', status: 500 })
  await vendors.fault('alpaca', { mode: 'reset', path: '/stream' })
  await eventually(() => !streams(one))
  await wishQuotes(vendors.db.sql, ['ZTS'])
  await eventually(async () => expect(await row('ZTS')).toMatchObject({ source: 'cboe', delaySeconds: 900 }))
  expect(await row()).toMatchObject({ source: 'alpaca' })
  // Once the delayed feed has passed the last stored quote, its quote is stored.
  vendors.at = new Date(NOW.getTime() + 1_000_000)
  await eventually(async () => expect(await row()).toMatchObject({ source: 'cboe' }))
})

test('one process streams, and another takes over when it stops', async () => {
  const first = keeper('stream-first')
  await eventually(() => streams(first))
  const second = keeper('stream-second')
  await eventually(async () => expect(await row()).toBeDefined())
  expect(lastStream(second)).toBeUndefined()
  await first.stop()
  running.splice(running.indexOf(first), 1)
  await eventually(() => second.leads() && streams(second))
  const before = (await row())!.quotedAt.getTime()
  await eventually(() => quotedAfter('SPY', before + 500))
})

/** True when the account's one connection is free, so that the vendor accepts another client. */
async function letsIn(): Promise<boolean> {
  const url = `${vendors.world.simulator.url.replace('http', 'ws')}/at/${vendors.at.toISOString()}/alpaca/stream/v2/iex`
  const socket = new WebSocket(url)
  const { keyId, secretKey } = ALPACA_KEYS.basic
  socket.on('open', () => socket.send(JSON.stringify({ action: 'auth', key: keyId, secret: secretKey })))
  const reply = await new Promise<string>((done) => {
    socket.on('message', (data) => /authenticated|error/.test(String(data)) && done(String(data)))
  })
  socket.terminate()
  return reply.includes('authenticated')
}

test('a process that loses the lead closes the vendor connection and reopens it with the lead', async () => {
  const one = keeper('stream-one')
  await eventually(() => streams(one))
  expect(await letsIn()).toBe(false)
  const lock = await vendors.db.sql.reserve()
  const [held] = await lock`
    select l.pid, l.objid::bigint as key from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and a.datname = current_database() limit 1`
  // Waits for the lock, which it gets before a process that only tries.
  const taking = lock`select pg_advisory_lock(${held!.key}::bigint)`.execute()
  await eventually(async () => {
    const waiting = await vendors.db.sql`
      select l.pid from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
      where l.locktype = 'advisory' and not l.granted and a.datname = current_database() limit 1`
    expect(waiting).toHaveLength(1)
  })
  await vendors.db.sql`select pg_terminate_backend(${held!.pid})`
  await taking
  await eventually(() => !one.leads())
  await eventually(letsIn)
  await lock`select pg_advisory_unlock(${held!.key}::bigint)`
  lock.release()
  await eventually(() => one.leads())
  await eventually(async () => expect(await letsIn()).toBe(false))
  const before = (await row())!.quotedAt.getTime()
  await eventually(() => quotedAfter('SPY', before + 500))
})

test('only the stream of the preferred provider is opened', () => {
  const { keyId, secretKey } = ALPACA_KEYS.basic
  const config = readConfig({ ALPACA_KEY_ID: keyId, ALPACA_SECRET_KEY: secretKey })
  const of = (id: QuoteProvider['id']): QuoteProvider => ({
    id,
    quotes: async () => new Map(),
    expirations: async () => null,
    chain: async () => null,
  })
  const deps = { clock: { now: () => NOW }, log: silentLog }
  expect(streamOf(config, of('alpaca'), deps)).not.toBeNull()
  expect(streamOf(config, of('schwab'), deps)).toBeNull()
  expect(streamOf(config, undefined, deps)).toBeNull()
})

test('while a commanded clock does not flow nothing is streamed, and quotes of its instant are requested', async () => {
  let mayStream = true
  const one = keeper('quotes-governed', () => mayStream)
  await eventually(() => streams(one))
  mayStream = false
  // The stream has gone on for a while; a step takes the service past all that it has.
  vendors.at = new Date(NOW.getTime() + 60_000)
  await eventually(async () => {
    expect((await row())!.fetchedAt).toEqual(vendors.at)
    expect((await row())!.quotedAt.getTime()).toBeGreaterThan(vendors.at.getTime() - 30_000)
  })
  mayStream = true
  await eventually(() => one.events().filter(({ event }) => event === 'quotes_stream_live').length === 2)
})
