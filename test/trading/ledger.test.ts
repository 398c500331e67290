import { describe, expect, test } from 'vitest'
import { refusalOf } from '../../api/trading/constraint-refusals.ts'
import { testDatabase } from '../../harness/database.ts'
import { silentLog } from '../../shared/log.ts'
import { postEntry, readPositions } from '../../shared/postgres/trading/ledger.ts'
import { brokenRules, locked, openAccount, post, trade } from './ledger-world.ts'
import { ask, createAccount, replica } from './replicas.ts'

const db = testDatabase({ max: 25 })

const NOTHING = { quantity: 0, costE4: 0 }
const refusal = async (work: Promise<unknown>): Promise<unknown> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return refusalOf(error, silentLog)?.details.code ?? error
}
const constraint = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => 'none',
    (error: { constraint_name?: string }) => error.constraint_name ?? String(error),
  )

test('one of twenty concurrent buys is posted and the others are insufficient_funds when cash covers one', async () => {
  const { id } = await openAccount(db.sql, 1_000)
  const buys = Array.from({ length: 20 }, () =>
    refusal(post(db.sql, id, trade({ quantity: 1, notionalE4: 900, held: NOTHING }))),
  )
  const came = await Promise.all(buys)
  expect(came.filter((code) => code === null)).toHaveLength(1)
  expect(came.filter((code) => code === 'insufficient_funds')).toHaveLength(19)
  expect(await readPositions(db.sql, id, 1)).toEqual([{ instrument: 'SPY', quantity: 1, costE4: 900 }])
})

test('one of twenty concurrent sells of one lot is posted and the others are insufficient_position', async () => {
  const { id } = await openAccount(db.sql, 1_000)
  await post(db.sql, id, trade({ quantity: 1, notionalE4: 10, held: NOTHING }))
  const sell = () => trade({ quantity: -1, notionalE4: 20, held: { quantity: 1, costE4: 10 } })
  const came = await Promise.all(Array.from({ length: 20 }, () => refusal(post(db.sql, id, sell()))))
  expect(came.filter((code) => code === null)).toHaveLength(1)
  expect(came.filter((code) => code === 'insufficient_position')).toHaveLength(19)
})

test('only an account with shorting holds a short position, and the permission ends with the position', async () => {
  const { id } = await openAccount(db.sql, 1_000)
  const sell = { quantity: -1, notionalE4: 20, held: NOTHING }
  expect(await refusal(post(db.sql, id, trade(sell)))).toBe('insufficient_position')
  await post(db.sql, id, trade({ ...sell, mayBeShort: true }))
  await post(db.sql, id, trade({ quantity: 1, notionalE4: 5, held: { quantity: -1, costE4: -20 } }))
  expect(await refusal(post(db.sql, id, trade(sell)))).toBe('insufficient_position')
})

test('a settlement may leave a deficit, and until it is paid no trade may increase it', async () => {
  const { id } = await openAccount(db.sql, 100)
  await post(db.sql, id, trade({ quantity: 1, notionalE4: 50, held: NOTHING }))
  const owed = [
    { book: 'account' as const, amountE4: -80 },
    { book: 'house' as const, amountE4: 80 },
  ]
  expect(await post(db.sql, id, { kind: 'adjustment', key: 'expiry:1', postings: owed })).toMatchObject({
    cashE4: -30,
    deficit: true,
  })
  const buy = trade({ quantity: 1, notionalE4: 1, held: { quantity: 1, costE4: 50 } })
  expect(await refusal(post(db.sql, id, buy))).toBe('insufficient_funds')
  const sell = trade({ quantity: -1, notionalE4: 40, held: { quantity: 1, costE4: 50 } })
  expect(await post(db.sql, id, sell)).toMatchObject({ cashE4: 10, deficit: false })
  expect(await constraint(post(db.sql, id, { kind: 'adjustment', key: 'expiry:1', postings: owed }))).toBe(
    'ledger_entries_cause_once',
  )
})

test('a package of several legs is posted as one entry or not at all', async () => {
  const { id } = await openAccount(db.sql, 1_000)
  const long = trade({ instrument: 'SPY991218C00600000', quantity: 1, notionalE4: 500, held: NOTHING })
  const short = { instrument: 'SPY991218C00610000', quantity: -1, notionalE4: 300, held: NOTHING }
  const naked = { ...long, postings: [...long.postings, ...trade(short).postings] }
  expect(await refusal(post(db.sql, id, naked))).toBe('insufficient_position')
  expect(await readPositions(db.sql, id, 1)).toEqual([])
  const covered = { ...long, postings: [...long.postings, ...trade({ ...short, mayBeShort: true }).postings] }
  expect(await post(db.sql, id, covered)).toMatchObject({ cashE4: 800, entries: 2 })
  expect(await readPositions(db.sql, id, 1)).toHaveLength(2)
})

describe('constraints refuse', () => {
  const entry = (cash: number, other: number) => ({
    kind: 'adjustment' as const,
    key: `x${Math.abs(cash)}-${other}`,
    postings: [
      { book: 'account' as const, amountE4: cash },
      { book: 'house' as const, amountE4: other },
    ],
  })
  test('an entry whose cash does not sum to zero', async () => {
    const { id } = await openAccount(db.sql, 100)
    expect(await constraint(post(db.sql, id, entry(5, -4)))).toBe('ledger_entry_balances')
  })
  test('an entry whose instruments do not sum to zero', async () => {
    const { id } = await openAccount(db.sql, 100)
    const postings = [{ book: 'account' as const, instrument: 'SPY', quantity: 1, costE4: 0 }]
    expect(await constraint(post(db.sql, id, { kind: 'split', key: 'split', postings }))).toBe('ledger_entry_balances')
  })
  test('an entry whose number or balance comes from an account read before it was locked', async () => {
    const stale = await openAccount(db.sql, 100)
    await post(db.sql, stale.id, entry(5, -5))
    const again = (account: typeof stale) => db.sql.begin((tx) => postEntry(tx, account, entry(7, -7)))
    expect(await constraint(again(stale))).toBe('ledger_entries_account_id_epoch_number_key')
    expect(await constraint(again({ ...stale, entries: 2 }))).toBe('ledger_entry_adds_up')
  })
  test('a change of cash outside the ledger, and a line added to a finished entry', async () => {
    const { id } = await openAccount(db.sql, 100)
    const cash = db.sql`update accounts set cash_e4 = cash_e4 + 1 where id = ${id}`
    expect(await constraint(Promise.resolve(cash))).toBe('account_cash_is_its_ledger')
    const line = db.sql`
      insert into ledger_postings (entry_id, line, book, amount_e4)
      select e.id, 9, 'house', 1 from ledger_entries as e where e.account_id = ${id}`
    expect(await constraint(Promise.resolve(line))).toBe('ledger_entry_balances')
  })
  test('a fraction of 1e-4 dollars, and an amount beyond the bound of money', async () => {
    const { id } = await openAccount(db.sql, 100)
    await expect(post(db.sql, id, entry(0.5, -0.5))).rejects.toThrow(/bigint/)
    expect(await constraint(post(db.sql, id, entry(2e15, -2e15)))).toBe('money_e4_check')
  })
  test.each(['ledger_entries', 'ledger_postings', 'account_events'])('updates and deletes of %s', async (table) => {
    const { sql } = db
    await openAccount(sql, 100)
    for (const change of [
      sql`delete from ${sql(table)}`,
      sql`truncate ${sql(table)} cascade`,
      table === 'ledger_postings'
        ? sql`update ledger_postings set line = line`
        : sql`update ${sql(table)} set id = default`,
    ])
      await expect(Promise.resolve(change), table).rejects.toThrow(/append-only/)
  })
  test('nothing when a transaction waits for a locked account: it sees the change', async () => {
    const { id } = await openAccount(db.sql, 0)
    await Promise.all(Array.from({ length: 20 }, (_, at) => post(db.sql, id, entry(at + 1, -at - 1))))
    const after = await db.sql.begin((tx) => locked(tx, id))
    expect(after).toMatchObject({ cashE4: 210, entries: 21 })
  })
})

interface LedgerPage {
  through: number
  next_after: number | null
  entries: { change: number; balance: number; number: number; postings: unknown[] }[]
}

test('nothing when a client pages its ledger: the sum of its lines is the balance', async () => {
  const app = await replica(db)
  const { account_id, token } = await createAccount(app, { name: 'paging', balance: '1000.0001' })
  let held = { quantity: 0, costE4: 0 }
  for (let bought = 1; bought <= 6; bought++) {
    await post(db.sql, account_id, trade({ quantity: 1, notionalE4: 12_345, held }))
    held = { quantity: bought, costE4: bought * 12_345 }
  }
  const seen: LedgerPage['entries'] = []
  for (let after: number | null = 0; after !== null; ) {
    const page: LedgerPage = (await ask(app, { url: `/api/v1/trading/ledger?limit=3&after=${after}`, token })).json()
    expect(page.through).toBe(7)
    seen.push(...page.entries)
    after = page.next_after
  }
  expect(seen.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
  const sum = seen.reduce((total, { change }) => total + Math.round(change * 10_000), 0)
  expect(sum).toBe(10_000_001 - 6 * 12_345)
  const own = (await ask(app, { url: '/api/v1/trading/account', token })).json()
  expect(own).toMatchObject({ balance: sum / 10_000, equity: null, unmarked: ['SPY'], buying_power: sum / 10_000 })
  expect(seen.at(-1)).toMatchObject({ balance: own.balance, change: -1.2345, kind: 'trade' })
  expect(seen.at(-1)!.postings).toContainEqual({
    book: 'account',
    instrument: 'SPY',
    amount: null,
    quantity: 1,
    cost: 1.2345,
  })
})

test('nothing that the audit would find: after all of it the audit is clean', async () =>
  // These tests post adjustments, which the service never does.
  expect(await brokenRules(db.sql, { except: ['entries-have-a-cause'] })).toEqual([]))
