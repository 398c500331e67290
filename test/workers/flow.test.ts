import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { textOf } from '../../harness/text-of.ts'
import type { FlowFocus, FlowSymbol, FlowTape, FlowZdte } from '../../shared/domain/contract/flow.ts'
import type { OptionChain, OptionContract } from '../../shared/domain/market/option-chain.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { storeFlow } from '../../workers/ingest/store-flow.ts'
import { testApi } from '../api/support/api.ts'

const TODAY = tradingDay('2026-11-20')
const db = testDatabase()

type Answer<T> = { status: number; body: T }
let pageOf: (url: string) => Promise<{ statusCode: number; body: string }>
let get: <T>(path: string) => Promise<Answer<T>>

const contract = (
  strike: number,
  right: 'call' | 'put',
  volume: number,
  openInterest: number,
  expiration: TradingDay = TODAY,
): OptionContract => ({ expiration, strike, right, bid: 1, ask: 3, iv: 0.2, openInterest, volume })

async function store(quotedAt: string, contracts: OptionContract[]): Promise<void> {
  const chain: OptionChain = { underlying: 'SPY', spot: 670, quotedAt: new Date(quotedAt), contracts }
  const at = new Date(chain.quotedAt.getTime() + 60_000)
  await db.sql.begin((tx) => storeFlow(tx, chain, { at, source: 'options', origin: 'scheduled', logsLarge: true }))
}

beforeAll(async () => {
  const app = await testApi(db.url, { limits: { documentAgeMs: 0 } })
  pageOf = async (url) => await app.inject({ url, headers: { accept: 'text/html' } })
  get = async <T>(path: string): Promise<Answer<T>> => {
    const response = await app.inject(`/api/v1/flow/${path}`)
    return { status: response.statusCode, body: response.json() }
  }
})

test('a known symbol without a chain has nulls and a reason, and an unknown one is 404', async () => {
  const { status, body } = await get<FlowSymbol>('symbol/spy')
  expect(status).toBe(200)
  expect(body).toMatchObject({ symbol: 'SPY', session: null, volume: null, by_type: null, by_strike: [] })
  expect(body.reason).toContain('no option chain of this symbol is stored')
  expect((await get<FlowFocus>('focus/SPY')).body).toMatchObject({ items: [], count: 0 })
  expect((await get<FlowZdte>('zdte/SPY')).body.reasons.volume).toContain('no option chain')
  expect((await get<FlowTape>('tape')).body).toMatchObject({ changes: [], count: 0 })
  for (const kind of ['symbol/', 'focus/', 'zdte/', 'tape?symbol='])
    expect((await get(`${kind}notasymbol`)).status).toBe(404)
})

test('volume is counted from chain to chain and open interest from session to session', async () => {
  await store('2026-11-19T20:58:00Z', [contract(670, 'call', 900, 1_000)])
  await store('2026-11-20T15:00:00Z', [contract(670, 'call', 100, 1_400), contract(660, 'put', 200, 50)])
  await store('2026-11-20T15:30:00Z', [contract(670, 'call', 400, 1_400), contract(660, 'put', 200, 50)])
  // An answer that arrives late changes nothing.
  await store('2026-11-20T15:15:00Z', [contract(670, 'call', 300, 1_400)])
  // A chain from before the open still shows the volume of the session before.
  await store('2026-11-23T13:00:00Z', [contract(670, 'call', 400, 1_400)])
  const { body } = await get<FlowTape>('tape?symbol=SPY')
  expect(body.changes.map((row) => [row.at, row.strike, row.volume, row.premium])).toEqual([
    ['2026-11-20T10:30:00-05:00', 670, 300, 60_000],
    ['2026-11-20T10:00:00-05:00', 660, 200, 40_000],
    ['2026-11-20T10:00:00-05:00', 670, 100, 20_000],
    ['2026-11-19T15:58:00-05:00', 670, 900, 180_000],
  ])
  expect(body.changes[0]).toMatchObject({
    since: '2026-11-20T10:00:00-05:00',
    session_volume: 400,
    open_interest_change: 400,
    days_to_expiration: 0,
    side: null,
  })
  expect(body.reasons.side).toContain('prints')
})

test('the tape is filtered and read in pages without a gap', async () => {
  const rows: number[] = []
  let before: string | null = null
  do {
    const { body }: Answer<FlowTape> = await get(`tape?limit=1${before ? `&before=${before}` : ''}`)
    rows.push(...body.changes.map(({ id }) => id))
    before = body.next_before
  } while (before)
  const whole = await get<FlowTape>('tape')
  expect(rows).toEqual(whole.body.changes.map(({ id }) => id))
  expect(rows).toHaveLength(4)
  expect((await get<FlowTape>('tape?type=put')).body.count).toBe(1)
  expect((await get<FlowTape>('tape?min_premium=50000')).body.count).toBe(2)
  const asked = await get<FlowTape>('tape?side=ask')
  expect(asked.body.count).toBe(0)
  expect(asked.body.reason).toContain('side of a trade is not known')
})

test('a symbol has its session by type and strike, and the day’s own expiration', async () => {
  const { body } = await get<FlowSymbol>('symbol/SPY')
  expect(body).toMatchObject({
    session: '2026-11-20',
    is_closing: false,
    basis: 'chain_changes',
    volume: 600,
    premium: 120_000,
    put_call_volume: 0.5,
    zdte_share_volume: 1,
    by_side: null,
    by_type: { call: { volume: 400, open_interest_change: 400 }, put: { volume: 200 } },
  })
  expect(body.by_strike.map(({ strike }) => strike)).toEqual([660, 670])
  expect(body.history.volume).toMatchObject({ n: 1, percentile: null, reason: expect.stringContaining('not over') })
  const focus = await get<FlowFocus>('focus/SPY')
  expect(focus.body.items[0]).toMatchObject({ strike: 670, rule: 'share_of_premium' })
  expect((await get<FlowZdte>('zdte/SPY')).body).toMatchObject({ volume: 600, share_volume: 1, put_call_volume: 0.5 })
})

test('the page shows what the routes say, and an unknown symbol has no page', async () => {
  const { statusCode, body } = await pageOf('/flow?symbol=spy')
  expect(statusCode).toBe(200)
  const text = textOf(body)
  expect(text).toContain('67 % of the session’s estimated premium')
  expect(text).toContain('600 contracts, 100 % of the session')
  expect(text).toContain('670 call of')
  expect(body).not.toMatch(/undefined|NaN|\[object Object\]/)
  expect((await pageOf('/flow?symbol=notasymbol')).statusCode).toBe(404)
})

test('the premium of a session is what each chain added at its own middle, and compared by the newest alone', async () => {
  const fading = (volume: number, ask: number) => ({ ...contract(670, 'call', volume, 50), bid: ask - 0.02, ask })
  await store('2026-11-20T20:30:00Z', [fading(1_400, 1.01), contract(660, 'put', 200, 50)])
  await store('2026-11-20T20:58:00Z', [fading(1_500, 0.03), contract(660, 'put', 200, 50)])
  // A request may share a reading that began before the chains, and a page that was drawn a moment ago is served again.
  const body = await eventually(async () => {
    const answer = await get<FlowSymbol>('symbol/SPY')
    return answer.body.premium_chains === 4 && answer.body
  })
  expect(body).toMatchObject({ is_closing: true, premium_basis: 'chain_increments' })
  // 120,000 until 10:30, then a thousand contracts at one dollar and a hundred at two cents.
  expect([body.premium, body.by_type?.call.premium, body.put_call_premium]).toEqual([220_000, 180_000, 0.2222])
  expect(body.history.premium.value).toBe(43_000)
  expect((await get<FlowZdte>('zdte/SPY')).body).toMatchObject({ premium: 220_000, share_premium: 1 })
  await eventually(async () => (await pageOf('/flow?symbol=spy')).body.includes('220k dollars, from 4 chains'))
})

test.each([
  ['tape?type=both', 'type'],
  ['tape?side=left', 'side'],
  ['tape?min_premium=-1', 'min_premium'],
  ['tape?before=abc', 'before'],
  ['tape?limit=501', 'limit'],
])('%s is refused and names its parameter', async (path, field) => {
  const { status, body } = await get(path)
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(field)
})

test('large changes are events until the session has two hundred, and the rest are counted', async () => {
  const large = Array.from({ length: 250 }, (_, index) => contract(700 + index, 'call', 5_000 + index, 100))
  await store('2026-11-23T15:00:00Z', large.slice(0, 150))
  await store('2026-11-23T15:30:00Z', large)
  const rows = await db.sql<{ subject: string; title: string }[]>`
    select e.subject, e.title from events as e where e.kind = 'flow'`
  expect(rows).toHaveLength(200)
  expect(rows[0]).toMatchObject({ subject: 'SPY', title: expect.stringContaining('million dollars') })
  const { body } = await get<FlowTape>('tape?limit=1')
  expect(body.large).toEqual({ session: '2026-11-23', found: 250, logged: 200 })
})

test('before anything has traded, the page states that the share of the session is unknown', async () => {
  await store('2026-11-24T14:30:00Z', [contract(670, 'call', 0, 1_400, tradingDay('2026-11-24'))])
  // A replica reads the bare address ahead once, and this request may share a reading that began before the chain.
  const body = await eventually(async () => {
    const page = (await pageOf('/flow')).body
    return page.includes('<p>0 contracts') && page
  })
  expect(body).toContain('<p>0 contracts, share of the session unknown; estimated premium')
  expect(body).not.toContain('unknown of the session')
})

test('a split into whole shares is no change of open interest, and one in another ratio leaves it unknown', async () => {
  const december = tradingDay('2026-12-18')
  const splitOn = (exDate: string, newShares: number, oldShares: number) => db.sql`
    insert into corporate_actions (symbol, kind, ex_date, new_shares, old_shares, fraction_price_e4, source, known_at)
    values ('SPY', 'split', ${exDate}::text::date, ${newShares}, ${oldShares},
      ${oldShares === 1 ? null : 450_000}, 'test', '2026-11-20T12:00:00Z')`
  const changesOf = async (session: string) => {
    // A request may share a reading that began before the chain.
    const body = await eventually(async () => {
      const answer = await get<FlowSymbol>('symbol/SPY')
      return answer.body.session === session && answer.body
    })
    const change = body.by_type && [body.by_type.call.open_interest_change, body.by_type.put.open_interest_change]
    return { change, reason: body.reasons.open_interest_change }
  }
  await splitOn('2026-11-25', 10, 1)
  await splitOn('2026-11-27', 3, 2)
  await store('2026-11-24T20:58:00Z', [
    contract(675, 'call', 10, 400, december),
    contract(600, 'put', 10, 50, december),
  ])
  await store('2026-11-25T15:00:00Z', [
    contract(67.5, 'call', 10, 4_005, december),
    contract(60, 'put', 10, 500, december),
  ])
  expect(await changesOf('2026-11-25')).toEqual({ change: [5, 0], reason: undefined })
  await store('2026-11-27T15:00:00Z', [
    contract(45, 'call', 10, 3_000, december),
    contract(40, 'put', 10, 300, december),
  ])
  expect(await changesOf('2026-11-27')).toEqual({
    change: [null, null],
    reason: 'the chain of the session before is not stored, or a split has given its contracts another root',
  })
})
