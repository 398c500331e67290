import { isBeforeOpen } from '../../shared/domain/market-quote.ts'
import type { Payload } from '../../shared/domain/messages.ts'
import { multiplierOf, parseInstrument, underlyingOf } from '../../shared/domain/trading/instrument.ts'
import { fillPostings } from '../../shared/domain/trading/ledger.ts'
import { planLiquidation, type Sellable } from '../../shared/domain/trading/liquidation.ts'
import { dollarsOf } from '../../shared/domain/trading/money.ts'
import { readTouches, type TouchAnswer, touchMarketOf } from '../../shared/market/touches.ts'
import type { Tx } from '../../shared/postgres/db.ts'
import { recordAccountEvent } from '../../shared/postgres/trading/account-events.ts'
import { type Account, lockAccount } from '../../shared/postgres/trading/accounts.ts'
import { type Position, postEntry, readPositions } from '../../shared/postgres/trading/ledger.ts'
import { hasEntry, hasEvent } from '../../shared/postgres/trading/settlement.ts'
import { marketAt, type Session } from '../../shared/time/calendar.ts'
import type { SettlementDeps } from './settlement-stage.ts'

export type Touches = ReadonlyMap<string, TouchAnswer>

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
  const held = new Map(positions.map((position) => [position.instrument, position]))
  const fills = plan.fills.map((fill) => {
    const notionalE4 = Math.abs(fill.quantity) * fill.unitE4
    return { ...fill, lines: fillPostings({ ...fill, notionalE4 }, held.get(fill.instrument)!) }
  })
  if (fills.length === 0) {
    await tellWhatStays(tx, account, plan.untradable)
    return 'nothing'
  }
  const after = await postEntry(tx, account, {
    ...{ kind: 'liquidation', key, postings: fills.flatMap(({ lines }) => lines) },
  })
  for (const { instrument, quantity, unitE4 } of fills) {
    const unit = parseInstrument(instrument)
    await recordAccountEvent(tx, {
      ...{ accountId, epoch, kind: 'liquidated', actor: 'service' },
      data: {
        ...{ subject: key, entry: after.entries, instrument, quantity },
        price: dollarsOf(unit ? unitE4 / multiplierOf(unit) : unitE4),
        cash: dollarsOf(-quantity * unitE4),
      },
    })
  }
  if (after.deficit) await tellWhatStays(tx, after, plan.untradable)
  return 'liquidated'
}

function sellable({ instrument, ...held }: Position, answer: TouchAnswer | undefined, session: Session): Sellable {
  const named = parseInstrument(instrument)
  const touch = answer?.touch
  const underlying = named ? underlyingOf(named) : instrument
  // As for anybody's trade: a quote that may be traded on, and of this session.
  if (!named || touch?.quality !== 'good' || isBeforeOpen(touch, session))
    return { ...held, instrument, underlying, bidE4: null, askE4: null }
  const unit = (e4: number | null): number | null => (e4 === null ? null : e4 * multiplierOf(named))
  return { ...held, instrument, underlying, bidE4: unit(touch.bidE4), askE4: unit(touch.askE4) }
}

/** Once for each amount: a debt nothing is left for would be told at every open. */
async function tellWhatStays(tx: Tx, account: Account, untradable: readonly string[]): Promise<void> {
  const { id: accountId, epoch, cashE4 } = account
  const subject = `owed:${-cashE4}`
  if (await hasEvent(tx, accountId, epoch, 'deficit', subject)) return
  const reason = untradable.length > 0 ? 'what is left cannot be sold now' : 'nothing is left to sell'
  await recordAccountEvent(tx, {
    ...{ accountId, epoch, kind: 'deficit', actor: 'service' },
    data: { subject, entry: account.entries, owed: dollarsOf(-cashE4), reason, untradable },
  })
}
