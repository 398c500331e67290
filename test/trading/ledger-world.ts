import { randomUUID } from 'node:crypto'
import { fillPostings } from '../../shared/domain/trading/ledger.ts'
import { DEFAULT_LIMITS } from '../../shared/domain/trading/limits.ts'
import { audit } from '../../shared/postgres/audit.ts'
import type { Pool, Tx } from '../../shared/postgres/db.ts'
import { recordAccountEvent } from '../../shared/postgres/trading/account-events.ts'
import { type Account, beginEpoch, insertAccount, lockAccount } from '../../shared/postgres/trading/accounts.ts'
import { type NewEntry, postEntry, postOpening } from '../../shared/postgres/trading/ledger.ts'

export async function openAccount(sql: Pool, initialE4: number): Promise<Account> {
  return (await sql.begin(async (tx) => {
    const account = await postOpening(tx, await insertAccount(tx, { name: 'test', initialE4, limits: DEFAULT_LIMITS }))
    const { id: accountId, epoch } = account
    await recordAccountEvent(tx, { accountId, epoch, kind: 'created', actor: 'admin', data: {} })
    return account
  })) as Account
}

export async function locked(tx: Tx, id: number): Promise<Account> {
  const account = await lockAccount(tx, id)
  if (!account) throw new Error('no such account')
  return account
}

/** One entry in a transaction of its own, on whatever the account is by then. */
export const post = async (sql: Pool, id: number, entry: NewEntry): Promise<Account> =>
  (await sql.begin(async (tx) => postEntry(tx, await locked(tx, id), entry))) as Account

export interface Order {
  instrument?: string
  quantity: number
  notionalE4: number
  held: { quantity: number; costE4: number }
  mayBeShort?: boolean
}

export function trade({ instrument = 'SPY', held, ...fill }: Order): NewEntry {
  const tradeId = randomUUID()
  return { kind: 'trade', key: `trade:${tradeId}`, tradeId, postings: fillPostings({ instrument, ...fill }, held) }
}

export async function brokenRules(sql: Pool): Promise<string[]> {
  return (await audit(sql)).filter(({ offenders }) => offenders.length > 0).map(({ rule }) => rule)
}

export async function beginEpochOf(sql: Pool, id: number, initialE4: number): Promise<void> {
  await sql.begin(async (tx) => {
    const account = await postOpening(tx, await beginEpoch(tx, await locked(tx, id), initialE4))
    await recordAccountEvent(tx, { accountId: id, epoch: account.epoch, kind: 'reset', actor: 'admin', data: {} })
  })
}
