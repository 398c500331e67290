import { beforeAll, expect, test } from 'vitest'
import { testDatabase, undone } from '../../harness/database.ts'
import { TRADES_AUDIT } from '../../shared/postgres/audit/audit-trades.ts'
import { TRADING_AUDIT } from '../../shared/postgres/audit/audit-trading.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { insertAction } from '../../shared/postgres/trading/corporate-actions.ts'
import { freezeSettlementPrice } from '../../shared/postgres/trading/settlement.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { applyAction } from '../../workers/settlement/apply-action.ts'
import { settleExpiry } from '../../workers/settlement/settle-expiry.ts'
import { beginEpochOf, brokenRules, openAccount, post, trade } from './ledger-world.ts'

const db = testDatabase()
let id: number
const LEDGER = ['accounts', 'ledger_entries', 'ledger_postings', 'account_events']
const WATCHED = [...LEDGER, 'settlement_prices', 'trades', 'trade_legs', 'trade_fills']
const SETTLED = 'SPY261120P00600000'
const WAITING = 'SPY261113P00600000'
beforeAll(async () => {
  ;({ id } = await openAccount(db.sql, 1_000))
  await beginEpochOf(db.sql, id, 1_000)
  await post(db.sql, id, trade({ quantity: 2, notionalE4: 500, held: { quantity: 0, costE4: 0 } }))
  await post(db.sql, id, trade({ quantity: -1, notionalE4: 300, held: { quantity: 2, costE4: 500 } }))
  for (const [instrument, day] of [
    [SETTLED, '2026-11-20'],
    [WAITING, '2026-11-13'],
  ] as const) {
    await post(db.sql, id, trade({ instrument, quantity: 1, notionalE4: 100, held: { quantity: 0, costE4: 0 } }))
    const price = { priceE4: 5_999_900, source: 'test', quotedAt: new Date() }
    await db.sql.begin((tx) => freezeSettlementPrice(tx, 'SPY', tradingDay(day), price))
  }
  const due = { accountId: id, epoch: 2, underlying: 'SPY', expiration: tradingDay('2026-11-20') }
  await db.sql.begin((tx) => settleExpiry(tx, due))
  const today = { symbol: 'SPY', exDate: addDays(eastern(new Date()).day, 1), source: 'test' }
  const dividend = await insertAction(db.sql, { ...today, kind: 'dividend', amountE4: 10, payDate: today.exDate })
  const split = await insertAction(db.sql, { ...today, kind: 'split', newShares: 3, oldShares: 1 })
  const part = { accountId: id, epoch: 2 }
  await db.sql.begin((tx) => applyAction(tx, { action: split!, step: 'split', ...part }))
  await db.sql.begin((tx) => applyAction(tx, { action: dividend!, step: 'pay', ...part }))
})

/** Each plants one error that constraints or triggers would have refused, because the audit must not rely on them. */
const PLANTED: Record<string, (sql: Db) => PromiseLike<unknown>> = {
  'ledger-entries-sum-to-zero': (sql) => sql`
    update ledger_postings set amount_e4 = amount_e4 + 1
    where book = 'house' and instrument is null and entry_id = (select max(e.id) from ledger_entries as e where e.kind = 'trade')`,
  'account-cash-is-its-postings': (sql) => sql`update accounts set cash_e4 = cash_e4 + 1`,
  'epochs-open-once': (sql) => sql`
    update ledger_entries set kind = 'adjustment' where kind = 'opening' and epoch = 1`,
  'ledger-balances-run': (sql) => sql`update ledger_entries set cash_after_e4 = cash_after_e4 + 1 where number = 2`,
  'positions-are-their-postings': (sql) => sql`update positions set cost_e4 = cost_e4 + 1`,
  'deficit-is-debt': (sql) => sql`update accounts set deficit = true`,
  'account-life-is-told': (sql) => sql`delete from account_events where kind = 'reset'`,
  'deleted-accounts-have-no-token': async (sql) => {
    await sql`
      insert into account_tokens (id, account_id, name, sha256, scope)
      select '000000000000', ${id}, 'left', sha256('x'), 'read'`
    await sql`update accounts set status = 'deleted'`
    await sql`
      insert into account_events (account_id, epoch, kind, actor, data) values (${id}, 2, 'deleted', 'admin', '{}')`
  },
  'settled-options-are-told': (sql) => sql`delete from account_events where kind = 'option_exercised'`,
  'settlements-conserve-value': (sql) => sql`update settlement_prices set price_e4 = price_e4 - 1`,
  'expired-options-are-settled': (sql) => sql`update settlement_prices set frozen_at = frozen_at - interval '2 days'`,
  'dividends-are-of-record': (sql) =>
    sql`update corporate_actions set amount_e4 = amount_e4 + 1 where kind = 'dividend'`,
  'splits-are-told': (sql) => sql`update corporate_actions set new_shares = new_shares + 1 where kind = 'split'`,
  'liquidations-have-a-cause': (sql) => sql`
    update ledger_entries set kind = 'liquidation' where kind = 'dividend'`,
  'executed-trades-have-their-entry': (sql) => sql`
    insert into trades (account_id, epoch, request_sha256, class, underlying, side, quantity, price_e4, notional_e4, fees_e4,
      total_e4, cash_before_e4, cash_after_e4, tolerance_e4, worst_price_e4, bid_e4, ask_e4, quoted_at, source, delay_seconds,
      rich, created_at, expires_at, status, ended_at, executed_price_e4, live_price_e4, fill_notional_e4, fill_fees_e4,
      fill_total_e4)
    select t.account_id, t.epoch, t.request_sha256, t.class, t.underlying, t.side, t.quantity, t.price_e4, t.notional_e4,
      t.fees_e4, t.total_e4, t.cash_before_e4, t.cash_after_e4, t.tolerance_e4, t.worst_price_e4, t.bid_e4, t.ask_e4, t.quoted_at,
      t.source, t.delay_seconds, t.rich, t.created_at, t.expires_at, t.status, t.ended_at, t.executed_price_e4,
      t.live_price_e4, t.fill_notional_e4, t.fill_fees_e4, t.fill_total_e4
    from trades as t limit 1`,
  'trades-post-their-fill': (sql) => sql`update trades set fill_fees_e4 = fill_fees_e4 + 1 where status = 'executed'`,
  'positions-are-trades-and-the-service': (sql) => sql`
    with f as (
      update trade_fills set price_e4 = price_e4 / 2, ask_e4 = ask_e4 / 2, bid_e4 = bid_e4 / 2)
    update trade_legs set quantity = quantity * 2, price_e4 = price_e4 / 2`,
  'trades-end-in-time': (sql) => sql`
    with f as (update trade_fills set quoted_at = quoted_at + interval '1 minute')
    update trades set ended_at = expires_at + interval '1 microsecond'`,
  'trades-are-their-legs': (sql) => sql`update trades set notional_e4 = notional_e4 + 1`,
  'trades-fill-within-worst-price': (sql) => sql`
    update trades set worst_price_e4 = executed_price_e4 + case side when 'sell' then 1 else -1 end`,
  'fills-are-live': (sql) => sql`update trade_fills set quoted_at = quoted_at - interval '1 microsecond'`,
  'trades-fill-in-sessions': (sql) => sql`
    with f as (update trade_fills set quoted_at = quoted_at + interval '12 hours')
    update trades
    set quoted_at = quoted_at + interval '12 hours', created_at = created_at + interval '12 hours',
      ended_at = ended_at + interval '12 hours', expires_at = expires_at + interval '12 hours'`,
}

/** Other checks that the same error also breaks. */
const ALSO: Record<string, readonly string[]> = {
  'epochs-open-once': ['entries-have-a-cause'],
  'splits-are-told': ['split-events-follow-the-ratio'],
  'liquidations-have-a-cause': ['liquidations-are-told'],
  'executed-trades-have-their-entry': ['trades-are-their-legs'],
}

test('the audit finds nothing in sound accounts, and every check has a planted error', async () => {
  expect(await brokenRules(db.sql)).toEqual([])
  expect(Object.keys(PLANTED)).toEqual([...TRADING_AUDIT, ...TRADES_AUDIT].map(({ name }) => name))
})

test.each(Object.keys(PLANTED))('the audit finds a planted error of %s and nothing else', async (name) => {
  await undone(db.sql, async (tx) => {
    // A session without triggers and checks, like a restored dump or manual psql.
    for (const table of WATCHED) await tx`alter table ${tx(table)} disable trigger user`
    const checks = await tx<{ name: string; on: string }[]>`
      select c.conname as name, c.conrelid::regclass::text as on from pg_constraint as c
      where c.contype = 'c' and c.conrelid::regclass::text in ('accounts', 'ledger_entries', 'ledger_postings', 'positions', 'trades')`
    for (const { name: check, on } of checks) await tx`alter table ${tx(on)} drop constraint ${tx(check)}`
    await PLANTED[name]!(tx)
    expect(await brokenRules(tx)).toEqual([name, ...(ALSO[name] ?? [])])
  })
})

test('the audit finds money that left a position without a counterpart by the lines alone', async () => {
  await undone(db.sql, async (tx) => {
    await tx`alter table ledger_postings disable trigger user`
    await tx`delete from ledger_postings where instrument is not null and book = 'account'`
    expect(await brokenRules(tx)).toEqual([
      'ledger-entries-sum-to-zero',
      'positions-are-their-postings',
      'settled-options-are-told',
      'settlements-conserve-value',
      'dividends-are-of-record',
      'positions-are-trades-and-the-service',
      'split-entries-are-their-events',
    ])
  })
})
