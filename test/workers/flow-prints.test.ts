import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { startSharedSimulator } from '../../harness/shared-simulator.ts'
import { prints as printSource } from '../../pipeline/sources/prints.ts'
import type { FlowSymbol, FlowTape } from '../../shared/domain/contract/flow.ts'
import type { OptionChain } from '../../shared/domain/market/option-chain.ts'
import type { OptionPrint } from '../../shared/domain/market/option-print.ts'
import { newestPrintAt } from '../../shared/postgres/flow/flow-prints.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { collectSource } from '../../workers/ingest/collect-source.ts'
import { createFetchAgent } from '../../workers/ingest/fetch-feed.ts'
import { storeFlow } from '../../workers/ingest/store-flow.ts'
import { storePrints } from '../../workers/ingest/store-prints.ts'
import { testApi } from '../api/support/api.ts'

const db = testDatabase()

type Answer<T> = { status: number; body: T }
let get: <T>(path: string) => Promise<Answer<T>>

const CHAIN: OptionChain = {
  underlying: 'SPY',
  spot: 670,
  quotedAt: new Date('2026-11-23T20:58:00Z'),
  contracts: [
    {
      expiration: tradingDay('2026-11-24'),
      strike: 670,
      right: 'call',
      bid: 1,
      ask: 3,
      iv: 0.2,
      openInterest: 10,
      volume: 900,
    },
  ],
}
const keepChain = async (chain: OptionChain, logsLarge: boolean) =>
  await db.sql.begin((tx) =>
    storeFlow(tx, chain, { at: chain.quotedAt, source: 'options', origin: 'scheduled', logsLarge }),
  )

beforeAll(async () => {
  const app = await testApi(db.url, { limits: { documentAgeMs: 0 } })
  get = async <T>(path: string): Promise<Answer<T>> => {
    const response = await app.inject(`/api/v1/flow/${path}`)
    return { status: response.statusCode, body: response.json() }
  }
  await keepChain(CHAIN, true)
})

const print: OptionPrint = {
  id: 'p1',
  underlying: 'SPY',
  expiration: tradingDay('2026-11-24'),
  strike: 670,
  right: 'call',
  executedAt: new Date('2026-11-24T15:00:10Z'),
  size: 100,
  price: 3,
  bid: 2.9,
  ask: 3,
  premium: 30_000,
  atAsk: null,
  atBid: null,
  opens: null,
  isMultiLeg: true,
  spot: 670,
  openInterest: 50,
  sessionVolume: 40,
}
const keep = async (prints: OptionPrint[], at = '2026-11-24T15:05:00Z') =>
  await db.sql.begin((tx) => storePrints(tx, prints, new Date(at)))

test('stand in front of changes of chains from their session on, and are stored once', async () => {
  expect((await get<FlowTape>('tape')).body.basis).toBe('chain_changes')
  const others = [
    { ...print, id: 'p2', executedAt: new Date('2026-11-24T15:01:00Z'), price: 2.9, size: 10, premium: 2_900 },
    {
      ...print,
      id: 'p3',
      executedAt: new Date('2026-11-24T15:02:00Z'),
      right: 'put' as const,
      bid: null,
      isMultiLeg: null,
    },
    { ...print, id: 'p4', underlying: 'NOBODY' },
    { ...print, id: 'p5', executedAt: new Date('2026-11-24T15:06:00Z') },
  ]
  expect(await keep([print, ...others])).toBe(3)
  expect(await keep([print, ...others])).toBe(0)
  const { body } = await get<FlowTape>('tape')
  expect(body.basis).toBe('prints')
  expect(body.changes.map(({ at, side, opens, is_multi_leg }) => [at, side, opens, is_multi_leg])).toEqual([
    ['2026-11-24T10:02:00-05:00', 'unknown', true, null],
    ['2026-11-24T10:01:00-05:00', 'bid', null, true],
    ['2026-11-24T10:00:10-05:00', 'ask', true, true],
  ])
  expect(await newestPrintAt(db.sql)).toEqual(new Date('2026-11-24T15:02:00Z'))
  expect((await get<FlowTape>('tape?side=ask')).body.changes.map(({ price }) => price)).toEqual([3])
  expect((await get<FlowTape>('tape?basis=chain_changes&limit=1')).body.changes[0]).toMatchObject({ side: null })
  expect((await get<FlowTape>('tape?basis=trades')).status).toBe(400)
})

test('pages of prints of one instant have no gap', async () => {
  const same = Array.from({ length: 5 }, (_, index) => ({ ...print, id: `same${index}` }))
  await keep(same)
  const rows: number[] = []
  let before: string | null = null
  do {
    const { body }: Answer<FlowTape> = await get(`tape?limit=2${before ? `&before=${before}` : ''}`)
    rows.push(...body.changes.map(({ id }) => id))
    before = body.next_before
  } while (before)
  expect(rows).toEqual((await get<FlowTape>('tape')).body.changes.map(({ id }) => id))
  expect(rows).toHaveLength(8)
  await db.sql`delete from flow_changes as f where f.print_id like 'same%'`
})

test('give a symbol its premium by side, opening and leg, in addition to its chains', async () => {
  const { body } = await get<FlowSymbol>('symbol/SPY')
  expect(body).toMatchObject({
    basis: 'prints',
    session: '2026-11-23',
    by_side: { call: { ask: 30_000, bid: 2_900, mid: 0, unknown: 0 }, put: { ask: 0, unknown: 30_000 } },
    opening: { prints: 2, contracts: 200, premium: 60_000 },
    closing: { prints: 0 },
    multi_leg: { prints: 2, contracts: 110 },
    prints: { session: '2026-11-24', opening_unknown: { prints: 1 }, zdte_share_premium: 1 },
  })
  expect(body.reasons.closing).toContain('no print was flagged as closing')
  expect(body.reasons.by_side).toBeUndefined()
})

test('of a million dollars are events until the session has two hundred, and the rest are counted', async () => {
  const large = Array.from({ length: 230 }, (_, index) => ({
    ...print,
    id: `large${index}`,
    size: 4_000 + index,
    premium: (4_000 + index) * 300,
  }))
  await keep(large.slice(0, 150))
  await keep(large)
  const [row] = await db.sql<{ events: number; title: string }[]>`
    select count(*)::integer as events, max(e.title) as title from events as e
    where e.kind = 'flow' and e.data ->> 'basis' = 'prints'`
  expect(row!.events).toBe(200)
  expect(row!.title).toMatch(/contracts, 1\.\d+ million dollars, at the ask$/)
  expect((await get<FlowTape>('tape?limit=1')).body.large).toEqual({ session: '2026-11-24', found: 230, logged: 200 })
})

test('a chain logs nothing where prints are fetched', async () => {
  const [contract] = CHAIN.contracts
  await keepChain({ ...CHAIN, underlying: 'QQQ', contracts: [{ ...contract!, volume: 90_000 }] }, false)
  expect([...(await db.sql`select e.id from events as e where e.subject = 'QQQ'`)]).toEqual([])
})

test('are fetched from the vendor from the newest stored one on, page by page', async () => {
  const at = new Date('2026-11-24T20:00:00Z')
  const simulator = await startSharedSimulator({ seed: 7, now: () => at })
  const agent = createFetchAgent()
  const requested: string[] = []
  const deps = {
    agent,
    baseUrl: () => {
      requested.push('prints')
      return `${simulator.url}/at/${at.toISOString()}/prints`
    },
    takeToken: async () => 0,
    rest: async () => {},
    sleep: async () => {},
  }
  const context = {
    at,
    day: tradingDay('2026-11-24'),
    mode: 'latest' as const,
    fredApiKey: null,
    printsToken: 'sesame',
    printsSince: new Date('2026-11-24T18:00:00Z'),
  }
  const signal = AbortSignal.timeout(60_000)
  const { data, failure } = await collectSource(deps, printSource, context, signal)
  const refused = await collectSource(deps, printSource, { ...context, printsToken: null }, signal)
  await Promise.all([agent.close(), simulator.close()])
  expect(failure).toBeNull()
  expect(requested.length).toBeGreaterThan(2)
  const times = data.prints.map(({ executedAt }) => executedAt.getTime())
  expect(Math.min(...times)).toBeGreaterThanOrEqual(Date.parse('2026-11-24T17:57:00Z'))
  expect(Math.min(...times)).toBeLessThan(Date.parse('2026-11-24T18:02:00Z'))
  expect(Math.max(...times)).toBeLessThan(at.getTime())
  expect(new Set(data.prints.map(({ underlying }) => underlying)).size).toBeGreaterThan(3)
  expect(refused.failure).toContain('status 401')
})
