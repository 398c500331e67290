import type { Payload } from '../../shared/domain/contract/messages.ts'
import { planLiquidation } from '../../shared/domain/trading/liquidation.ts'
import { dollarsOf } from '../../shared/domain/trading/money.ts'
import { readTouches, touchMarketOf } from '../../shared/market/touches.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { recordAccountEvent } from '../../shared/postgres/trading/account-events.ts'
import { type Account, lockAccount } from '../../shared/postgres/trading/accounts.ts'
import { readPositions } from '../../shared/postgres/trading/ledger.ts'
import { hasEntry, hasEvent } from '../../shared/postgres/trading/settlement.ts'
import { marketAt } from '../../shared/time/calendar.ts'
import { postForcedFills, sellable, type Touches } from './forced-fills.ts'
import type { SettlementDeps } from './settlement-stage.ts'

/** Asked outside the transaction; what is bought or sold meanwhile has no touch and waits for the next open. */
export async function findTouches(
  { sql, clock, market }: SettlementDeps,
  { accountId, epoch }: Payload<'liquidation.due'>,
): Promise<Touches> {
  if (marketAt(clock.now()).phase !== 'open') return new Map()
  const held = await readPositions(sql, accountId, epoch)
  const names = held.map(({ instrument }) => instrument)
  return await readTouches(touchMarketOf(market), names, clock.now())
}

/** Closes at the touch what pays the account's debt, in one transaction; a debt that nothing is left for stays. */
export async function liquidate(
  { clock }: Pick<SettlementDeps, 'clock'>,
  tx: Tx,
  { slot, accountId, epoch }: Payload<'liquidation.due'>,
  touches: Touches,
): Promise<'liquidated' | 'nothing'> {
  const account = await lockAccount(tx, accountId)
  if (!account?.deficit || account.epoch !== epoch || account.status === 'deleted') return 'nothing'
  const { phase, session } = marketAt(clock.now())
  const key = `liquidation:${slot}`
  if (phase !== 'open' || !session || (await hasEntry(tx, accountId, epoch, key))) return 'nothing'
  const positions = await readPositions(tx, accountId, epoch)
  const plan = planLiquidation(
    -account.cashE4,
    positions.map((position) => sellable(position, touches.get(position.instrument), session)),
  )
  if (plan.fills.length === 0) {
    await tellWhatStays(tx, account, plan.untradable)
    return 'nothing'
  }
  const after = await postForcedFills(tx, account, { key, positions, fills: plan.fills })
  if (after.deficit) await tellWhatStays(tx, after, plan.untradable)
  return 'liquidated'
}

/** Once for each amount: a debt nothing is left for would be told at every open. */
export async function tellWhatStays(tx: Tx, account: Account, untradable: readonly string[]): Promise<void> {
  const { id: accountId, epoch, cashE4 } = account
  const subject = `owed:${-cashE4}`
  if (await hasEvent(tx, accountId, epoch, 'deficit', subject)) return
  const reason = untradable.length > 0 ? 'what is left cannot be sold now' : 'nothing is left to sell'
  await recordAccountEvent(tx, {
    accountId,
    epoch,
    kind: 'deficit',
    actor: 'service',
    data: { subject, entry: account.entries, owed: dollarsOf(-cashE4), reason, untradable },
  })
}
