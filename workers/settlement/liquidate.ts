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

/** Read outside the transaction. A position opened since then has no touch and waits for the next open. */
export async function findTouches(
  { sql, clock, market }: SettlementDeps,
  { accountId, epoch }: Payload<'liquidation.due'>,
): Promise<Touches> {
  if (marketAt(clock.now()).phase !== 'open') return new Map()
  const held = await readPositions(sql, accountId, epoch)
  const names = held.map(({ instrument }) => instrument)
  return await readTouches(touchMarketOf(market), names, clock.now())
}

/** Closes positions at the touch until the account's debt is paid; if none can be closed, the debt stays. */
export async function liquidate(
  { clock }: Pick<SettlementDeps, 'clock'>,
  tx: Tx,
  { slot, accountId, epoch }: Payload<'liquidation.due'>,
  touches: Touches,
): Promise<'liquidated' | 'nothing'> {
  const account = await lockAccount(tx, accountId)
  if (!account?.deficit || account.epoch !== epoch || account.status === 'deleted') return 'nothing'
  const now = clock.now()
  const { phase, session } = marketAt(now)
  const key = `liquidation:${slot}`
  if (phase !== 'open' || !session || (await hasEntry(tx, accountId, epoch, key))) return 'nothing'
  const positions = await readPositions(tx, accountId, epoch)
  const plan = planLiquidation(
    -account.cashE4,
    positions.map((position) => sellable(position, touches.get(position.instrument), { session, now })),
  )
  if (plan.fills.length === 0) {
    await recordRemainingDebt(tx, account, plan.untradable)
    return 'nothing'
  }
  const after = await postForcedFills(tx, account, { key, positions, fills: plan.fills })
  if (after.deficit) await recordRemainingDebt(tx, after, plan.untradable)
  return 'liquidated'
}

/** Recorded once per amount, because otherwise every open would record the same debt again. */
export async function recordRemainingDebt(tx: Tx, account: Account, untradable: readonly string[]): Promise<void> {
  const { id: accountId, epoch, cashE4 } = account
  const subject = `owed:${-cashE4}`
  if (await hasEvent(tx, accountId, epoch, 'deficit', subject)) return
  const reason = untradable.length > 0 ? 'the remaining positions cannot be sold now' : 'no position is left to sell'
  await recordAccountEvent(tx, {
    accountId,
    epoch,
    kind: 'deficit',
    actor: 'service',
    data: { subject, entry: account.entries, owed: dollarsOf(-cashE4), reason, untradable },
  })
}
