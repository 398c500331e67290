import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { isLong } from '../../harness/run-environment.ts'
import { startSharedSimulator } from '../../harness/shared-simulator.ts'
import { sources } from '../../pipeline/sources/index.ts'
import { type Feed, type FeedContext, NO_DATA, type Source } from '../../pipeline/sources/source.ts'
import { handleDelivery } from '../../shared/broker/handle-delivery.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import { vendorBaseUrl } from '../../shared/config.ts'
import { silentLog } from '../../shared/log.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { createFetchAgent } from '../../workers/ingest/fetch-feed.ts'
import { ingestStage } from '../../workers/ingest/ingest.ts'
import { type Answer, type HostileVendor, hostileVendor, type TransportFault } from './support/hostile-vendor.ts'
import { NUMBERS, SPOILING } from './support/spoiled-bodies.ts'

const DAY = tradingDay('2026-11-20')
const KEY = 'abcdefghijklmnopqrstuvwxyz012345'
/** Quotes are fetched in the session, files in the evening, and feeds that need a key with one. */
const ASKED: readonly Omit<FeedContext, 'day' | 'mode'>[] = [
  { at: instantAt(DAY, '15:00'), fredApiKey: KEY },
  { at: instantAt(DAY, '19:00'), fredApiKey: null },
]
const AT_ONCE = 6
/** A drip only takes time. */
const DRIPS_AT_ONCE = 40
const DEADLINE_MS = 20_000
const DRIP_DEADLINE_MS = 1_500
/** Two simultaneous attempts at the largest feed's cap, plus the memory in use before. */
const RSS_GROWTH_MAX = 400_000_000

/** Sources that fetch company by company take their names from tables; their parsers have tests of their own. */
const OF_COMPANIES: readonly string[] = ['companies', 'filings', 'earnings', 'estimates', 'chains', 'headlines']

interface Case {
  feed: Feed
  source: Source
  context: FeedContext
  good: Answer
}

const database = testDatabase()
let simulator: Awaited<ReturnType<typeof startSharedSimulator>>
let hostile: HostileVendor
let cases: Case[]
const agent = createFetchAgent()

beforeAll(async () => {
  hostile = await hostileVendor()
  simulator = await startSharedSimulator({ seed: 7, now: () => ASKED[1]!.at })
  cases = await everyFeed()
  await deliverOnce()
})
afterAll(async () => {
  await agent.close()
  await Promise.all([simulator.close(), hostile.close()])
})

/** Each feed alone, with the body its vendor serves on a good day. The members of a source count as one kind of feed. */
async function everyFeed(): Promise<Case[]> {
  const found = new Map<string, Case>()
  for (const asked of ASKED) {
    for (const source of sources.filter(({ id }) => !OF_COMPANIES.includes(id))) {
      const context: FeedContext = { ...asked, day: DAY, mode: 'latest', printsToken: 'token' }
      const first = source.feeds(context)
      const members = [{ symbol: 'AAPL', sector: 'Information Technology', since: null }] as const
      const following = source.follow?.({ ...NO_DATA, members: [...members] }, context) ?? []
      for (const feed of [...first, ...following]) {
        const kind = feed.id.replace(/^yahoo-member-.*/, 'yahoo-member')
        if (found.has(kind)) continue
        const good = await goodAnswer(feed, context)
        if (good) found.set(kind, { feed: { ...feed, required: true }, source, context, good })
      }
    }
  }
  return [...found.values()]
}
async function goodAnswer(feed: Feed, context: FeedContext): Promise<Answer | null> {
  const { path, query, headers } = feed.request(context)
  const base = vendorBaseUrl({ SIMULATOR_URL: simulator.url }, feed.vendor, context.at)
  const url = `${base}${path}?${new URLSearchParams(query ?? {})}`
  const answer = await fetch(url, { headers: { 'user-agent': 'test', ...headers } })
  expect(answer.status, url).toBe(200)
  return { body: Buffer.from(await answer.arrayBuffer()), type: answer.headers.get('content-type') ?? '' }
}

interface Run {
  ok: number
  degraded: number
  error: string | null
}

let slots = 0
async function run(
  { feed, source, context }: Case,
  baseUrl: string,
  { afterMs = 0, deadlineMs = DEADLINE_MS } = {},
): Promise<Run> {
  const at = new Date(context.at.getTime() + afterMs)
  const { follow: _follow, derive: _derive, patienceMs: _patienceMs, ...alone } = source
  // A request that is useless after its deadline gets no more time than until then, however late it comes.
  const only: Source = { ...alone, graceMs: 0, feeds: () => [feed] }
  const slot = `hostile-${++slots}`
  const id = `schedule:${slot}/${source.id}#1`
  const stage = ingestStage(
    {
      sql: database.sql,
      agent,
      clock: fixedClock(at),
      log: silentLog,
      fredApiKey: context.fredApiKey,
      baseUrl: () => baseUrl,
      takeToken: async () => 0,
      rest: async () => {},
      sleep: async () => {},
    },
    only,
  )
  const deadline = new Date(at.getTime() + deadlineMs).toISOString()
  const payload = { source: source.id, slot, mode: 'latest', origin: 'scheduled', deadline } as const
  const body = toEnvelope({ id, type: 'source.requested', occurredAt: at, cycleId: null, payload })
  const delivery = { body, deliveryId: slot, redelivered: false }
  const { outcome } = await handleDelivery(
    { sql: database.sql, relay: quietRelay(), log: silentLog },
    stage,
    delivery,
    {},
  )
  expect(outcome).toBe('done')
  const [row] = await database.sql<Run[]>`
    select r.ok, r.degraded, r.error from source_runs as r where r.message_id = ${id}`
  return row!
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>, atOnce = AT_ONCE): Promise<void> {
  const queue = [...items]
  const drain = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, drain))
}

const oneOfEachSource = (among = cases): Case[] => [...new Map(among.map((each) => [each.source.id, each])).values()]
/**
 * Every source reaches its vendor through the same code, so one feed of each kind, drawn again in every run, is enough.
 */
const drawnFeeds = (): Case[] => {
  const [drawn] = fc.sample(fc.shuffledSubarray(cases, { minLength: cases.length }), 1)
  return isLong ? cases : oneOfEachSource(drawn)
}
const oneOfEachRound = (): Case[] => [
  ...new Map(cases.map((each) => [`${each.source.id} ${each.context.at.getTime()}`, each])).values(),
]
/**
 * Stores a last good value of every source, which is used for everything that follows: a refused body stores nothing.
 */
const deliverOnce = () =>
  inParallel(oneOfEachRound(), async (each) => {
    expect((await run(each, hostile.serve('good', each.good))).error).toBeNull()
  })

async function refused(each: Case, what: string, baseUrl: string, says: RegExp, deadlineMs = DEADLINE_MS) {
  const answer = await run(each, baseUrl, { afterMs: 60_000, deadlineMs })
  const name = `${each.feed.id}, ${what}`
  expect(answer.error ?? 'no error', name).toMatch(says)
  expect(answer.error, name).toMatch(new RegExp(`^${each.feed.id}: `))
  expect(answer, name).toMatchObject({ ok: 1, degraded: 1 })
}

test('every feed of every source accepts the good body alone', async () => {
  // The minute feed fetches the same as the market source, from the same vendor by the same adapters.
  const own = sources.map(({ id }) => id).filter((id) => id !== 'minute' && !OF_COMPANIES.includes(id))
  expect(new Set(cases.map(({ source }) => source.id))).toEqual(new Set(own))
  expect(cases.length).toBeGreaterThan(50)
  await inParallel(cases, async (each) => {
    expect(await run(each, hostile.serve('good', each.good)), each.feed.id).toEqual({ ok: 1, degraded: 0, error: null })
  })
})

type Fault = Exclude<TransportFault, 'good' | 'good and packed'>
const SAYS: Record<Fault, RegExp> = {
  '50 MB': /body larger than \d+ bytes$/,
  'gzip bomb': /body larger than \d+ bytes$/,
  'an encoding that was not requested': /content encoding that was not requested$/,
  'HTML page': /labelled text\/html$/,
  'HTML under a good label': /markup|does not begin like/,
  'cut connection': /network/,
  drip: /the deadline passed$/,
  'redirect to a private host': /status 302: redirects are not followed$/,
  'a picture': /labelled image\/png$/,
  'a picture under a good label': /binary|does not begin like/,
  nothing: /a response of 0 bytes$/,
}

describe('transport faults', () => {
  test('a body packed with gzip is read as what it holds', async () => {
    await inParallel(drawnFeeds(), async (each) => {
      const answer = await run(each, hostile.serve('good and packed', each.good))
      expect(answer, each.feed.id).toEqual({ ok: 1, degraded: 0, error: null })
    })
  })

  test.each(Object.keys(SAYS) as Fault[])(
    '%s: a failed fetch that says so, while the last good value stands in',
    async (fault) => {
      const rss = process.memoryUsage().rss
      const deadlineMs = fault === 'drip' ? DRIP_DEADLINE_MS : DEADLINE_MS
      await inParallel(
        drawnFeeds(),
        (each) => refused(each, fault, hostile.serve(fault, each.good), SAYS[fault], deadlineMs),
        fault === 'drip' ? DRIPS_AT_ONCE : AT_ONCE,
      )
      expect(process.memoryUsage().rss - rss).toBeLessThan(RSS_GROWTH_MAX)
      expect(hostile.followed()).toBe(0)
    },
    120_000,
  )

  test('a body that is too large is not read to its end', () => {
    expect(hostile.bytesMax()).toBeLessThan(40_000_000)
  })
})

describe('spoiled bodies', () => {
  const spoilingOf = (id: string) => SPOILING.filter(({ feeds }) => feeds.test(id))

  test('every feed has exactly one way to be spoiled', () => {
    for (const { feed } of cases) {
      expect(spoilingOf(feed.id), `${feed.id}: list it in test/workers/support/spoiled-bodies.ts`).toHaveLength(1)
    }
  })

  test.each([...NUMBERS, 'a year on', 'twice'])('%s', async (value) => {
    await inParallel(cases, async (each) => {
      const [spoiling] = spoilingOf(each.feed.id)
      const { number, later, twice, sound } = spoiling!
      if (`${each.feed.id} ${value}` in sound) return
      const good = each.good.body.toString()
      const bad = value === 'a year on' ? later(good) : value === 'twice' ? twice(good) : number?.(good, value)
      if (bad === undefined) return
      expect(bad, `${each.feed.id}: ${value} changes nothing`).not.toBe(good)
      await refused(each, value, hostile.serve('good', { ...each.good, body: Buffer.from(bad) }), /: \w/)
    })
  })

  test('a body cut at a clean place is refused in formats with an end mark', async () => {
    const closed = cases.filter(({ feed, context }) => ['json', 'xml', 'text'].includes(feed.request(context).accept))
    await inParallel(closed, (each) => {
      const body = each.good.body.subarray(0, Math.floor(each.good.body.length * 0.6))
      return refused(each, 'cut', hostile.serve('good', { ...each.good, body }), /: \w/)
    })
  })
})

test('the last good value is not used forever', async () => {
  for (const each of oneOfEachSource()) {
    const url = hostile.serve('HTML page', each.good)
    const late = await run(each, url, { afterMs: each.source.maxAgeMs + 1_000 })
    expect(late, each.source.id).toMatchObject({ ok: 0, degraded: 0 })
  }
})
