import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { loggedEvents } from '../../harness/log-events.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { startSharedSimulator } from '../../harness/shared-simulator.ts'
import { sources } from '../../pipeline/sources/index.ts'
import { handleDelivery } from '../../shared/broker/handle-delivery.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import { vendorBaseUrl } from '../../shared/config.ts'
import type { VendorId } from '../../shared/domain/market/source-id.ts'
import { silentLog } from '../../shared/log.ts'
import { pruneNews } from '../../shared/postgres/market/news.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { createFetchAgent } from '../../workers/ingest/fetch-feed.ts'
import { ingestStage } from '../../workers/ingest/ingest.ts'

/** Friday 2026-11-20, 16:20 ET. */
const AT = new Date('2026-11-20T21:20:00Z')

const database = testDatabase()
let simulator: Awaited<ReturnType<typeof startSharedSimulator>>
const agent = createFetchAgent()
beforeAll(async () => {
  simulator = await startSharedSimulator({ seed: 7, now: () => AT })
})
afterAll(async () => {
  await agent.close()
  await simulator.close()
})
beforeEach(() => database.sql`truncate inbox, outbox, source_runs, news_articles, events restart identity`)

let slots = 0
async function ask(at = AT, off: ReadonlySet<VendorId> = new Set()) {
  const slot = `slot-${++slots}`
  const deadline = new Date(at.getTime() + 30_000).toISOString()
  const payload = { source: 'news', slot, mode: 'latest', origin: 'scheduled', deadline } as const
  const message = { id: `schedule:${slot}/news#1`, type: 'source.requested', occurredAt: at, cycleId: null } as const
  const stage = ingestStage(
    {
      sql: database.sql,
      agent,
      clock: fixedClock(at),
      log: silentLog,
      fredApiKey: null,
      off,
      baseUrl: (vendor, instant) => vendorBaseUrl({ SIMULATOR_URL: simulator.url }, vendor, instant),
      takeToken: async () => 0,
      rest: async () => {},
      sleep: async () => {},
    },
    sources.find(({ id }) => id === 'news')!,
  )
  const delivery = { body: toEnvelope({ ...message, payload }), deliveryId: slot, redelivered: false }
  await handleDelivery({ sql: database.sql, relay: quietRelay(), log: silentLog }, stage, delivery, {})
  const [run] = await database.sql<{ ok: number; error: string | null; requests: number; stored: number }[]>`
    select r.ok, r.error, r.requests, r.stored from source_runs as r order by r.id desc limit 1`
  return run!
}
const events = () => loggedEvents(database.sql, { after: 0, before: null, kinds: ['news'], limit: 100 })

test('headlines are stored once, and those of a day are events, in order', async () => {
  const first = await ask()
  expect(first).toMatchObject({ ok: 1, error: null, requests: 3 })
  expect(first.stored).toBeGreaterThan(15)
  const logged = await events()
  expect(logged.length).toBeGreaterThan(5)
  expect(logged.length).toBeLessThan(first.stored)
  expect(logged.map(({ at }) => at)).toEqual(logged.map(({ at }) => at).sort())
  expect(logged.at(-2)).toMatchObject({
    kind: 'news',
    subject: 'google_news',
    severity: 'info',
    title: expect.stringMatching(/^S&P 500 ends .* at \d+; VIX .* \d+\.\d$/),
    data: { publisher: expect.any(String), link: expect.stringContaining('https://') },
  })
  expect(await ask()).toMatchObject({ ok: 1, stored: 0 })
  expect(await events()).toEqual(logged)
  const [undated] = await database.sql<{ known: Date; published: Date | null }[]>`
    select n.known_at as known, n.published_at as published from news_articles as n where n.published_at is null`
  expect(undated).toEqual({ known: AT, published: null })
})

test('a Fed decision at 14:00 is known at 14:05', async () => {
  const statement = () => database.sql`
    select 1 from news_articles as n where n.headline = 'Federal Reserve issues FOMC statement'
      and n.published_at = '2026-10-28T18:00:00Z'`
  await ask(new Date('2026-10-28T17:50:00Z'))
  expect(await statement()).toHaveLength(0)
  await ask(new Date('2026-10-28T18:05:00Z'))
  expect(await statement()).toHaveLength(1)
})

test('a vendor whose terms are not accepted is not fetched; with all vendors off the run gives the reason', async () => {
  expect(await ask(AT, new Set(['google_news']))).toMatchObject({ ok: 1, requests: 2 })
  expect(await ask(AT, new Set(['google_news', 'fed', 'bls']))).toMatchObject({
    requests: 0,
    error: expect.stringContaining('terms not accepted: '),
  })
})

test('old headlines are deleted in batches', async () => {
  const { stored } = await ask()
  const later = new Date(AT.getTime() + 1)
  expect(await pruneNews(database.sql, AT, 100)).toBe(0)
  expect(await pruneNews(database.sql, later, 3)).toBe(3)
  expect(await pruneNews(database.sql, later, 1_000)).toBe(stored - 3)
})
