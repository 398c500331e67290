import { expect, test } from 'vitest'
import { cashPair, type Posting } from '../../shared/domain/trading/ledger.ts'
import { sessionOn, sessionsBetween } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { prune } from '../../workers/schedule/prune.ts'
import { beginEpochOf, brokenRules, post, trade } from './ledger-world.ts'
import { NOTHING, snapshotAccount } from './snapshot-account.ts'

const account = snapshotAccount()

async function walkDays(days: readonly TradingDay[]): Promise<void> {
  for (const day of days) {
    const { close } = sessionOn(day)!
    await account.world.walkTo(day, '10:00')
    await account.world.walkTo(day, eastern(new Date(close.getTime() + 20 * 60_000)).time.slice(0, 5))
  }
}

test('curve and statistics over a month equal those computed by hand from the snapshots', {
  timeout: 180_000,
}, async () => {
  // Everything is in SPY, so the account moves with it.
  await account.buy('SPY', 150, 975_000_000)
  const days = sessionsBetween(tradingDay('2026-11-23'), tradingDay('2026-12-22'))
  expect(days).toHaveLength(21)
  await walkDays(days.slice(0, 2))
  await post(account.vendors.db.sql, account.agent.account_id, {
    kind: 'adjustment',
    key: 'adjustment:test',
    postings: [
      { book: 'account', amountE4: 50_000_000 },
      { book: 'house', amountE4: -50_000_000 },
    ],
  })
  await walkDays(days.slice(2))
  await account.buy('SPY', -50, 330_000_000, { quantity: 150, costE4: 975_000_000 })
  await account.buy('SPY', -50, 320_000_000, { quantity: 100, costE4: 650_000_000 })

  const { points, opening_spy: opened } = await account.own('equity-curve?days=60')
  expect(opened).toBeGreaterThan(0)
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
  const found = await account.own('statistics')
  expect(found).toMatchObject({ epoch: 1, snapshots: 42, snapshots_valued: 42 })
  expect(found.returns.time_weighted_percent).toBeCloseTo(100 * (growth - 1), 3)

  const closes = points.flatMap(({ kind }: { kind: string }, index: number) => (kind === 'close' ? [index] : []))
  const returns = closes.slice(1).map((at: number, index: number) => path[at] / path[closes[index]!] - 1)
  // The account was opened on Friday and has no close that day, so Monday's return spans two sessions.
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

  // Shares that cost 650 were sold at 660 and at 640.
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
  expect(found.benchmark).toMatchObject({ from: found.opened_at, through: last.at, days: 20, reason: null })
  expect(found.benchmark.percent).toBeCloseTo(100 * (last.spy / opened - 1), 3)
  expect(found.benchmark.own_percent).toBeCloseTo(100 * (growth - 1), 3)
  const { percent, own_percent: own } = found.benchmark
  expect(found.benchmark.excess_percent).toBeCloseTo(own - percent, 3)
  // Nearly all of the equity is in SPY.
  expect(found.benchmark.beta).toBeGreaterThan(0.8)
  expect(found.benchmark.beta).toBeLessThan(1.1)

  await beginEpochOf(account.vendors.db.sql, account.agent.account_id, 1_000_000)
  expect(await account.own('statistics')).toMatchObject({ epoch: 2, snapshots: 0, returns: { sharpe: null } })
  expect((await account.own('statistics')).returns.reason).toMatch(/no snapshot/)
  expect((await account.own('statistics?epoch=1')).snapshots).toBe(42)
  expect((await account.own('equity-curve')).reason).toMatch(/no snapshot/)
  expect(await brokenRules(account.vendors.db.sql, { except: ['entries-have-a-cause'] })).toEqual([])

  const fleet = (await account.admin('equity-curve?days=60')).body
  expect(fleet).toMatchObject({ points: 42, truncated: false })
  expect(fleet.accounts).toMatchObject([{ account_id: account.agent.account_id, name: 'agent' }])
  // After 400 days the hourly snapshots are pruned and the closes stay.
  await prune(account.vendors.db.sql, new Date('2028-02-01T00:00:00Z'), 30)
  expect((await account.own('statistics?epoch=1')).snapshots).toBe(21)
})

test('an entry counts as a closed trade when it reduces a position, and not when it opens, splits, pays or charges', async () => {
  const fill = (quantity: number, notionalE4: number, held: { quantity: number; costE4: number }) =>
    post(account.vendors.db.sql, account.agent.account_id, trade({ quantity, notionalE4, held, mayBeShort: true }))
  const other = (kind: 'dividend' | 'split' | 'settlement' | 'fee', postings: Posting[], key = 'test') =>
    post(account.vendors.db.sql, account.agent.account_id, { kind, key: `${kind}:${key}`, postings })
  await fill(10, 1_000_000, NOTHING)
  await fill(10, 1_200_000, { quantity: 10, costE4: 1_000_000 })
  await other('split', [
    { book: 'account', instrument: 'SPY', quantity: -10, costE4: 0 },
    { book: 'house', instrument: 'SPY', quantity: 10, costE4: null },
  ])
  await other('dividend', cashPair('dividends', 5_000))
  await other('fee', cashPair('fees', -700))
  expect((await account.own('statistics')).closed_trades).toMatchObject({
    count: 0,
    win_rate_percent: null,
    average_win: null,
  })
  // Ten shares that cost 22 are sold at 25; then five are sold short at 30 and bought back at 31.
  await fill(-10, 2_500_000, { quantity: 10, costE4: 2_200_000 })
  await fill(-5, 1_500_000, NOTHING)
  await fill(5, 1_550_000, { quantity: -5, costE4: -1_500_000 })
  // A contract that cost 120 dollars expires worthless.
  await account.buy('SPY261218C00700000', 1, 1_200_000)
  await other('settlement', [
    { book: 'account', instrument: 'SPY261218C00700000', quantity: -1, costE4: -1_200_000 },
    { book: 'house', instrument: 'SPY261218C00700000', quantity: 1, costE4: null },
  ])
  // A split pays 50 dollars for a contract that cost 80.
  await account.buy('SPY261218C00710000', 1, 800_000)
  await other(
    'split',
    [
      { book: 'account', instrument: 'SPY261218C00710000', quantity: -1, costE4: -800_000 },
      { book: 'house', instrument: 'SPY261218C00710000', quantity: 1, costE4: null },
      ...cashPair('house', 500_000),
    ],
    'payout',
  )
  const { closed_trades } = await account.own('statistics')
  expect(closed_trades).toEqual({
    count: 4,
    wins: 1,
    losses: 3,
    win_rate_percent: 25,
    realized_pnl: -125,
    average_win: 30,
    average_loss: -51.6667,
  })
  expect((await account.own('scorecard')).closed_trades).toBe(4)
  // Dividends and fees still count as realized.
  expect(await account.own('account')).toMatchObject({ realized_pnl: -125 + 0.43, unrealized_pnl: 0 })
})
