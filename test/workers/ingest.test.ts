import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import type { SourceId } from '../../shared/domain/market/source-id.ts'
import { saveQuotes } from '../../shared/postgres/market/quotes.ts'
import { openCycle } from '../../shared/postgres/signals/cycles.ts'
import { type Asked, ingestWorld } from './support/ingest-world.ts'

const AT = new Date('2026-11-20T15:00:00Z')
const CYCLE = '2026-11-20T10:00'
const KEY = 'abcdefghijklmnopqrstuvwxyz012345'

const world = ingestWorld(AT)
const { fault, heal } = world
/** The request belongs to the test's cycle unless given otherwise. */
const ask = (source: SourceId, asked: Asked = {}) => world.ask(source, { slot: CYCLE, cycleId: CYCLE, ...asked })

beforeEach(async () => {
  await heal()
  await world.sql`truncate inbox, outbox, source_runs, quarantine, observations, quotes, chains, chain_expirations, cycles, cycle_arrivals, signal_snapshots, cycle_documents, reports`
  await openCycle(world.sql, {
    id: CYCLE,
    scheduledFor: AT,
    expected: ['market', 'options'],
    deadline: new Date(AT.getTime() + 60_000),
    origin: 'scheduled',
    openedAt: AT,
  })
})

const runs = () => world.sql<{ ok: number; degraded: number; error: string | null; stored: number }[]>`
  select r.ok, r.degraded, r.error, r.stored from source_runs as r order by r.id`
const arrivals = () => world.sql<{ source: string; ok: boolean }[]>`
  select a.source, a.ok from cycle_arrivals as a order by a.source`

test('ingest: a good answer is stored with its knowledge time and arrives at its cycle', async () => {
  expect((await ask('market')).outcome).toBe('done')
  expect(await runs()).toMatchObject([{ ok: 1, degraded: 0, error: null }])
  const quotes = await world.sql<{ symbol: string; known: Date; quoted: Date }[]>`
    select q.symbol, q.known_at as known, q.quoted_at as quoted from quotes as q order by q.symbol`
  expect(quotes.map(({ symbol }) => symbol)).toEqual(['SPX', 'SPY', 'VIX', 'VIX3M', 'VIX9D'])
  for (const { known, quoted } of quotes) {
    expect(known).toEqual(AT)
    expect(quoted.getTime()).toBeLessThan(AT.getTime() - 14 * 60_000)
  }
  expect(await arrivals()).toEqual([{ source: 'market', ok: true }])
})

test('ingest: a second delivery leaves one run, one arrival and one of every row', async () => {
  await ask('market')
  expect((await ask('market')).outcome).toBe('duplicate')
  expect(await runs()).toHaveLength(1)
  expect(await arrivals()).toHaveLength(1)
})

test('ingest: the arrival that completes the cycle starts its computation', async () => {
  await ask('market')
  await ask('options')
  const sent = await world.sql<{ id: string }[]>`select o.message_id as id from outbox as o`
  expect(sent.map(({ id }) => id)).toEqual([`cycle:${CYCLE}#1`])
  const [chain] = await world.sql<[{ contracts: number; used: number; expirations: number }]>`
    select c.contracts, c.contracts_used as used, (select count(*)::int from chain_expirations as e) as expirations from chains as c`
  expect(chain.contracts).toBeGreaterThan(1_000)
  expect(chain.used).toBeGreaterThan(500)
  expect(chain.expirations).toBeGreaterThan(10)
})

test('ingest: a vendor that is down is a failed run with its reason, and the cycle records it', async () => {
  await fault({ vendor: 'cboe', mode: 'status', status: 503 })
  expect((await ask('market')).outcome).toBe('done')
  const [run] = await runs()
  expect(run).toMatchObject({ ok: 0, degraded: 0, stored: 0 })
  expect(run!.error).toMatch(/^cboe-spx-quote and \d+ more: status 503/)
  expect(await arrivals()).toEqual([{ source: 'market', ok: false }])
})

test('ingest: an optional document that fails leaves a good run, which counts it and keeps its error', async () => {
  await fault({ vendor: 'cboe', path: 'VIX9D', mode: 'status', status: 503 })
  await ask('market')
  expect(await runs()).toMatchObject([{ ok: 1, degraded: 0, error: null }])
  const [run] = await world.sql<{ gaps: number; gap: string }[]>`select r.gaps, r.gap from source_runs as r`
  expect(run).toEqual({ gaps: 1, gap: 'cboe-vix9d-quote: status 503' })
})

test('ingest: one bad answer among good ones is retried', async () => {
  await fault({ vendor: 'cboe', path: 'SPY', mode: 'status', status: 500, times: 1 })
  await ask('market')
  expect(await runs()).toMatchObject([{ ok: 1, degraded: 0, error: null }])
})

test('ingest: the last good value is used while it is young enough, and not a minute longer', async () => {
  const young = new Date(AT.getTime() + 29 * 60_000)
  const old = new Date(AT.getTime() + 31 * 60_000)
  await ask('market')
  await fault({ vendor: 'cboe', mode: 'status', status: 503 })
  await ask('market', { at: young, slot: 'young', cycleId: null })
  await ask('market', { at: old, slot: 'old', cycleId: null })
  expect(await runs()).toMatchObject([
    { ok: 1, degraded: 0 },
    { ok: 1, degraded: 1 },
    { ok: 0, degraded: 0 },
  ])
})

test.each(['html', 'truncated', 'malformed', 'empty'])(
  'ingest: a %s body is refused and kept for people to look at',
  async (mode) => {
    await fault({ vendor: 'cboe', path: 'options', mode })
    await ask('options')
    expect(await runs()).toMatchObject([{ ok: 0, stored: 0 }])
    const kept = await world.sql<{ feed: string; body: Buffer }[]>`select q.feed, q.body from quarantine as q`
    expect(kept.map(({ feed }) => feed)).toEqual(['cboe-spy-options'])
    if (mode === 'html') expect(gunzipSync(kept[0]!.body).toString().trimStart()).toMatch(/^</)
    expect(await world.sql`select 1 from chains`).toHaveLength(0)
  },
)

test('ingest: 403 is "not published" for FINRA and a failure for a quote', async () => {
  await fault({ vendor: 'finra', mode: 'status', status: 403 })
  await ask('darkpool', { slot: 'finra', cycleId: null })
  await fault({ vendor: 'cboe', path: 'SPY', mode: 'status', status: 403 })
  await ask('market')
  const [darkpool, market] = await runs()
  expect(darkpool).toMatchObject({ ok: 1, error: null })
  expect(market!.error).toContain('does not know the symbol')
})

test('ingest: the same file twice adds nothing, a corrected value adds a revision', async () => {
  await ask('fred', { slot: 'a', cycleId: null, mode: 'history' })
  const [{ count }] = await world.sql<[{ count: number }]>`select count(*)::int as count from observations`
  expect(count).toBeGreaterThan(50_000)
  await world.sql`update observations as o set value = o.value + 1 where o.series = 'dgs10' and o.day = '2026-11-17'`
  await ask('fred', { slot: 'b', cycleId: null })
  const revisions = await world.sql<{ day: string; revision: number }[]>`
    select o.day::text, o.revision from observations as o where o.revision > 1`
  expect(revisions).toEqual([{ day: '2026-11-17', revision: 2 }])
  expect((await runs()).map(({ stored }) => stored)).toEqual([count, 1])
})

test('ingest: a quote that a back-fill brings for a past slot is known from that slot on', async () => {
  const quote = {
    symbol: 'SPY',
    quotedAt: new Date('2026-11-19T20:59:59Z'),
    price: 660.5,
    previousClose: null,
    open: null,
    high: null,
    low: null,
    bid: null,
    ask: null,
    volume: null,
  }
  const save = (at: string, origin: 'backfill' | 'scheduled') =>
    saveQuotes(world.sql, [quote], { at: new Date(at), source: 'market', origin })
  const knownAt = async () =>
    (await world.sql<{ at: Date }[]>`select q.known_at as at from quotes as q`)[0]!.at.toISOString()
  await save('2026-11-20T13:00:00Z', 'scheduled')
  await save('2026-11-20T14:00:00Z', 'backfill')
  expect(await knownAt()).toBe('2026-11-20T13:00:00.000Z')
  await save('2026-11-19T21:20:00Z', 'scheduled')
  expect(await knownAt()).toBe('2026-11-20T13:00:00.000Z')
  expect(await save('2026-11-19T21:20:00Z', 'backfill')).toBe(0)
  expect(await knownAt()).toBe('2026-11-19T21:20:00.000Z')
})

test('ingest: history is known from its publication, newer values from the fetch', async () => {
  await ask('fred', { slot: 'a', cycleId: null, mode: 'history' })
  const [row] = await world.sql<[{ known: Date; origin: string }]>`
    select o.known_at as known, o.origin from observations as o where o.series = 'hy_oas' and o.day = '2026-11-10'`
  expect(row).toEqual({ known: new Date('2026-11-12T15:30:00Z'), origin: 'imported' })
  const [{ late }] = await world.sql<
    [{ late: number }]
  >`select count(*)::int as late from observations as o where o.known_at > ${AT}`
  expect(late).toBe(0)
})

test('ingest: a source that never delivered fetches its history on its next own slot', async () => {
  await fault({ vendor: 'fred', mode: 'status', status: 503 })
  await ask('fred', { slot: 'history', cycleId: null, mode: 'history' })
  await heal()
  await ask('fred', { slot: 'next', cycleId: null })
  await ask('fred', { slot: 'after', cycleId: null })
  const [failed, history, news] = await runs()
  expect(failed).toMatchObject({ ok: 0, stored: 0 })
  expect(history!.stored).toBeGreaterThan(50_000)
  expect(news).toMatchObject({ ok: 1, stored: 0 })
})

test('ingest: with a key the JSON API is used, and the key is in no row', async () => {
  await ask('fred', { slot: 'api', cycleId: null, fredApiKey: KEY })
  expect(await runs()).toMatchObject([{ ok: 1, error: null }])
  await fault({ vendor: 'fred-api', mode: 'status', status: 400 })
  await ask('fred', { slot: 'api-down', cycleId: null, fredApiKey: KEY })
  const all = JSON.stringify([await runs(), await world.sql`select i.error from inbox as i`])
  expect(all).toContain('status 400')
  expect(all).not.toContain(KEY)
  expect(all).not.toContain('http')
})
