import { expect, test } from 'vitest'
import { saveLatestQuotes } from '../../shared/postgres/market/latest-quotes.ts'
import { stepServiceTime } from '../../shared/postgres/server/service-time.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { brokenRules, openAccount } from './ledger-world.ts'
import { ask } from './replicas.ts'
import { FRIDAY, snapshotAccount } from './snapshot-account.ts'
import { UNQUOTED } from './vendors.ts'

const account = snapshotAccount()

test('one snapshot is taken for each hour and the close, however many schedulers and deliveries', async () => {
  await account.buy('SPY', 10, 65_000_000)
  for (const time of ['10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '16:20', '17:00']) {
    const due = await account.world.due(FRIDAY, time)
    for (const envelope of due) {
      expect(await account.world.deliver(envelope)).toMatchObject({ outcome: 'done' })
      expect(await account.world.deliver(envelope, true)).toMatchObject({ outcome: 'duplicate' })
    }
  }
  const found = await account.snapshots()
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
  // The quote at the close is the session's last, even from a feed with a delay of 15 minutes.
  expect(found[0].marks[0].quoted_at.slice(11, 16)).toMatch(/^(15:59|16:00)$/)
  expect(await brokenRules(account.vendors.db.sql)).toEqual([])
})

test('the close of a stock is its closing print, and an after-hours trade is not', async () => {
  await account.buy('SPY', 10, 65_000_000)
  const [message] = (await account.world.due(FRIDAY, '16:20')).slice(-1)
  const touch = { bid: 714.3, ask: 714.5, bidSize: 1, askSize: 1, volume: 1, previousClose: 1 }
  const after = { symbol: 'SPY', price: 714.39, ...touch, source: 'schwab' as const, delaySeconds: 0 }
  const quotedAt = instantAt(FRIDAY, '16:20')
  await saveLatestQuotes(account.vendors.db.sql, [{ ...after, quotedAt }], account.vendors.at)
  expect(await account.world.deliver(message)).toMatchObject({ outcome: 'done' })
  const [close] = await account.snapshots()
  expect(close).toMatchObject({ kind: 'close', unmarked: 0, marks: [{ source: 'cboe', mark: close.spy }] })
  expect(close.marks[0].quoted_at.slice(11, 16)).toMatch(/^(15:59|16:00)$/)
})

test.each([
  { isGoverned: false, source: 'schwab' },
  { isGoverned: true, source: 'cboe' },
])('a quote of half a minute ago marks an hour unless somebody commands the clock: $isGoverned', async (clock) => {
  await account.buy('SPY', 10, 65_000_000)
  const [message] = await account.world.due(FRIDAY, '11:00')
  const touch = { bid: 714.3, ask: 714.5, bidSize: 1, askSize: 1, volume: 1, previousClose: 1 }
  const fetchedAt = new Date(account.vendors.at.getTime() - 30_000)
  const stored = { symbol: 'SPY', price: 714.39, ...touch, source: 'schwab' as const, delaySeconds: 0 }
  await saveLatestQuotes(account.vendors.db.sql, [{ ...stored, quotedAt: fetchedAt }], fetchedAt)
  account.world.clock.isGoverned = () => clock.isGoverned
  expect(await account.world.deliver(message)).toMatchObject({ outcome: 'done' })
  account.world.clock.isGoverned = () => false
  expect((await account.snapshots())[0].marks).toMatchObject([{ source: clock.source }])
})

test('without the close of a stock its mark is missing, with the reason', async () => {
  await account.buy('SPY', 10, 65_000_000)
  const [message] = (await account.world.due(FRIDAY, '16:20')).slice(-1)
  await account.vendors.fault('cboe', { mode: 'status', status: 500 })
  expect(await account.world.deliver(message)).toMatchObject({ outcome: 'done' })
  const [close] = await account.snapshots()
  expect(close).toMatchObject({ kind: 'close', equity: null, spy: null, unmarked: 1 })
  expect(close.marks[0].reason).toMatch(/cboe: .*500/)
})

test('a half-day closes at 13:00, and weekends and holidays have no snapshots', async () => {
  const slots = async (day: string, ...times: string[]) => {
    for (const time of times) await account.world.walkTo(tradingDay(day), time)
    const rows = await account.vendors.db.sql<{ key: string }[]>`
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
  expect((await account.snapshots())[0]).toMatchObject({
    at: '2026-11-27T13:00:00-05:00',
    kind: 'close',
    equity: 100_000,
  })
})

test('an account that opened after the hour has no snapshot of it', async () => {
  const [message] = await account.world.due(FRIDAY, '10:00')
  account.vendors.at = new Date('2026-11-20T15:00:22Z')
  await stepServiceTime(account.vendors.db.sql, account.vendors.at)
  const late = await openAccount(account.vendors.db.sql, 1_000_000)
  expect(await account.world.deliver(message)).toMatchObject({ outcome: 'done' })
  expect((await account.admin(`snapshots/${late.id}`)).body.snapshots).toEqual([])
  expect(await account.snapshots()).toMatchObject([{ at: '2026-11-20T10:00:00-05:00', equity: 100_000 }])
  await account.world.walkTo(FRIDAY, '11:00')
  expect((await account.admin(`snapshots/${late.id}`)).body.snapshots).toMatchObject([{ equity: 100 }])
})

test('a position without a mark leaves equity null with the reason, and other accounts are valued', async () => {
  const other = await openAccount(account.vendors.db.sql, 1_000_000)
  await account.buy(UNQUOTED, 1, 6_000_000)
  await account.buy('SPY', 1, 6_500_000)
  await account.world.walkTo(FRIDAY, '10:00')
  const [one] = await account.snapshots()
  expect(one).toMatchObject({ equity: null, positions_value: null, unmarked: 1, cash: 98_750, positions: 2 })
  expect(one.marks.find(({ instrument }: { instrument: string }) => instrument === UNQUOTED)).toMatchObject({
    mark: null,
    value: null,
    reason: 'no provider has a quote of it',
  })
  const { points, reason } = await account.own('equity-curve')
  expect(points).toMatchObject([{ equity: null, return_percent: null, unmarked: 1 }])
  expect(reason).toBeNull()
  expect(await account.own('statistics')).toMatchObject({
    snapshots: 1,
    snapshots_valued: 0,
    returns: { time_weighted_percent: null, days: 0 },
    drawdown: { percent: null },
    exposure: { gross_percent: null, reason: 'a position had no mark' },
  })
  expect((await account.admin(`snapshots/${other.id}`)).body.snapshots).toMatchObject([{ equity: 100, unmarked: 0 }])
  expect(await brokenRules(account.vendors.db.sql)).toEqual([])
})

test('while vendors are down, a stale price is not used as the mark of this hour', async () => {
  await account.buy('SPY', 1, 6_500_000)
  await account.world.walkTo(FRIDAY, '10:00')
  await account.vendors.fault('cboe', { mode: 'status', status: 500 })
  await account.world.walkTo(FRIDAY, '11:00')
  const quote = { symbol: 'SPY', price: 660, bid: 659, ask: 661, bidSize: 1, askSize: 1, volume: 1, previousClose: 1 }
  const kept = { ...quote, quotedAt: account.vendors.at, source: 'schwab' as const, delaySeconds: 0 }
  await saveLatestQuotes(account.vendors.db.sql, [kept], account.vendors.at)
  await account.world.walkTo(FRIDAY, '12:00')
  // A quote that the quotes worker fetched a moment ago saves a request.
  await account.vendors.world.heal()
  await saveLatestQuotes(
    account.vendors.db.sql,
    [{ ...kept, quotedAt: instantAt(FRIDAY, '13:00') }],
    instantAt(FRIDAY, '13:00'),
  )
  await account.world.walkTo(FRIDAY, '13:00')
  const [fresh, old, away, earlier] = await account.snapshots()
  expect(earlier.equity).toBeGreaterThan(90_000)
  expect(away).toMatchObject({ equity: null, spy: null, unmarked: 1 })
  expect(away.marks[0].reason).toMatch(/cboe: .*500/)
  expect(old).toMatchObject({ equity: null, spy: null, marks: [{ reason: 'its newest quote is stale' }] })
  expect(fresh).toMatchObject({ equity: 99_350 + 660, spy: 660, marks: [{ source: 'schwab', reason: null }] })
})

test('an hourly snapshot an hour late is skipped, and a late close is still taken', async () => {
  const [hour] = await account.world.due(FRIDAY, '10:00')
  const at = async (time: string) => {
    await account.world.due(FRIDAY, time)
  }
  await at('10:31')
  expect(await account.world.deliver(hour)).toMatchObject({ outcome: 'done' })
  expect(await account.snapshots()).toEqual([])
  const close = (await account.world.due(FRIDAY, '16:20')).at(-1)
  await at('23:00')
  expect(await account.world.deliver(close)).toMatchObject({ outcome: 'done' })
  expect(await account.snapshots()).toMatchObject([{ kind: 'close', taken_at: '2026-11-20T23:00:00-05:00' }])
})

test('an option contract is valued at 100 times its mark', async () => {
  const chain = (
    await account.app.inject('/api/v1/trading/options/chain/SPY?expiration=2026-12-18&strike_count=6')
  ).json()
  const { contract } = chain.contracts[0]
  await account.buy(contract, 2, 2_000_000)
  await account.world.walkTo(FRIDAY, '12:00')
  const [{ marks, equity, cash }] = await account.snapshots()
  // A replica of its own, because the first one reuses its chain for 15 seconds.
  const later = await account.vendors.replica({ providers: 'cboe' })
  const then = (await later.inject('/api/v1/trading/options/chain/SPY?expiration=2026-12-18&strike_count=20')).json()
  const { mark } = then.contracts.find((each: { contract: string }) => each.contract === contract)
  expect(marks).toMatchObject([{ instrument: contract, quantity: 2, mark: Math.round(mark * 1e6) / 1e4 }])
  expect(equity).toBeCloseTo(cash + 200 * mark, 4)
})

test('an option that ends with the session closes at what it settles for, and not at its last quote', async () => {
  const contracts = ['SPY261120C00600000', 'SPY261120P00600000', 'SPY261120C00800000']
  for (const contract of contracts) await account.buy(contract, 2, 1_000_000)
  const [message] = (await account.world.due(FRIDAY, '16:20')).slice(-1)
  expect(await account.world.deliver(message)).toMatchObject({ outcome: 'done' })
  const [close] = await account.snapshots()
  const markOf = (contract: string) =>
    close.marks.find(({ instrument }: { instrument: string }) => instrument === contract)
  const inside = 100 * (close.spy - 600)
  expect(inside).toBeGreaterThan(1_000)
  expect(markOf('SPY261120C00600000')).toMatchObject({ mark: expect.closeTo(inside, 6), source: 'cboe', reason: null })
  expect(markOf('SPY261120C00600000').quoted_at.slice(11, 16)).toMatch(/^(15:59|16:00)$/)
  for (const out of ['SPY261120P00600000', 'SPY261120C00800000'])
    expect(markOf(out)).toMatchObject({ mark: 0, value: 0, reason: null })
  expect(close.equity).toBeCloseTo(close.cash + 2 * inside, 6)
})

test('an option that has ended has no mark at the close without the close of its underlying', async () => {
  await account.buy('SPY261120C00600000', 1, 1_000_000)
  const [message] = (await account.world.due(FRIDAY, '16:20')).slice(-1)
  await account.vendors.fault('cboe', { mode: 'status', status: 500 })
  expect(await account.world.deliver(message)).toMatchObject({ outcome: 'done' })
  const [close] = await account.snapshots()
  expect(close).toMatchObject({ kind: 'close', equity: null, unmarked: 1, marks: [{ mark: null }] })
  expect(close.marks[0].reason).toMatch(/^it has ended, and SPY has no price for it: cboe: .*500/)
})

test('an admin reads pages within bounds, and an unknown account is 404', async () => {
  for (const time of ['10:00', '11:00', '12:00']) await account.world.walkTo(FRIDAY, time)
  const page = (await account.admin(`snapshots/${account.agent.account_id}?limit=1&offset=1`)).body
  expect(page).toMatchObject({ total: 3, snapshots: [{ at: '2026-11-20T11:00:00-05:00' }] })
  expect(await account.admin('snapshots/999999999')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  for (const query of [
    'equity-curve?days=0',
    'equity-curve?days=401',
    `snapshots/${account.agent.account_id}?limit=501`,
  ]) {
    expect((await account.admin(query)).status, query).toBe(400)
  }
  const unknownEpoch = await ask(account.app, { url: '/api/v1/trading/statistics?epoch=9', token: account.agent.token })
  expect(unknownEpoch.statusCode).toBe(404)
})
