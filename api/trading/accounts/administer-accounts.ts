import type { z } from 'zod'
import { type AccountActor, type AccountEventKind, DEFAULT_BALANCE_E4 } from '../../../shared/domain/trading/account.ts'
import {
  AccountLimits,
  DEFAULT_LIMITS,
  type LimitChange,
  loosened,
  sameLimits,
  withLimits,
} from '../../../shared/domain/trading/limits.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import type { Tx } from '../../../shared/postgres/server/db.ts'
import { recordAccountEvent } from '../../../shared/postgres/trading/account-events.ts'
import { revokeAllTokens } from '../../../shared/postgres/trading/account-tokens.ts'
import {
  type Account,
  beginEpoch,
  insertAccount,
  lockAccount,
  saveAccountSettings,
} from '../../../shared/postgres/trading/accounts.ts'
import { postOpening } from '../../../shared/postgres/trading/ledger.ts'
import { cancelPending } from '../../../shared/postgres/trading/trades.ts'
import { refuse } from '../refuse.ts'
import type { CreateAccountBody, PatchAccountBody } from './account-documents.ts'
import { giveToken, type MadeToken } from './administer-tokens.ts'
import { limitChange, limitsDocument, wireNames } from './limit-documents.ts'

/** A deleted account is history: nothing can be done to it any more. */
export async function lockLiving(tx: Tx, id: number): Promise<Account> {
  const account = await lockAccount(tx, id)
  if (!account || account.status === 'deleted') throw refuse('not_found')
  return account
}

const tell = (tx: Tx, account: Account, kind: AccountEventKind, data: object, actor: AccountActor = 'admin') =>
  recordAccountEvent(tx, { accountId: account.id, epoch: account.epoch, kind, actor, data: { ...data } })

export async function createAccount(
  tx: Tx,
  { name, balance = DEFAULT_BALANCE_E4 }: z.output<typeof CreateAccountBody>,
): Promise<{ account: Account; made: MadeToken }> {
  const inserted = await insertAccount(tx, { name, initialE4: balance, limits: DEFAULT_LIMITS })
  const account = await postOpening(tx, inserted)
  await tell(tx, account, 'created', { name, balance: dollarsOf(balance) })
  const made = await giveToken(tx, account, { name: 'first', scope: 'trade', expiresInDays: null })
  return { account, made }
}

/** What differs is changed and recorded, each part as an event of its own; what is the same leaves no trace. */
export async function patchAccount(tx: Tx, id: number, patch: z.output<typeof PatchAccountBody>): Promise<Account> {
  const before = await lockLiving(tx, id)
  const after: Account = {
    ...before,
    name: patch.name ?? before.name,
    status: patch.status ?? before.status,
    shorting: patch.shorting ?? before.shorting,
    limits: patch.limits ? withLimits(before.limits, limitChange(patch.limits)) : before.limits,
  }
  await saveAccountSettings(tx, id, after)
  if (after.name !== before.name) await tell(tx, after, 'renamed', { from: before.name, to: after.name })
  if (after.status !== before.status) await tell(tx, after, 'status_changed', { from: before.status, to: after.status })
  if (after.shorting !== before.shorting) await tell(tx, after, 'shorting_changed', { to: after.shorting })
  if (!sameLimits(after.limits, before.limits)) await tellLimits(tx, before, after, 'admin')
  return after
}

const tellLimits = (tx: Tx, before: Account, after: Account, actor: AccountActor) =>
  tell(tx, after, 'limits_changed', { from: limitsDocument(before.limits), to: limitsDocument(after.limits) }, actor)

/** An agent's own change: looser than now is refused as a whole. */
export async function tightenLimits(tx: Tx, id: number, change: LimitChange): Promise<AccountLimits> {
  const before = await lockLiving(tx, id)
  const loose = loosened(before.limits, change)
  if (loose.length > 0) throw refuse('limits_only_tighten', { limits: wireNames(loose) })
  const after = { ...before, limits: AccountLimits.parse(withLimits(before.limits, change)) }
  if (sameLimits(after.limits, before.limits)) return before.limits
  await saveAccountSettings(tx, id, after)
  await tellLimits(tx, before, after, 'agent')
  return after.limits
}

/** A new epoch: cash begins anew, nothing is held or pending; tokens, limits and the old epochs' history stay. */
export async function resetAccount(tx: Tx, id: number, balanceE4: number | undefined): Promise<Account> {
  const before = await lockLiving(tx, id)
  const initialE4 = balanceE4 ?? before.initialE4
  const cancelled = await cancelPending(tx, before, 'account_reset')
  const after = await postOpening(tx, await beginEpoch(tx, before, initialE4))
  await tell(tx, after, 'reset', {
    from_epoch: before.epoch,
    cash_before: dollarsOf(before.cashE4),
    balance: dollarsOf(initialE4),
    cancelled_trades: cancelled,
  })
  return after
}

/** Its tokens and what is pending end with it; its ledger, trades and events stay. */
export async function deleteAccount(tx: Tx, id: number): Promise<void> {
  const account = await lockLiving(tx, id)
  await saveAccountSettings(tx, id, { ...account, status: 'deleted' })
  await revokeAllTokens(tx, id)
  await tell(tx, account, 'deleted', { cancelled_trades: await cancelPending(tx, account, 'account_deleted') })
}
