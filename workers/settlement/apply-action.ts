import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Payload } from '../../shared/domain/contract/messages.ts'
import {
  actionKey,
  type CorporateAction,
  type Dividend,
  type Split,
} from '../../shared/domain/trading/corporate-action.ts'
import { cashPair } from '../../shared/domain/trading/ledger.ts'
import { dollarsOf } from '../../shared/domain/trading/money.ts'
import { splitHoldings } from '../../shared/domain/trading/split.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { recordAccountEvent } from '../../shared/postgres/trading/account-events.ts'
import { type Account, lockAccount } from '../../shared/postgres/trading/accounts.ts'
import {
  holdersWithoutPart,
  markAction,
  openActions,
  readAction,
  type StoredAction,
} from '../../shared/postgres/trading/corporate-actions.ts'
import { heldBefore } from '../../shared/postgres/trading/holdings.ts'
import { postEntry, readPositions } from '../../shared/postgres/trading/ledger.ts'
import { hasEntry, hasEvent } from '../../shared/postgres/trading/settlement.ts'
import { sessionOnOrAfter } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { recordDeficit } from './record-deficit.ts'
import type { SettlementDeps } from './settlement-stage.ts'

type Step = Payload<'corporate-action.due'>['step']

/** Accounts that hold shares when the ex-date's session opens take part. */
const recordOf = ({ exDate }: CorporateAction): Date => sessionOnOrAfter(exDate).open

/** A dividend waits for the open of its ex-date, which decides who gets it; a split is applied before any trade. */
function dueStep(action: StoredAction, now: Date): Step | null {
  if (action.kind === 'split') return 'split'
  if (action.accruedAt === null) return now >= recordOf(action) ? 'accrue' : null
  return eastern(now).day >= action.payDate ? 'pay' : null
}

/**
 * Sends a message for every holder of record that has not had this step yet, in the transaction that marks the action as
 * begun. The action is closed only when no holder is left, so a message that failed is sent again at the next run.
 */
export async function announceActions(
  { clock }: Pick<SettlementDeps, 'clock'>,
  tx: Tx,
  { slot }: Payload<'settlement.due'>,
): Promise<NewMessage[]> {
  const now = clock.now()
  const messages: NewMessage[] = []
  for (const action of await openActions(tx, eastern(now).day)) {
    const step = dueStep(action, now)
    if (step === null) continue
    const holders = await holdersWithoutPart(tx, action, { step, recordAt: recordOf(action) })
    for (const { accountId, epoch } of holders) {
      messages.push({
        id: `settlement:${slot}/${accountId}.${epoch}/${actionKey(action)}/${step}#1`,
        type: 'corporate-action.due',
        occurredAt: now,
        payload: { action: action.id, step, accountId, epoch },
      })
    }
    // Before that, an expiry that waited for its settlement price may still make an account a holder.
    const isOver = step !== 'accrue' && holders.length === 0 && now >= recordOf(action)
    await markAction(tx, action.id, isOver ? 'closed' : 'begun', now)
  }
  return messages
}

export async function applyAction(
  tx: Tx,
  { action: id, step, accountId, epoch }: Payload<'corporate-action.due'>,
): Promise<'dividend_accrued' | 'dividend_paid' | 'split' | 'nothing'> {
  const account = await lockAccount(tx, accountId)
  const action = await readAction(tx, id)
  if (!account || !action || account.epoch !== epoch || account.status === 'deleted') return 'nothing'
  if (action.kind === 'split') return await splitAccount(tx, account, action)
  return step === 'accrue' ? await accrue(tx, account, action) : await pay(tx, account, action)
}

async function sharesOfRecord(tx: Tx, { id, epoch }: Account, dividend: Dividend): Promise<number> {
  const held = await heldBefore(tx, id, epoch, recordOf(dividend))
  return held.find(({ instrument }) => instrument === dividend.symbol)?.quantity ?? 0
}

const dividendData = (dividend: Dividend, shares: number) => ({
  subject: actionKey(dividend),
  symbol: dividend.symbol,
  ex_date: dividend.exDate,
  pay_date: dividend.payDate,
  shares,
  per_share: dollarsOf(dividend.amountE4),
  cash: dollarsOf(shares * dividend.amountE4),
})

async function accrue(tx: Tx, account: Account, dividend: Dividend): Promise<'dividend_accrued' | 'nothing'> {
  const { id: accountId, epoch } = account
  const shares = await sharesOfRecord(tx, account, dividend)
  if (shares === 0 || (await hasEvent(tx, accountId, epoch, 'dividend_accrued', actionKey(dividend)))) return 'nothing'
  const data = dividendData(dividend, shares)
  await recordAccountEvent(tx, { accountId, epoch, kind: 'dividend_accrued', actor: 'service', data })
  return 'dividend_accrued'
}

/** A short account owes the dividend, even beyond its cash. */
async function pay(tx: Tx, account: Account, dividend: Dividend): Promise<'dividend_paid' | 'nothing'> {
  const { id: accountId, epoch } = account
  const key = actionKey(dividend)
  const shares = await sharesOfRecord(tx, account, dividend)
  if (shares === 0 || (await hasEntry(tx, accountId, epoch, key))) return 'nothing'
  const postings = cashPair('dividends', shares * dividend.amountE4)
  const after = await postEntry(tx, account, { kind: 'dividend', key, postings })
  const data = { ...dividendData(dividend, shares), entry: after.entries }
  await recordAccountEvent(tx, { accountId, epoch, kind: 'dividend_paid', actor: 'service', data })
  await recordDeficit(tx, account, after, key)
  return 'dividend_paid'
}

async function splitAccount(tx: Tx, account: Account, split: Split): Promise<'split' | 'nothing'> {
  const { id: accountId, epoch } = account
  const key = actionKey(split)
  // If nothing held on record is left there is only an event and no entry.
  if ((await hasEntry(tx, accountId, epoch, key)) || (await hasEvent(tx, accountId, epoch, 'split', key)))
    return 'nothing'
  const record = await heldBefore(tx, accountId, epoch, recordOf(split))
  const { holdings, postings } = splitHoldings(record, split, await readPositions(tx, accountId, epoch))
  if (holdings.length === 0) return 'nothing'
  const after = postings.length === 0 ? null : await postEntry(tx, account, { kind: 'split', key, postings })
  for (const { cashE4, ...holding } of holdings) {
    const ratio = `${split.newShares}:${split.oldShares}`
    await recordAccountEvent(tx, {
      accountId,
      epoch,
      kind: 'split',
      actor: 'service',
      data: { subject: key, entry: after?.entries ?? null, ratio, ...holding, cash: dollarsOf(cashE4) },
    })
  }
  if (after) await recordDeficit(tx, account, after, key)
  return 'split'
}
