import type { z } from 'zod'
import type { AccountActor, AccountEventKind } from '../../../shared/domain/trading/account.ts'
import {
  AccountLimits,
  type LimitChange,
  loosened,
  sameLimits,
  withLimits,
} from '../../../shared/domain/trading/limits.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import type { Tx } from '../../../shared/postgres/server/db.ts'
import { recordAccountEvent } from '../../../shared/postgres/trading/account-events.ts'
import { revokeAllTokens } from '../../../shared/postgres/trading/account-tokens.ts'
import { type Account, beginEpoch, lockIfOpen, saveAccountSettings } from '../../../shared/postgres/trading/accounts.ts'
import { postOpening } from '../../../shared/postgres/trading/ledger.ts'
import { cancelPending } from '../../../shared/postgres/trading/trades.ts'
import { refuse, refuseAccount } from '../refuse.ts'
import type { PatchAccountBody } from './account-documents.ts'
import { limitChange, limitsDocument, wireNames } from './limit-documents.ts'

/** Locks the account that an admin names. */
export async function lockNamedAccount(tx: Tx, id: number): Promise<Account> {
  const account = await lockIfOpen(tx, id)
  if (!account) throw refuseAccount('There is no such account, or it was deleted.')
  return account
}

const record = (tx: Tx, account: Account, kind: AccountEventKind, data: object, actor: AccountActor = 'admin') =>
  recordAccountEvent(tx, { accountId: account.id, epoch: account.epoch, kind, actor, data: { ...data } })

/** Saves the fields that differ and records each as an event of its own; an equal value leaves no event. */
export async function patchAccount(tx: Tx, id: number, patch: z.output<typeof PatchAccountBody>): Promise<Account> {
  const before = await lockNamedAccount(tx, id)
  const after: Account = {
    ...before,
    name: patch.name ?? before.name,
    status: patch.status ?? before.status,
    shorting: patch.shorting ?? before.shorting,
    pacing: patch.pacing ?? before.pacing,
    limits: patch.limits ? withLimits(before.limits, limitChange(patch.limits)) : before.limits,
  }
  await saveAccountSettings(tx, id, after)
  if (after.name !== before.name) await record(tx, after, 'renamed', { from: before.name, to: after.name })
  if (after.status !== before.status)
    await record(tx, after, 'status_changed', { from: before.status, to: after.status })
  if (after.shorting !== before.shorting) await record(tx, after, 'shorting_changed', { to: after.shorting })
  if (after.pacing !== before.pacing) await record(tx, after, 'pacing_changed', { to: after.pacing })
  if (!sameLimits(after.limits, before.limits)) await recordLimits(tx, before, after, 'admin')
  return after
}

const recordLimits = (tx: Tx, before: Account, after: Account, actor: AccountActor) =>
  record(tx, after, 'limits_changed', { from: limitsDocument(before.limits), to: limitsDocument(after.limits) }, actor)

/** An agent's own change; if any limit would become looser, the whole change is refused. */
export async function tightenLimits(tx: Tx, id: number, change: LimitChange): Promise<AccountLimits> {
  const before = await lockNamedAccount(tx, id)
  const loose = loosened(before.limits, change)
  if (loose.length > 0) throw refuse('limits_only_tighten', { limits: wireNames(loose) })
  const after = { ...before, limits: AccountLimits.parse(withLimits(before.limits, change)) }
  if (sameLimits(after.limits, before.limits)) return before.limits
  await saveAccountSettings(tx, id, after)
  await recordLimits(tx, before, after, 'agent')
  return after.limits
}

/** Begins a new epoch with fresh cash and nothing held or pending; tokens, limits and the old epochs' history stay. */
export async function resetAccount(
  tx: Tx,
  id: number,
  { balanceE4, spyE4 }: { balanceE4: number | undefined; spyE4: number | null },
): Promise<Account> {
  const before = await lockNamedAccount(tx, id)
  const initialE4 = balanceE4 ?? before.initialE4
  const cancelled = await cancelPending(tx, before, 'account_reset')
  const after = await postOpening(tx, await beginEpoch(tx, before, initialE4), spyE4)
  await record(tx, after, 'reset', {
    from_epoch: before.epoch,
    cash_before: dollarsOf(before.cashE4),
    balance: dollarsOf(initialE4),
    entry: after.entries,
    cancelled_trades: cancelled,
  })
  return after
}

/** Revokes the account's tokens and cancels its pending trades; its ledger, trades and events stay. */
export async function deleteAccount(tx: Tx, id: number): Promise<void> {
  const account = await lockNamedAccount(tx, id)
  await saveAccountSettings(tx, id, { ...account, status: 'deleted' })
  await revokeAllTokens(tx, id)
  await record(tx, account, 'deleted', { cancelled_trades: await cancelPending(tx, account, 'account_deleted') })
}
