import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cashPair, type Posting } from '../../shared/domain/trading/ledger.ts'
import { saveLatestQuotes } from '../../shared/postgres/market/latest-quotes.ts'
import { sessionOn, sessionsBetween } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { prune } from '../../workers/schedule/prune.ts'
import { beginEpochOf, brokenRules, openAccount, post, trade } from './ledger-world.ts'
import { ACCOUNTS, ask, type Created, createAccount } from './replicas.ts'
import { snapshotWorld } from './snapshot-world.ts'
import { openVendors, UNQUOTED, type Vendors } from './vendors.ts'

const FRIDAY = tradingDay('2026-11-20')
const NOTHING = { quantity: 0, costE4: 0 }

let vendors: Vendors
let app: FastifyInstance
let world: ReturnType<typeof snapshotWorld>
let agent: Created
beforeAll(async () => {
  vendors = await openVendors()
  app = await vendors.replica({ providers: 'cboe' })
  world = snapshotWorld(vendors)
})
beforeEach(async () => {
  const { sql } = vendors.db
  await vendors.world.heal()
  for (const { account_id } of (await ask(app, { url: ACCOUNTS })).json().accounts)
    await ask(app, { method: 'DELETE', url: `${ACCOUNTS}/${account_id}` })
  await sql`truncate account_snapshots, slots, cycles, inbox, outbox, latest_quotes cascade`
  vendors.at = new Date('2026-11-20T14:31:00Z')
  await sql`
    update service_time set real_origin = clock_timestamp(), service_origin = ${vendors.at}, since = ${vendors.at},
      last_seen = ${vendors.at}, speed = 0`
  agent = await createAccount(app)
})
afterAll(async () => {
  await world.close()
  await vendors.close()
})

const buy = (instrument: string, quantity: number, notionalE4: number, held = NOTHING) =>
  post(vendors.db.sql, agent.account_id, trade({ instrument, quantity, notionalE4, held }))
const own = async (path: string) => (await ask(app, { url: `/api/v1/trading/${path}`, token: agent.token })).json()
const admin = async (path: string) => {
  const answer = await ask(app, { url: `/api/v1/trading/admin/${path}` })
  return { status: answer.statusCode, body: answer.json() }
}
const snapshots = async () => (await admin(`snapshots/${agent.account_id}`)).body.snapshots

test('each hour and the close of a session, once, however many schedulers and deliveries', async () => {
  await buy('SPY', 10, 65_000_000)
  for (const time of ['10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '16:20', '17:00']) {
    const due = await world.due(FRIDAY, time)
    for (const envelope of due) {
      expect(await world.deliver(envelope)).toMatchObject({ outcome: 'done' })
      expect(await world.deliver(envelope, true)).toMatchObject({ outcome: 'duplicate' })
    }
  }
  const found = await snapshots()
  expect(found.map(({ at, kind }: { at: string; kind: string }) => `${at.slice(11, 16)} ${kind}`)).toEqual([
    '16:00 close',
    '15:00 hourly',
    '14:00 hourly',
    '13:00 hourly',
    '12:00 hourly',
    '11:00 hourly',
    '10:00 hourly',
  ])
  expect(found[0]).toMatchObject({ taken_at: '2026-11-20T16:20:00-05:00', through: 2, cash: 93_500, positions: 1 })
  for (const { equity, cash, marks, spy, positions_value } of found) {
    expect(marks).toMatchObject([{ instrument: 'SPY', quantity: 10, source: 'cboe', reason: null }])
    expect(marks[0].mark).toBe(spy)
    expect(positions_value).toBeCloseTo(10 * spy, 6)
    expect(equity).toBeCloseTo(cash + 10 * spy, 6)
  }
  expect(new Set(found.map(({ spy }: { spy: number }) => spy)).size).toBeGreaterThan(3)
  // The close's quote is the session's last, also from a feed that is a quarter of an hour late.
  expect(found[0].marks[0].quoted_at.slice(11, 16)).toMatch(/^(15:59|16:00)$/)
  expect(await brokenRules(vendors.db.sql)).toEqual([])
})

test('a half-day closes at 13:00; a weekend and a holiday have none', async () => {
  const slots = async (day: string, ...times: string[]) => {
    for (const time of times) await world.walkTo(tradingDay(day), time)
    const rows = await vendors.db.sql<{ key: string }[]>`
      select s.key from slots as s where s.kind = 'portfolio' and s.key like ${`portfolio:${day}%`} order by s.key`
    return rows.map(({ key }) => key.slice(-5))
  }
  expect(await slots('2026-11-21', '10:00', '16:20')).toEqual([])
  expect(await slots('2026-11-26', '10:00', '16:20')).toEqual([])
  expect(await slots('2026-11-27', '10:00', '11:00', '12:00', '13:00', '13:20')).toEqual([
    '10:00',
    '11:00',
    '12:00',
    '13:00',
  ])
  expect((await snapshots())[0]).toMatchObject({ at: '2026-11-27T13:00:00-05:00', kind: 'close', equity: 100_000 })
})

test('what has no mark leaves the worth unknown and says so; the others’ is kept', async () => {
  const other = await openAccount(vendors.db.sql, 1_000_000)
  await buy(UNQUOTED, 1, 6_000_000)
  await buy('SPY', 1, 6_500_000)
  await world.walkTo(FRIDAY, '10:00')
  const [one] = await snapshots()
  expect(one).toMatchObject({ equity: null, positions_value: null, unmarked: 1, cash: 98_750, positions: 2 })
  expect(one.marks.find(({ instrument }: { instrument: string }) => instrument === UNQUOTED)).toMatchObject({
    mark: null,
    value: null,
    reason: 'no provider has a quote of it',
  })
  const { points, reason } = await own('equity-curve')
  expect(points).toMatchObject([{ equity: null, return_percent: null, unmarked: 1 }])
  expect(reason).toBeNull()
  expect(await own('statistics')).toMatchObject({
    snapshots: 1,
    snapshots_valued: 0,
    returns: { time_weighted_percent: null, days: 0 },
    drawdown: { percent: null },
    exposure: { gross_percent: null, reason: 'something it held had no mark' },
  })
  expect((await admin(`snapshots/${other.id}`)).body.snapshots).toMatchObject([{ equity: 100, unmarked: 0 }])
  expect(await brokenRules(vendors.db.sql)).toEqual([])
})

test('the vendors away: no stale price passes for one of this hour', async () => {
  await buy('SPY', 1, 6_500_000)
  await world.walkTo(FRIDAY, '10:00')
  await vendors.fault('cboe', { mode: 'status', status: 500 })
  await world.walkTo(FRIDAY, '11:00')
  const quote = { symbol: 'SPY', price: 660, bid: 659, ask: 661, bidSize: 1, askSize: 1, volume: 1, previousClose: 1 }
  const kept = { ...quote, quotedAt: vendors.at, source: 'schwab' as const, delaySeconds: 0 }
  await saveLatestQuotes(vendors.db.sql, [kept], vendors.at)
  await world.walkTo(FRIDAY, '12:00')
  // What the quotes worker fetched a moment ago is as good as asking, and spares it.
  await vendors.world.heal()
  await saveLatestQuotes(
    vendors.db.sql,
    [{ ...kept, quotedAt: instantAt(FRIDAY, '13:00') }],
    instantAt(FRIDAY, '13:00'),
  )
  await world.walkTo(FRIDAY, '13:00')
  const [fresh, old, away, earlier] = await snapshots()
  expect(earlier.equity).toBeGreaterThan(90_000)
  expect(away).toMatchObject({ equity: null, spy: null, unmarked: 1 })
  expect(away.marks[0].reason).toMatch(/cboe: .*500/)
  expect(old).toMatchObject({ equity: null, spy: null, marks: [{ reason: 'its newest quote is stale' }] })
  expect(fresh).toMatchObject({ equity: 99_350 + 660, spy: 660, marks: [{ source: 'schwab', reason: null }] })
})

test('work that comes an hour late is not done with the marks of another hour; of a close it still is', async () => {
  const [hour] = await world.due(FRIDAY, '10:00')
  const at = async (time: string) => {
    await world.due(FRIDAY, time)
  }
  await at('10:31')
  expect(await world.deliver(hour)).toMatchObject({ outcome: 'done' })
  expect(await snapshots()).toEqual([])
  const close = (await world.due(FRIDAY, '16:20')).at(-1)
  await at('23:00')
  expect(await world.deliver(close)).toMatchObject({ outcome: 'done' })
  expect(await snapshots()).toMatchObject([{ kind: 'close', taken_at: '2026-11-20T23:00:00-05:00' }])
})

test('options too: a contract at its middle times a hundred', async () => {
  const chain = (await app.inject('/api/v1/trading/options/chain/SPY?expiration=2026-12-18&strike_count=6')).json()
  const { contract } = chain.contracts[0]
  await buy(contract, 2, 2_000_000)
  await world.walkTo(FRIDAY, '12:00')
  const [{ marks, equity, cash }] = await snapshots()
  // A replica of its own: the first one gives its chain again for a quarter of a minute.
  const later = await vendors.replica({ providers: 'cboe' })
  const then = (await later.inject('/api/v1/trading/options/chain/SPY?expiration=2026-12-18&strike_count=20')).json()
  const { mark } = then.contracts.find((each: { contract: string }) => each.contract === contract)
  expect(marks).toMatchObject([{ instrument: contract, quantity: 2, mark: Math.round(mark * 1e6) / 1e4 }])
  expect(equity).toBeCloseTo(cash + 200 * mark, 4)
})

async function walkDays(days: readonly TradingDay[]): Promise<void> {
  for (const day of days) {
    const { close } = sessionOn(day)!
    await world.walkTo(day, '10:00')
    await world.walkTo(day, eastern(new Date(close.getTime() + 20 * 60_000)).time.slice(0, 5))
  }
}

test('curve and statistics over a month, re-computed by hand from the snapshots', { timeout: 180_000 }, async () => {
  // All in SPY, so that the account moves with it.
  await buy('SPY', 150, 975_000_000)
  const days = sessionsBetween(tradingDay('2026-11-23'), tradingDay('2026-12-22'))
  expect(days).toHaveLength(21)
  await walkDays(days.slice(0, 2))
  await post(vendors.db.sql, agent.account_id, {
    kind: 'adjustment',
    key: 'adjustment:test',
    postings: [
      { book: 'account', amountE4: 50_000_000 },
      { book: 'house', amountE4: -50_000_000 },
    ],
  })
  await walkDays(days.slice(2))
  await buy('SPY', -50, 330_000_000, { quantity: 150, costE4: 975_000_000 })
  await buy('SPY', -50, 320_000_000, { quantity: 100, costE4: 650_000_000 })

  const { points } = await own('equity-curve?days=60')
  expect(points).toHaveLength(42)
  let growth = 1
  let before = 100_000
  const path = points.map(({ equity, cash }: { equity: number; cash: number }, index: number) => {
    const flow = index > 0 && cash !== points[index - 1].cash ? 5_000 : 0
    growth *= (equity - flow) / before
    before = equity
    return growth
  })
  for (const [index, point] of points.entries()) {
    expect(point.return_percent).toBeCloseTo(100 * (path[index] - 1), 3)
    expect(point.equity).toBeCloseTo(point.cash + 150 * point.spy, 4)
  }
  const found = await own('statistics')
  expect(found).toMatchObject({ epoch: 1, snapshots: 42, snapshots_valued: 42 })
  expect(found.returns.time_weighted_percent).toBeCloseTo(100 * (growth - 1), 3)

  const closes = points.flatMap(({ kind }: { kind: string }, index: number) => (kind === 'close' ? [index] : []))
  const returns = closes.slice(1).map((at: number, index: number) => path[at] / path[closes[index]!] - 1)
  // Friday, on which the account was opened, has no close, so Monday's return spans two sessions.
  expect(found.returns).toMatchObject({ days: 20, gaps: 2, reason: null })
  const mean = returns.reduce((sum: number, each: number) => sum + each, 0) / 20
  const deviation = Math.sqrt(returns.reduce((sum: number, each: number) => sum + (each - mean) ** 2, 0) / 19)
  expect(found.returns.volatility_percent).toBeCloseTo(100 * deviation * Math.sqrt(252), 2)
  expect(found.returns.sharpe).toBeCloseTo((mean / deviation) * Math.sqrt(252), 2)
  expect(found.returns.best_day.percent).toBeCloseTo(100 * Math.max(...returns), 3)
  expect(found.returns.worst_day.percent).toBeCloseTo(100 * Math.min(...returns), 3)
  const falls = path.map((value: number, index: number) => value / Math.max(1, ...path.slice(0, index + 1)) - 1)
  expect(found.drawdown.percent).toBeCloseTo(100 * Math.min(...falls), 3)
  expect(found.drawdown.trough_at).toBe(points[falls.indexOf(Math.min(...falls))].at)

  // Sold at 660 and 640 what had cost 650.
  expect(found.closed_trades).toEqual({
    count: 2,
    wins: 1,
    losses: 1,
    win_rate_percent: 50,
    realized_pnl: 0,
    average_win: 500,
    average_loss: -500,
  })
  const last = points.at(-1)
  expect(found.exposure.gross_percent).toBeCloseTo((100 * 150 * last.spy) / last.equity, 3)
  expect(found.benchmark).toMatchObject({ from: points[0].at, through: last.at, days: 20, reason: null })
  expect(found.benchmark.percent).toBeCloseTo(100 * (last.spy / points[0].spy - 1), 3)
  expect(found.benchmark.own_percent).toBeCloseTo(100 * (growth / path[0] - 1), 3)
  // Nearly all of it is SPY.
  expect(found.benchmark.beta).toBeGreaterThan(0.8)
  expect(found.benchmark.beta).toBeLessThan(1.1)

  await beginEpochOf(vendors.db.sql, agent.account_id, 1_000_000)
  expect(await own('statistics')).toMatchObject({ epoch: 2, snapshots: 0, returns: { sharpe: null } })
  expect((await own('statistics')).returns.reason).toMatch(/no snapshot/)
  expect((await own('statistics?epoch=1')).snapshots).toBe(42)
  expect((await own('equity-curve')).reason).toMatch(/no snapshot/)
  expect(await brokenRules(vendors.db.sql, { except: ['entries-have-a-cause'] })).toEqual([])

  const fleet = (await admin('equity-curve?days=60')).body
  expect(fleet).toMatchObject({ points: 42, truncated: false })
  expect(fleet.accounts).toMatchObject([{ account_id: agent.account_id, name: 'agent' }])
  // Four hundred days later the hours are gone and the closes are not.
  await prune(vendors.db.sql, new Date('2028-02-01T00:00:00Z'), 30)
  expect((await own('statistics?epoch=1')).snapshots).toBe(21)
})

test('a closed trade takes from what was held, long or short; what adds, splits, pays or costs is none', async () => {
  const fill = (quantity: number, notionalE4: number, held: { quantity: number; costE4: number }) =>
    post(vendors.db.sql, agent.account_id, trade({ quantity, notionalE4, held, mayBeShort: true }))
  const other = (kind: 'dividend' | 'split' | 'settlement' | 'fee', postings: Posting[]) =>
    post(vendors.db.sql, agent.account_id, { kind, key: `${kind}:test`, postings })
  await fill(10, 1_000_000, NOTHING)
  await fill(10, 1_200_000, { quantity: 10, costE4: 1_000_000 })
  await other('split', [
    { book: 'account', instrument: 'SPY', quantity: -10, costE4: 0 },
    { book: 'house', instrument: 'SPY', quantity: 10, costE4: null },
  ])
  await other('dividend', cashPair('dividends', 5_000))
  await other('fee', cashPair('fees', -700))
  expect((await own('statistics')).closed_trades).toMatchObject({ count: 0, win_rate_percent: null, average_win: null })
  // Ten shares that cost 22 each are sold at 25, then five are owed at 30 and bought back at 31.
  await fill(-10, 2_500_000, { quantity: 10, costE4: 2_200_000 })
  await fill(-5, 1_500_000, NOTHING)
  await fill(5, 1_550_000, { quantity: -5, costE4: -1_500_000 })
  // A contract that cost 120 dollars expires for nothing.
  await buy('SPY261218C00700000', 1, 1_200_000)
  await other('settlement', [
    { book: 'account', instrument: 'SPY261218C00700000', quantity: -1, costE4: -1_200_000 },
    { book: 'house', instrument: 'SPY261218C00700000', quantity: 1, costE4: null },
  ])
  const { closed_trades } = await own('statistics')
  expect(closed_trades).toEqual({
    count: 3,
    wins: 1,
    losses: 2,
    win_rate_percent: 33.3333,
    realized_pnl: -95,
    average_win: 30,
    average_loss: -62.5,
  })
  // Dividends and fees are realised all the same.
  expect(await own('account')).toMatchObject({ realized_pnl: -95 + 0.43, unrealized_pnl: 0 })
})

test('pages of an admin, bounds, and an account nobody knows', async () => {
  for (const time of ['10:00', '11:00', '12:00']) await world.walkTo(FRIDAY, time)
  const page = (await admin(`snapshots/${agent.account_id}?limit=1&offset=1`)).body
  expect(page).toMatchObject({ total: 3, snapshots: [{ at: '2026-11-20T11:00:00-05:00' }] })
  expect(await admin('snapshots/999999999')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  for (const query of ['equity-curve?days=0', 'equity-curve?days=401', `snapshots/${agent.account_id}?limit=501`]) {
    expect((await admin(query)).status, query).toBe(400)
  }
  const unknownEpoch = await ask(app, { url: '/api/v1/trading/statistics?epoch=9', token: agent.token })
  expect(unknownEpoch.statusCode).toBe(404)
})
