import { beforeAll, expect, test } from 'vitest'
import { readCurve } from '../../api/trading/accounts/account-snapshots-view.ts'
import { newestEntry } from '../../api/trading/accounts/newest-entry-view.ts'
import { testDatabase } from '../../harness/database.ts'
import { plansOf } from '../../harness/read-plans.ts'
import { lastPassing, readEvents } from '../../shared/postgres/events/events.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { type EndedTradesPage, endedTrades } from '../../shared/postgres/trading/trade-lists.ts'
import { openAccount } from './ledger-world.ts'

const db = testDatabase()
const DOLLAR = 10_000
const TRADES = 6_000
const NOW = new Date('2026-11-20T15:30:00Z')
let accountId: number

/** A year of one busy account in bulk: its trades with their entries, snapshots, and fills in a log. */
beforeAll(async () => {
  accountId = (await openAccount(db.sql, 1_000 * DOLLAR)).id
  await db.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into trades (id, account_id, epoch, request_sha256, class, underlying, side, quantity, price_e4, notional_e4,
        fees_e4, total_e4, cash_before_e4, cash_after_e4, tolerance_e4, worst_price_e4, bid_e4, ask_e4, quoted_at, source,
        delay_seconds, rich, status, reason, created_at, expires_at, ended_at, rules_version)
      select gen_random_uuid(), ${accountId}, 1, sha256('r'),
        case when i % 1000 = 500 then 'package' else 'stock' end, case when i % 1000 = 0 then 'QQQ' else 'SPY' end,
        case when i % 1000 = 500 then null when i % 1000 = 250 then 'sell' else 'buy' end, 1, 100, 100, 0, -100, 1000, 900, 1,
        case when i % 1000 = 250 then 99 else 101 end, 99,
        100, n.at, 'schwab', 0, '{}', n.status, n.reason, n.at, n.at + interval '1 minute',
        case when n.reason is not null then n.at end, 2
      from (
        select i, ${NOW}::timestamptz + make_interval(mins => i - ${TRADES}) as at,
          case when i > ${TRADES - 1} then 'pending' when i % 1500 = 1 then 'expired' else 'cancelled' end as status,
          case when i > ${TRADES - 1} then null when i % 1500 = 1 then 'quote_expired' else 'by_agent' end as reason
        from generate_series(1, ${TRADES}) as i
      ) as n`
    await tx`
      insert into trade_legs (trade_id, leg, instrument, quantity, price_e4, bid_e4, ask_e4, multiplier)
      select t.id, 1, 'SPY', 1, 100, 99, 100, 1 from trades as t`
    await tx`
      insert into ledger_entries (account_id, epoch, number, kind, key, cash_change_e4, cash_after_e4, at)
      select ${accountId}, 1, i + 1, 'fee', 'n' || i, 0, 1000, ${NOW}::timestamptz + make_interval(mins => i - ${TRADES})
      from generate_series(1, ${TRADES}) as i`
    await tx`
      insert into account_snapshots (account_id, epoch, slot, kind, at, taken_at, entries, cash_e4, positions, unmarked,
        positions_e4, equity_e4, marks)
      select ${accountId}, 1, to_char(n.at, 'YYYY-MM-DD"T"HH24:MI'), 'hourly', n.at, n.at, i, 1000, 0, 0, 0, 1000, '[]'
      from (select i, ${NOW}::timestamptz + make_interval(mins => i - ${TRADES}) as at
        from generate_series(60, ${TRADES}, 60) as i) as n`
    await tx`
      insert into events (id, key, log, kind, subject, severity, title, at, data, origin, recorded_at, prev_id, hash, document)
      select i, 'bulk' || i, 'public', case when i = 5 then 'alert' else 'flow' end, 'SPY',
        case when i = 5 then 'critical' else 'info' end, 't', ${NOW}, '{}', 'scheduled', ${NOW}, i - 1, 'h', '{}'
      from generate_series(1, ${TRADES}) as i`
  })
  await db.sql`vacuum analyze trades, trade_legs, ledger_entries, account_snapshots, events`
})

/** A page or two for each of the rows that are served, and a few to find them. */
const PAGES_MAX = 60
/** The table of trades of this year is so small that it is counted as a whole. */
const HISTORY_PAGES_MAX = 700

const READS: readonly (readonly [string, number, (sql: Pool) => Promise<unknown>])[] = [
  [
    'the deepest page of the history',
    HISTORY_PAGES_MAX,
    (sql) => endedTrades(sql, { accountId, now: NOW, limit: 5, offset: TRADES - 6 }),
  ],
  ['the newest entry of the ledger', PAGES_MAX, (sql) => newestEntry(sql, accountId, 0)],
  [
    'a rare severity of the log',
    PAGES_MAX,
    (sql) => readEvents(sql, { after: null, before: null, kinds: [], severities: ['critical'], limit: 50 }),
  ],
  [
    'a rare kind of the log',
    PAGES_MAX,
    (sql) => readEvents(sql, { after: 0, before: null, kinds: ['alert'], limit: 50 }),
  ],
  ['the newest headline', PAGES_MAX, (sql) => lastPassing(sql, { log: 'public', filter: 'headlines', id: TRADES })],
]

test.each(READS)(
  '%s reads no year of rows, also when it is planned without its values',
  async (_name, pagesMax, read) => {
    for (const generic of [false, true]) {
      const plans = await plansOf(db.sql, read, { generic })
      expect(plans.length).toBeGreaterThan(0)
      expect(plans.reduce((sum, { buffers }) => sum + buffers, 0)).toBeLessThan(pagesMax)
    }
  },
)

const FILTERS: readonly (readonly [string, Partial<EndedTradesPage>])[] = [
  ['a rare status', { status: 'expired' }],
  ['a rare symbol', { underlying: 'QQQ' }],
  ['a rare class', { class: 'package' }],
  ['a rare side', { side: 'sell' }],
  ['a rare side with a usual status', { side: 'sell', status: 'cancelled' }],
  ['a rare symbol with a usual status', { underlying: 'QQQ', status: 'cancelled' }],
  [
    'ten minutes of a year',
    { orderedFrom: new Date(NOW.getTime() - 900_000), orderedBefore: new Date(NOW.getTime() - 300_000) },
  ],
  ['ten minutes long ago', { orderedBefore: new Date(NOW.getTime() - (TRADES - 10) * 60_000) }],
]

test.each(FILTERS)('%s of the history is found without the other trades of the year', async (_name, filter) => {
  const page = { accountId, now: NOW, limit: 5, offset: 0, ...filter }
  const plans = await plansOf(db.sql, (sql) => endedTrades(sql, page), { generic: false })
  expect(plans.reduce((sum, { buffers }) => sum + buffers, 0)).toBeLessThan(2 * PAGES_MAX)
  const { trades, total } = await endedTrades(db.sql, page)
  expect([trades.length, total]).toEqual([Math.min(5, total), total])
  expect(total).toBeGreaterThan(0)
})

test('deposits between the snapshots of a curve are found without the fills between them', async () => {
  for (const generic of [false, true]) {
    const plans = await plansOf(db.sql, (sql) => readCurve(sql, accountId, 0), { generic })
    // One page of the index of adjustments for each of a hundred snapshots, and the snapshots themselves.
    expect(plans.reduce((sum, { buffers }) => sum + buffers, 0)).toBeLessThan(2.5 * (TRADES / 60))
  }
})

test('pages of the history name every ended trade once, newest first, with the total', async () => {
  const { trades, total } = await endedTrades(db.sql, { accountId, now: NOW, limit: 3, offset: 0 })
  expect(total).toBe(TRADES - 1)
  const next = await endedTrades(db.sql, { accountId, now: NOW, limit: 3, offset: 3 })
  const times = [...trades, ...next.trades].map(({ createdAt }) => createdAt.getTime())
  expect(times).toEqual(Array.from({ length: 6 }, (_, i) => NOW.getTime() - (i + 1) * 60_000))
  const later = new Date(NOW.getTime() + 120_000)
  expect(await endedTrades(db.sql, { accountId, now: later, limit: 1, offset: 0 })).toMatchObject({
    total: TRADES,
    trades: [{ createdAt: NOW }],
  })
})
