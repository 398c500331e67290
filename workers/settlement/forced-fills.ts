import { isBeforeOpen } from '../../shared/domain/market/market-quote.ts'
import { multiplierOf, parseInstrument, underlyingOf } from '../../shared/domain/trading/instrument.ts'
import { fillPostings } from '../../shared/domain/trading/ledger.ts'
import type { ForcedFill, PricedHolding } from '../../shared/domain/trading/liquidation.ts'
import { dollarsOf } from '../../shared/domain/trading/money.ts'
import type { TouchLookup } from '../../shared/market/touches.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { recordAccountEvent } from '../../shared/postgres/trading/account-events.ts'
import type { Account } from '../../shared/postgres/trading/accounts.ts'
import { type Position, postEntry } from '../../shared/postgres/trading/ledger.ts'
import type { Session } from '../../shared/time/calendar.ts'

export type Touches = ReadonlyMap<string, TouchLookup>

/** As for anybody's trade: a quote that may be traded on, and of this session. */
export function sellable(
  { instrument, ...held }: Position,
  answer: TouchLookup | undefined,
  session: Session,
): PricedHolding {
  const named = parseInstrument(instrument)
  const touch = answer?.touch
  const underlying = named ? underlyingOf(named) : instrument
  if (!named || touch?.quality !== 'good' || isBeforeOpen(touch, session))
    return { ...held, instrument, underlying, bidE4: null, askE4: null }
  const unit = (e4: number | null): number | null => (e4 === null ? null : e4 * multiplierOf(named))
  return { ...held, instrument, underlying, bidE4: unit(touch.bidE4), askE4: unit(touch.askE4) }
}

/** One entry for all of them, and an event for each; `call` is the maintenance call they are made for. */
export async function postForcedFills(
  tx: Tx,
  account: Account,
  asked: { key: string; positions: readonly Position[]; fills: readonly ForcedFill[]; call?: string },
): Promise<Account> {
  const { key, positions, fills, call } = asked
  const held = new Map(positions.map((position) => [position.instrument, position]))
  const postings = fills.flatMap((fill) =>
    fillPostings({ ...fill, notionalE4: Math.abs(fill.quantity) * fill.unitE4 }, held.get(fill.instrument)!),
  )
  const after = await postEntry(tx, account, { kind: 'liquidation', key, postings })
  for (const { instrument, quantity, unitE4 } of fills) {
    const unit = parseInstrument(instrument)
    await recordAccountEvent(tx, {
      accountId: account.id,
      epoch: account.epoch,
      kind: 'liquidated',
      actor: 'service',
      data: {
        subject: key,
        entry: after.entries,
        instrument,
        quantity,
        price: dollarsOf(unit ? unitE4 / multiplierOf(unit) : unitE4),
        cash: dollarsOf(-quantity * unitE4),
        ...(call === undefined ? {} : { call }),
      },
    })
  }
  return after
}
