import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Payload } from '../../shared/domain/contract/messages.ts'
import { type AccountValue, accountValue } from '../../shared/domain/trading/account-value.ts'
import { parseInstrument } from '../../shared/domain/trading/instrument.ts'
import type { Maintenance } from '../../shared/domain/trading/maintenance.ts'
import { planCall } from '../../shared/domain/trading/maintenance-call.ts'
import { dollarsOf } from '../../shared/domain/trading/money.ts'
import { markNow, readMarks } from '../../shared/market/marks.ts'
import { touchMarketOf } from '../../shared/market/touches.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { recordAccountEvent } from '../../shared/postgres/trading/account-events.ts'
import { type Account, lockAccount } from '../../shared/postgres/trading/accounts.ts'
import { type Position, readPositions } from '../../shared/postgres/trading/ledger.ts'
import { accountsShortOfStock, hasEntry, hasEvent, newestEvent } from '../../shared/postgres/trading/settlement.ts'
import { marketAt, nextSession } from '../../shared/time/calendar.ts'
import { eastern, easternIso } from '../../shared/time/eastern.ts'
import { postForcedFills, sellable, type Touches } from './forced-fills.ts'
import { recordRemainingDebt } from './liquidate.ts'
import type { SettlementDeps } from './settlement-stage.ts'

type Due = Payload<'maintenance.due'>

/** Announced after the open and after the close, when there are quotes of the session. */
export async function announceMaintenance(
  { clock }: Pick<SettlementDeps, 'clock'>,
  tx: Tx,
  { slot, occasion, day }: Payload<'settlement.due'>,
): Promise<NewMessage[]> {
  if (occasion !== 'open' && occasion !== 'close') return []
  return (await accountsShortOfStock(tx)).map((account) => maintenanceDue({ slot, day, ...account }, clock.now()))
}

const maintenanceDue = (due: Due, now: Date): NewMessage<'maintenance.due'> => ({
  id: `settlement:${due.slot}/${due.accountId}.${due.epoch}/maintenance#1`,
  type: 'maintenance.due',
  occurredAt: now,
  payload: due,
})

/**
 * Announced after an expiry that left the account short of stock: the run of that close had looked for such accounts
 * before it settled any.
 */
export async function announceMaintenanceAfter(
  { clock }: Pick<SettlementDeps, 'clock'>,
  tx: Tx,
  { accountId, epoch, underlying, expiration }: Payload<'expiry.due'>,
): Promise<NewMessage[]> {
  if (!(await readPositions(tx, accountId, epoch)).some(isShortStock)) return []
  const now = clock.now()
  const slot = `expiry:${underlying}:${expiration}`
  return [maintenanceDue({ slot, day: eastern(now).day, accountId, epoch }, now)]
}

/** Read outside the transaction. A position opened since then has no mark, and no account is called without marks. */
export async function findMarks(
  { sql, clock, market }: SettlementDeps,
  { day, accountId, epoch }: Due,
): Promise<Touches> {
  const now = clock.now()
  if (eastern(now).day !== day) return new Map()
  const names = (await readPositions(sql, accountId, epoch)).map(({ instrument }) => instrument)
  return await readMarks(touchMarketOf(market), names, now)
}

const isShortStock = ({ instrument, quantity }: Position): boolean =>
  quantity < 0 && parseInstrument(instrument)?.kind === 'stock'

/**
 * Calls an account, once a session, whose equity is below the maintenance requirement of its short stock. If a call of an
 * earlier session is still not met while the market is open, the service buys shares back. A message that arrives on
 * another day does nothing, because the next run judges the account again.
 */
export async function judgeMaintenance(
  { clock }: Pick<SettlementDeps, 'clock'>,
  tx: Tx,
  due: Due,
  touches: Touches,
): Promise<'maintenance_called' | 'maintenance_met' | 'maintenance_unknown' | 'liquidated' | 'nothing'> {
  const { day, accountId, epoch } = due
  const account = await lockAccount(tx, accountId)
  if (!account || account.epoch !== epoch || account.status === 'deleted') return 'nothing'
  const now = clock.now()
  if (eastern(now).day !== day) return 'nothing'
  const positions = await readPositions(tx, accountId, epoch)
  const marksE4 = marksOf(positions, touches, now)
  const value = accountValue(account.cashE4, positions, marksE4)
  if (value.equityE4 === null) {
    return positions.some(isShortStock) ? await recordUnknown(tx, account, value, day) : 'nothing'
  }
  const last = await newestEvent(tx, accountId, epoch, ['maintenance_call', 'maintenance_met'])
  const openCall = last?.kind === 'maintenance_call' ? last.subject : null
  if (!value.maintenance?.isCalled) return openCall === null ? 'nothing' : await recordMet(tx, account, value, day)
  if (openCall !== null && openCall !== subjectOf(day)) {
    const hasBought = await buyBack(tx, { account, positions, marksE4, touches, now, due, call: openCall })
    if (hasBought) return 'liquidated'
  }
  return await recordCall(tx, account, { ...value, maintenance: value.maintenance }, day)
}

function marksOf(positions: readonly Position[], touches: Touches, now: Date): Map<string, number> {
  const marks = new Map<string, number>()
  for (const { instrument } of positions) {
    const answer = touches.get(instrument)
    const markE4 = answer ? markNow(answer, now).markE4 : null
    if (markE4 !== null) marks.set(instrument, markE4)
  }
  return marks
}

interface BuyBackInput {
  account: Account
  positions: readonly Position[]
  marksE4: ReadonlyMap<string, number>
  touches: Touches
  now: Date
  due: Due
  call: string
}

/** Returns false when nothing can be bought at the moment. */
async function buyBack(tx: Tx, input: BuyBackInput): Promise<boolean> {
  const { account, positions, marksE4, touches, now, due, call } = input
  const { id: accountId, epoch } = account
  const { phase, session } = marketAt(now)
  const key = `maintenance:${due.slot}`
  if (phase !== 'open' || !session || (await hasEntry(tx, accountId, epoch, key))) return false
  const held = positions.map((position) => sellable(position, touches.get(position.instrument), { session, now }))
  const { fills, untradable } = planCall({ cashE4: account.cashE4, held, marksE4 })
  if (fills.length === 0) return false
  const after = await postForcedFills(tx, account, { key, positions, fills, call })
  if (after.deficit) await recordRemainingDebt(tx, after, untradable)
  const value = accountValue(after.cashE4, await readPositions(tx, accountId, epoch), marksE4)
  if (!value.maintenance?.isCalled) await recordMet(tx, after, value, due.day)
  return true
}

const subjectOf = (day: string): string => `maintenance:${day}`

const figuresOf = ({ equityE4, maintenance }: AccountValue) => ({
  equity: equityE4 === null ? null : dollarsOf(equityE4),
  required: dollarsOf(maintenance?.requiredE4 ?? 0),
})

async function recordCall(
  tx: Tx,
  { id: accountId, epoch }: Account,
  value: AccountValue & { maintenance: Maintenance },
  day: Due['day'],
): Promise<'maintenance_called' | 'nothing'> {
  const subject = subjectOf(day)
  if (await hasEvent(tx, accountId, epoch, 'maintenance_call', subject)) return 'nothing'
  const missing = dollarsOf(-value.maintenance.excessE4)
  const data = { subject, ...figuresOf(value), missing, next_open: easternIso(nextSession(day).open) }
  await recordAccountEvent(tx, { accountId, epoch, kind: 'maintenance_call', actor: 'service', data })
  return 'maintenance_called'
}

async function recordMet(
  tx: Tx,
  { id: accountId, epoch }: Account,
  value: AccountValue,
  day: Due['day'],
): Promise<'maintenance_met'> {
  const data = { subject: subjectOf(day), ...figuresOf(value) }
  await recordAccountEvent(tx, { accountId, epoch, kind: 'maintenance_met', actor: 'service', data })
  return 'maintenance_met'
}

async function recordUnknown(
  tx: Tx,
  { id: accountId, epoch }: Account,
  { unmarked }: AccountValue,
  day: Due['day'],
): Promise<'maintenance_unknown' | 'nothing'> {
  const subject = subjectOf(day)
  if (await hasEvent(tx, accountId, epoch, 'maintenance_unknown', subject)) return 'nothing'
  const reason = 'a position has no fresh mark, so it is unknown whether equity is sufficient'
  await recordAccountEvent(tx, {
    accountId,
    epoch,
    kind: 'maintenance_unknown',
    actor: 'service',
    data: { subject, unmarked, reason },
  })
  return 'maintenance_unknown'
}
