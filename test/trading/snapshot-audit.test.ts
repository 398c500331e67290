import { beforeAll, expect, test } from 'vitest'
import { testDatabase, undone } from '../../harness/database.ts'
import { SNAPSHOT_AUDIT } from '../../shared/postgres/audit/audit-snapshots.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { accountRanges, saveAccountSnapshots } from '../../shared/postgres/trading/account-snapshots.ts'
import { brokenRules, openAccount, post, trade } from './ledger-world.ts'

const AT = new Date('2100-01-04T15:00:00Z')

const db = testDatabase()
beforeAll(async () => {
  const { id } = await openAccount(db.sql, 1_000)
  await post(db.sql, id, trade({ quantity: 2, notionalE4: 500, held: { quantity: 0, costE4: 0 } }))
  const common = { accountId: id, epoch: 1, at: AT, takenAt: AT, spyE4: null, kind: 'hourly' as const }
  const mark = (value: number | null) => ({
    instrument: 'SPY',
    quantity: 2,
    mark_e4: value,
    value_e4: value === null ? null : 2 * value,
    quoted_at: null,
    source: null,
    reason: null,
  })
  await saveAccountSnapshots(db.sql, [
    {
      ...common,
      slot: '2100-01-04T10:00',
      entries: 1,
      cashE4: 1_000,
      positions: 0,
      unmarked: 0,
      marks: [],
      positionsE4: 0,
      equityE4: 1_000,
    },
    {
      ...common,
      slot: '2100-01-04T11:00',
      entries: 2,
      cashE4: 500,
      positions: 1,
      unmarked: 0,
      positionsE4: 600,
      equityE4: 1_100,
      marks: [mark(300)],
    },
    {
      ...common,
      slot: '2100-01-04T12:00',
      entries: 2,
      cashE4: 500,
      positions: 1,
      unmarked: 1,
      positionsE4: null,
      equityE4: null,
      marks: [mark(null)],
    },
  ])
})

type Plant = (sql: Db) => PromiseLike<unknown>
/** Each plants one error that a constraint would have refused, because the audit must not rely on constraints. */
const PLANTED: Record<string, Plant[]> = {
  'snapshot-cash-is-its-ledger': [
    (sql) => sql`
      update account_snapshots set cash_e4 = cash_e4 + 1, equity_e4 = equity_e4 + 1 where slot like '%T11:00'`,
    (sql) => sql`update account_snapshots set taken_at = '2000-01-04T15:00:00Z' where slot like '%T12:00'`,
  ],
  'snapshot-holds-its-ledger': [
    (sql) => sql`
      update account_snapshots set positions = 0, positions_e4 = 0, equity_e4 = cash_e4, marks = '[]'
      where slot like '%T11:00'`,
    (sql) => sql`
      update account_snapshots set marks = jsonb_set(marks, '{0,instrument}', '"QQQ"') where slot like '%T11:00'`,
    (sql) => sql`
      update account_snapshots set entries = 2, cash_e4 = 500, equity_e4 = 500 where slot like '%T10:00'`,
  ],
  'snapshot-worth-adds-up': [
    (sql) => sql`update account_snapshots set equity_e4 = equity_e4 + 1 where slot like '%T11:00'`,
    (sql) => sql`
      update account_snapshots set positions_e4 = positions_e4 + 1, equity_e4 = equity_e4 + 1 where slot like '%T11:00'`,
    (sql) => sql`
      update account_snapshots set marks = jsonb_set(marks, '{0,value_e4}', '601') where slot like '%T11:00'`,
    (sql) => sql`
      update account_snapshots set unmarked = 0, positions_e4 = 0, equity_e4 = cash_e4 where slot like '%T12:00'`,
  ],
}
const CASES = Object.entries(PLANTED).flatMap(([name, plants]) => plants.map((plant, at) => ({ name, at, plant })))

test('the audit finds nothing in sound snapshots, and every check has planted errors', async () => {
  expect(await brokenRules(db.sql)).toEqual([])
  expect(Object.keys(PLANTED)).toEqual(SNAPSHOT_AUDIT.map(({ name }) => name))
})

test.each(CASES)('the audit finds a planted error of $name ($at) and nothing else', async ({ name, plant }) => {
  await undone(db.sql, async (tx) => {
    const checks = await tx<{ name: string }[]>`
      select c.conname as name from pg_constraint as c
      where c.contype = 'c' and c.conrelid = 'account_snapshots'::regclass`
    for (const { name: check } of checks) await tx`alter table account_snapshots drop constraint ${tx(check)}`
    await plant(tx)
    expect(await brokenRules(tx)).toEqual([name])
  })
})

test('accounts are divided into ranges of a size, in which a deleted one is not counted', async () => {
  const [first] = await db.sql<[{ id: number }]>`select a.id from accounts as a`
  const made: number[] = []
  for (let count = 0; count < 4; count++) made.push((await openAccount(db.sql, 1_000)).id)
  await undone(db.sql, async (tx) => {
    await tx`update accounts as a set status = 'deleted' where a.id = ${made[1]!}`
    expect([...(await accountRanges(tx, 2))]).toEqual([
      { from: first.id, through: made[0] },
      { from: made[2], through: made[3] },
    ])
  })
})
