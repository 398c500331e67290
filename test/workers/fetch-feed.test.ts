import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { flowPrints } from '../../pipeline/sources/feeds/flow-prints.ts'
import { nasdaqForecast, nasdaqTarget } from '../../pipeline/sources/feeds/nasdaq-estimates.ts'
import { nasdaqSurprises } from '../../pipeline/sources/feeds/nasdaq-surprises.ts'
import { secFacts } from '../../pipeline/sources/feeds/sec-facts.ts'
import { secSubmissions } from '../../pipeline/sources/feeds/sec-submissions.ts'
import { type Feed, NO_DATA } from '../../pipeline/sources/source.ts'
import { readConfig } from '../../shared/config.ts'
import { silentLog } from '../../shared/log.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { createFetchAgent, fetchFeed } from '../../workers/ingest/fetch-feed.ts'
import { openIngest } from '../../workers/ingest/open-ingest.ts'

const AT = new Date('2026-11-24T20:00:00Z')
const CONTEXT = { at: AT, day: tradingDay('2026-11-24'), mode: 'latest', fredApiKey: null, printsToken: null } as const
const FEED: Feed = {
  id: 'feed',
  vendor: 'cboe',
  request: () => ({ path: '/', accept: 'json' }),
  forbidden: 'blocked',
  required: true,
  parse: () => NO_DATA,
}

/** Fetches from a vendor at an address; returns the error, and of each wait whether the vendor had answered. */
async function waitsFor(url: string, feed: Feed = FEED) {
  const agent = createFetchAgent()
  const waits: (boolean | undefined)[] = []
  const sleep = async (_ms: number, _signal: AbortSignal, hasAnswered?: boolean) => void waits.push(hasAnswered)
  const deps = { agent, baseUrl: () => url, takeToken: async () => 0, rest: async () => {}, sleep }
  const { error } = await fetchFeed(deps, feed, CONTEXT, AbortSignal.timeout(10_000))
  await agent.close()
  return { error, waits }
}

async function withVendor<T>(
  status: number,
  body: string,
  use: (url: string) => Promise<T>,
  headers: Record<string, string> = {},
): Promise<T> {
  const server = createServer((_request, response) => void response.writeHead(status, headers).end(body))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    await new Promise((done) => server.close(done))
  }
}

test('a wait records whether the vendor has answered: with an error, without data, or not at all', async () => {
  const error = await withVendor(503, '', waitsFor)
  expect(error).toEqual({ error: 'feed: status 503', waits: [true, true] })
  expect((await withVendor(200, '<html>', waitsFor)).waits).toEqual([true, true])
  const gone = await withVendor(200, '', async (url) => url)
  expect((await waitsFor(gone)).waits).toEqual([false, false])
})

test('a 403 of a vendor that forbids nothing else is a block, a 404 is a document that is not there', async () => {
  expect((await withVendor(403, '', waitsFor)).error).toBe('feed: status 403: blocked by the vendor')
  expect((await withVendor(404, '', waitsFor)).error).toBe('feed: status 404: the vendor does not have it')
})

test('a moment without our own database does not lose the document, and its error states that no vendor was called', async () => {
  const refused = { tokens: 0 }
  const flaky = (times: number) => async (): Promise<number> => {
    refused.tokens += 1
    if (refused.tokens <= times) throw new Error('write CONNECT_TIMEOUT /var/lib/data/socket/.s.PGSQL.5432')
    return 0
  }
  const fetched = (times: number) => (url: string) => {
    refused.tokens = 0
    const deps = {
      agent: createFetchAgent(),
      baseUrl: () => url,
      takeToken: flaky(times),
      rest: async () => {},
      sleep: async () => {},
    }
    return fetchFeed(deps, FEED, CONTEXT, AbortSignal.timeout(10_000))
  }
  const body = '{"data":[1,2,3,4,5,6,7,8,9,10]}'
  expect(await withVendor(200, body, fetched(2))).toMatchObject({ error: null, requests: 1 })
  expect(await withVendor(200, body, fetched(3))).toMatchObject({
    error: 'feed: not requested, because our database did not answer',
    requests: 0,
  })
})

describe('a vendor that names a pause', () => {
  /** Fetches from a vendor with this `Retry-After`, whose bucket says to wait after the first request. */
  async function fetched(retryAfter: string, wait = 0) {
    const [waits, rests] = [[] as number[], [] as [string, number][]]
    let taken = 0
    const outcome = await withVendor(
      429,
      '',
      async (url) => {
        const deps = {
          agent: createFetchAgent(),
          baseUrl: () => url,
          takeToken: async () => (taken++ === 0 ? 0 : wait),
          rest: async (vendor: string, seconds: number) => void rests.push([vendor, seconds]),
          sleep: async (ms: number) => void waits.push(ms),
        }
        return await fetchFeed(deps, FEED, CONTEXT, AbortSignal.timeout(10_000))
      },
      { 'retry-after': retryAfter },
    )
    return { requests: outcome.requests, error: outcome.error, waits, rests }
  }

  test('is asked again within the run after a short one', async () => {
    expect(await fetched('30')).toMatchObject({ requests: 3, error: 'feed: status 429', waits: [30_000, 30_000] })
  })

  test('is not asked again within the run after a long one, and rests for all processes', async () => {
    const error = 'feed: status 429'
    expect(await fetched('31')).toEqual({ requests: 1, error, waits: [], rests: [['cboe', 31]] })
    const at = new Date(Date.now() + 600_000).toUTCString()
    const { requests, rests } = await fetched(at)
    expect({ requests, isTenMinutes: rests[0]![1] > 590 && rests[0]![1] <= 600 }).toEqual({
      requests: 1,
      isTenMinutes: true,
    })
  })

  test('is not waited for by a run that finds it resting, and the error says until when', async () => {
    expect(await fetched('1', 240_500)).toMatchObject({
      requests: 1,
      error: 'feed: not requested, because the vendor asked for a pause that ends in 241 s',
      waits: [1_000],
    })
  })
})

test('a page without prints is an answer, however short, and an empty list of other vendors is not', async () => {
  const empty = '{"data":[]}'
  expect((await withVendor(200, empty, (url) => waitsFor(url, flowPrints(AT)))).error).toBeNull()
  expect((await withVendor(200, empty, waitsFor)).error).toBe('feed: a response of 11 bytes')
})

test.each([
  secSubmissions('AAPL', 320_193),
  secFacts('AAPL', 320_193, []),
  nasdaqForecast('AAPL'),
  nasdaqTarget('AAPL'),
  nasdaqSurprises('AAPL'),
])('$id: the vendor answers an unknown symbol without a 403, so a 403 is a block', ({ forbidden }) => {
  expect(forbidden).toBe('blocked')
})

test('on a commanded clock no wait follows an answer, because the time of a simulated vendor stands still', async () => {
  const config = readConfig({ SIMULATOR_URL: 'http://127.0.0.1:1' })
  const hour = 3_600_000
  const soon = () => AbortSignal.timeout(50)
  const open = (isGoverned: boolean) =>
    openIngest(config, {
      sql: null as unknown as Pool,
      clock: { now: () => AT, isGoverned: () => isGoverned },
      log: silentLog,
    })
  const commanded = open(true)
  await commanded.sleep(hour, soon(), true)
  await expect(commanded.sleep(hour, soon(), false)).rejects.toThrow('aborted')
  await expect(open(false).sleep(hour, soon(), true)).rejects.toThrow('aborted')
})
