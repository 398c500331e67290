import type { AccountStatus } from '../../domain/trading/account.ts'
import { AccountLimits } from '../../domain/trading/limits.ts'
import { AppError } from '../../errors.ts'
import type { Db, Tx } from '../server/db.ts'
import { recordAccountEvent } from './account-events.ts'

export interface Account {
  id: number
  name: string
  epoch: number
  entries: number
  initialE4: number
  cashE4: number
  deficit: boolean
  status: AccountStatus
  shorting: boolean
  /** The clock waits for its agent in lock-step. */
  pacing: boolean
  limits: AccountLimits
  createdAt: Date
}

export const accountColumns = (sql: Db) => sql`
  a.id, a.name, a.epoch, a.entries, a.initial_e4 as "initialE4", a.cash_e4 as "cashE4", a.deficit, a.status, a.shorting,
  a.pacing, a.limits, a.created_at as "createdAt"`

export const accountOf = (row: Account): Account => ({ ...row, limits: AccountLimits.parse(row.limits) })

/**
 * Locks the account until the end of the transaction. Everything that changes an account, its trades, positions or
 * tokens takes this lock first, so that no two transactions ever wait for each other in a circle.
 */
export async function lockAccount(tx: Tx, id: number): Promise<Account | null> {
  const [row] = await tx<Account[]>`select ${accountColumns(tx)} from accounts as a where a.id = ${id} for update`
  return row ? accountOf(row) : null
}

/** As `lockAccount`, for changes: a deleted account is history, so it counts as absent. */
export async function lockIfOpen(tx: Tx, id: number): Promise<Account | null> {
  const account = await lockAccount(tx, id)
  return account?.status === 'deleted' ? null : account
}

/** As `lockIfOpen`; throws `not_found`. */
export async function lockOpenAccount(tx: Tx, id: number): Promise<Account> {
  const account = await lockIfOpen(tx, id)
  if (!account) throw new AppError('not_found', `there is no open account ${id}`)
  return account
}

export async function readAccount(sql: Db, id: number): Promise<Account | null> {
  const [row] = await sql<Account[]>`select ${accountColumns(sql)} from accounts as a where a.id = ${id}`
  return row ? accountOf(row) : null
}

export interface AccountPage {
  limit: number
  offset: number
}

/** Oldest first, with the total; deleted accounts are not listed. */
export async function listAccounts(
  sql: Db,
  { limit, offset }: AccountPage,
): Promise<{ accounts: Account[]; total: number }> {
  const [count] = await sql<{ total: number }[]>`
    select count(*)::integer as total from accounts as a where a.status <> 'deleted'`
  const rows = await sql<Account[]>`
    select ${accountColumns(sql)} from accounts as a where a.status <> 'deleted' order by a.id limit ${limit} offset ${offset}`
  return { accounts: rows.map(accountOf), total: count?.total ?? 0 }
}

/** Inserts an account without cash; the ledger posts its opening in the same transaction. */
export async function insertAccount(tx: Tx, account: Pick<Account, 'name' | 'initialE4' | 'limits'>): Promise<Account> {
  const [row] = await tx<Account[]>`
    insert into accounts as a (name, initial_e4, limits)
    values (${account.name}, ${account.initialE4}, ${JSON.stringify(account.limits)}::text::jsonb)
    returning ${accountColumns(tx)}`
  return accountOf(row!)
}

export type AccountSettings = Pick<Account, 'name' | 'status' | 'shorting' | 'pacing' | 'limits'>

/** The caller must hold the account lock. */
export async function saveAccountSettings(tx: Tx, id: number, settings: AccountSettings): Promise<void> {
  await tx`
    update accounts set name = ${settings.name}, status = ${settings.status}, shorting = ${settings.shorting},
      pacing = ${settings.pacing}, left_out_at = case when pacing then left_out_at end,
      paced_at = case when ${settings.pacing} and not pacing then clock_timestamp() else paced_at end,
      limits = ${JSON.stringify(settings.limits)}::text::jsonb
    where id = ${id}`
}

/** Marks a new account as one that the clock waits for in lock-step. */
export async function paceAccount(tx: Tx, account: Account): Promise<void> {
  await saveAccountSettings(tx, account.id, { ...account, pacing: true })
  const { id: accountId, epoch } = account
  await recordAccountEvent(tx, { accountId, epoch, kind: 'pacing_changed', actor: 'admin', data: { to: true } })
}

/** Starts a new epoch of a locked account; entries and positions of earlier epochs stay as they are. */
export async function beginEpoch(tx: Tx, account: Account, initialE4: number): Promise<Account> {
  const [row] = await tx<Account[]>`
    update accounts as a set epoch = a.epoch + 1, entries = 0, initial_e4 = ${initialE4}, cash_e4 = 0, deficit = false
    where a.id = ${account.id} returning ${accountColumns(tx)}`
  return accountOf(row!)
}
