import { isBeforeOpen, isStale, isTradableQuality, type QuoteQuality } from '../../shared/domain/market/market-quote.ts'
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

/**
 * Like any trade, a forced fill needs a tradable quote of this session; without one both sides are null. Only a short
 * is bought back where there is no bid: a written option that has become worthless has none until it expires, and would
 * keep its whole underlying from being sold.
 */
export function sellable(
  { instrument, ...held }: Position,
  answer: TouchLookup | undefined,
  { session, now }: { session: Session; now: Date },
): PricedHolding {
  const named = parseInstrument(instrument)
  const touch = answer?.touch
  const underlying = named ? underlyingOf(named) : instrument
  const isTradable = (quality: QuoteQuality): boolean =>
    isTradableQuality(quality) || (quality === 'zero_bid' && held.quantity < 0 && !isStale(touch!, now))
  if (!named || !touch || !isTradable(touch.quality) || isBeforeOpen(touch, session))
    return { ...held, instrument, underlying, bidE4: null, askE4: null }
  const unit = (e4: number | null): number | null => (e4 === null ? null : e4 * multiplierOf(named))
  return { ...held, instrument, underlying, bidE4: unit(touch.bidE4), askE4: unit(touch.askE4) }
}

interface ForcedFillsInput {
  key: string
  positions: readonly Position[]
  fills: readonly ForcedFill[]
  /** The maintenance call that the fills meet. */
  call?: string
}

/** Posts one entry for all fills and records an event for each. */
export async function postForcedFills(tx: Tx, account: Account, input: ForcedFillsInput): Promise<Account> {
  const { key, positions, fills, call } = input
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
