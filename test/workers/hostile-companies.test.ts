import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { runs } from '../../harness/property-tests.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { startSharedSimulator } from '../../harness/shared-simulator.ts'
import { sources } from '../../pipeline/sources/index.ts'
import type { Feed, FeedContext, FeedData } from '../../pipeline/sources/source.ts'
import { handleDelivery } from '../../shared/broker/handle-delivery.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import { vendorBaseUrl } from '../../shared/config.ts'
import type { CompanyToFetch } from '../../shared/domain/market/company-record.ts'
import type { SourceId } from '../../shared/domain/market/source-id.ts'
import { errorKind } from '../../shared/errors.ts'
import { silentLog } from '../../shared/log.ts'
import { addCompany, saveCiks } from '../../shared/postgres/company/companies.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { FILERS } from '../../simulator/world/company/filers.ts'
import { createFetchAgent } from '../../workers/ingest/fetch-feed.ts'
import { ingestStage } from '../../workers/ingest/ingest.ts'

const DAY = tradingDay('2026-11-20')
const AT = instantAt(DAY, '19:30')
const NAMES = ['AAPL', 'KO'] as const
/** The SEC refuses clients that do not identify themselves. */
const CONTACT = 'test admin@example.com'
const db = testDatabase()
const agent = createFetchAgent()
let simulator: Awaited<ReturnType<typeof startSharedSimulator>>
let proxy: Server
/** What the vendor answers for a path; undefined: what the simulator says. */
let spoil: (path: string, body: string) => string | undefined = () => undefined

const cikOf = (ticker: string): number => FILERS.find(({ symbol }) => symbol === ticker)!.cik
const companyOf = (ticker: string): CompanyToFetch => ({
  ticker,
  name: ticker,
  cik: cikOf(ticker),
  stored: new Set(),
  nextReport: null,
})
const CONTEXT: FeedContext = {
  at: AT,
  day: DAY,
  mode: 'latest',
  fredApiKey: null,
  companies: NAMES.map(companyOf),
}

beforeAll(async () => {
  simulator = await startSharedSimulator({ now: () => AT })
  proxy = createServer(async (request, response) => {
    const answer = await fetch(`${simulator.url}${request.url}`, {
      headers: { 'user-agent': request.headers['user-agent'] ?? '' },
    })
    const body = await answer.text()
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(spoil(request.url!, body) ?? body)
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  for (const ticker of NAMES) await addCompany(db.sql, ticker, AT)
  await saveCiks(
    db.sql,
    NAMES.map((ticker) => ({ ticker, cik: cikOf(ticker), name: ticker })),
  )
})
afterAll(async () => {
  await agent.close()
  proxy.closeAllConnections()
  proxy.close()
})

const baseUrl = (vendor: Feed['vendor'], at: Date): string =>
  vendorBaseUrl({ SIMULATOR_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }, vendor, at)

let slots = 0
async function run(id: SourceId, at = AT) {
  const source = sources.find((each) => each.id === id)!
  const slot = `hostile-${++slots}`
  const message = `schedule:${slot}/${id}#1`
  const deps = {
    sql: db.sql,
    agent,
    clock: fixedClock(at),
    log: silentLog,
    fredApiKey: null,
    baseUrl,
    userAgent: CONTACT,
  }
  const stage = ingestStage({ ...deps, takeToken: async () => 0, rest: async () => {}, sleep: async () => {} }, source)
  const deadline = new Date(at.getTime() + 60_000).toISOString()
  const companies = source.companies ? { companies: [...NAMES] } : {}
  const payload = { source: id, slot, mode: 'latest', origin: 'scheduled', deadline, ...companies } as const
  const body = toEnvelope({ id: message, type: 'source.requested', occurredAt: at, cycleId: null, payload })
  const delivery = { body, deliveryId: slot, redelivered: false }
  const handled = await handleDelivery({ sql: db.sql, relay: quietRelay(), log: silentLog }, stage, delivery, {})
  expect(handled.outcome).toBe('done')
  return await db.sql<{ ok: number; degraded: number; error: string | null }[]>`
    select r.ok, r.degraded, r.error from source_runs as r where r.message_id = ${message}`
}

const newest = async (kind: string): Promise<Map<string, { revision: number; knownAt: Date }>> => {
  const rows = await db.sql<{ ticker: string; revision: number; knownAt: Date }[]>`
    select r.ticker, max(r.revision)::integer as revision, max(r.known_at) as "knownAt" from company_records as r
    where r.kind = ${kind} group by r.ticker order by r.ticker limit 100`
  return new Map(rows.map(({ ticker, ...rest }) => [ticker, rest]))
}

/** The submissions with another text in the column that describes each filing. */
const withItems = (body: string, text: string): string =>
  body.replace(/"items":\[[^\]]*\]/, (items) => items.replaceAll(/"[^"]*"(?=[,\]])/g, `"${text}"`))

describe('a hostile document of one company', () => {
  test.each<[SourceId, string, (body: string) => string]>([
    [
      'estimates',
      'estimates',
      () => '{"data": {"quarterlyForecast": 7}, "status": {"rCode": 200, "bCodeMessage": null}}',
    ],
    ['estimates', 'estimates', (body) => body.slice(0, body.length / 2)],
    ['filings', 'profile', (body) => body.replace(/"accessionNumber":\[/, '"accessionNumber":["0",')],
    ['filings', 'profile', () => '[]'],
    ['filings', 'profile', (body) => withItems(body, '\\u0000')],
    ['filings', 'profile', (body) => withItems(body, '\\ud800')],
  ])('%s: one row with the reason, the neighbour stored, the last good value kept', async (id, kind, spoiled) => {
    spoil = () => undefined
    await run(id)
    const before = await newest(kind)
    expect([...before.keys()]).toEqual([...NAMES])
    const victim = new RegExp(`AAPL|${String(cikOf('AAPL')).padStart(10, '0')}`)
    spoil = (path, body) => (victim.test(path) ? spoiled(body) : undefined)
    const later = new Date(AT.getTime() + 86_400_000 * (1 + slots))
    const rows = await run(id, later)
    expect(rows).toEqual([
      {
        ok: 1,
        degraded: 1,
        error: expect.stringMatching(/^documents refused, of \d+ requests: .*(aapl|sec-submissions-)/),
      },
    ])
    const after = await newest(kind)
    expect(after.get('AAPL')).toEqual(before.get('AAPL'))
    if (kind === 'estimates')
      expect(after.get('KO')!.knownAt.getTime()).toBeGreaterThan(before.get('KO')!.knownAt.getTime())
    const [kept] = await db.sql<{ n: number }[]>`select count(*)::integer as n from quarantine`
    expect(kept!.n).toBeGreaterThan(0)
  })
})

describe('a vendor that refuses every request', () => {
  const control = (method: string, body?: object) =>
    fetch(`${simulator.url}/control/faults`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    })

  test.each<[SourceId, string]>([
    ['estimates', 'nasdaq'],
    ['earnings', 'nasdaq'],
    ['filings', 'sec_data'],
  ])('%s: the run is degraded while the last good one is young, then failed, and never calm', async (id, vendor) => {
    spoil = () => undefined
    const good = new Date(AT.getTime() + 86_400_000 * 30)
    expect(await run(id, good)).toEqual([{ ok: 1, degraded: 0, error: null }])
    expect((await control('POST', { vendor, mode: 'status', status: 403 })).status).toBe(201)
    try {
      const reason = expect.stringMatching(/^(\d+) of \1 requests failed: .*: status 403: /)
      expect(await run(id, new Date(good.getTime() + 86_400_000))).toEqual([{ ok: 1, degraded: 1, error: reason }])
      expect(await run(id, new Date(good.getTime() + 86_400_000 * 9))).toEqual([{ ok: 0, degraded: 0, error: reason }])
    } finally {
      await control('DELETE')
    }
  })
})

type Mutation = { at: number; to: number }
const LEAVES: readonly unknown[] = [
  'text',
  '',
  1e308,
  -1e308,
  1e-308,
  null,
  [],
  {},
  true,
  '9999-12-31',
  '2026-02-30',
  'NaN',
  -5,
]

/** Replaces one leaf of a document; `twice` doubles the list that holds it. */
function mutated(text: string, { at, to }: Mutation): string {
  if (text.startsWith('<')) return mutatedXml(text, { at, to })
  const document = JSON.parse(text)
  const places: { holder: Record<string, unknown> | unknown[]; key: string | number }[] = []
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const key of Object.keys(value)) {
      places.push({ holder: value as Record<string, unknown>, key })
      walk((value as Record<string, unknown>)[key])
    }
  }
  walk(document)
  const { holder, key } = places[at % places.length]!
  const old = (holder as Record<string, unknown>)[key]
  const choice = to % (LEAVES.length + 2)
  if (choice < LEAVES.length) (holder as Record<string, unknown>)[key] = LEAVES[choice]
  else if (choice === LEAVES.length)
    (holder as Record<string, unknown>)[key] = typeof old === 'number' ? old * 1e6 : [old, old]
  else if (Array.isArray(old)) (holder as Record<string, unknown>)[key] = [...old, ...old]
  return JSON.stringify(document)
}

function mutatedXml(text: string, { at, to }: Mutation): string {
  const values = [...text.matchAll(/>[^<>\s][^<>]*</g)]
  const { index, 0: old } = values[at % values.length]!
  return `${text.slice(0, index)}>${LEAVES[to % LEAVES.length]}<${text.slice(index + old.length)}`
}

const finite = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value !== 'object' || value === null || value instanceof Date
      ? !(value instanceof Date && Number.isNaN(value.getTime()))
      : Object.values(value).every(finite)

async function textOf(feed: Feed): Promise<string> {
  const { path, query, headers } = feed.request(CONTEXT)
  const base = vendorBaseUrl({ SIMULATOR_URL: simulator.url }, feed.vendor, AT)
  const answer = await fetch(`${base}${path}?${new URLSearchParams(query ?? {})}`, {
    headers: { 'user-agent': CONTACT, ...headers },
  })
  return await answer.text()
}

/** One feed of each kind, with the body of a good day; facts and ownership forms follow from the submissions. */
async function bodies(): Promise<{ feed: Feed; text: string }[]> {
  const found = new Map<string, { feed: Feed; text: string }>()
  const add = async (feed: Feed): Promise<void> => {
    const kind = feed.id.replace(/(-aapl|-ko|-\d.*)$/, '')
    if (!found.has(kind)) found.set(kind, { feed, text: await textOf(feed) })
  }
  for (const id of ['filings', 'earnings', 'estimates', 'chains'] as const) {
    const source = sources.find((each) => each.id === id)!
    const feeds = source.feeds({ ...CONTEXT, mode: 'history' })
    for (const feed of feeds) await add(feed)
    if (id !== 'filings') continue
    const { feed, text } = found.get('sec-submissions')!
    for (const next of source.follow!(feed.parse(Buffer.from(text), CONTEXT), CONTEXT)) await add(next)
  }
  return [...found.values()]
}

test('no document of a company, however spoiled, gives figures that are not finite, or fails in another way', async () => {
  const good = await bodies()
  const kinds = good.map(({ feed }) => feed.id).join(' ')
  for (const kind of ['sec-facts', 'sec-form', 'calendar', 'dividends', 'splits', 'forecast', 'options'])
    expect(kinds).toContain(kind)
  for (const { feed, text } of good) {
    const parse = (body: string): FeedData | null => {
      try {
        return feed.parse(Buffer.from(body), CONTEXT)
      } catch (error) {
        expect(errorKind(error), `${feed.id}: ${String(error)}`).toBe('invalid')
        return null
      }
    }
    const bound = 2 * JSON.stringify(parse(text)).length + 1_000
    const small = text.length < 200_000
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.double({ min: 0.01, max: 0.99, noNaN: true }), (at, to, cut) => {
        const data = parse(mutated(text, { at, to }))
        expect(finite(data)).toBe(true)
        expect(JSON.stringify(data).length).toBeLessThan(bound)
        expect(parse(text.slice(0, Math.floor(text.length * cut)))).toBeNull()
      }),
      { numRuns: runs(small ? 60 : 6) },
    )
  }
}, 120_000)
