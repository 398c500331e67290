import { accountValue } from '../../../shared/domain/trading/account-value.ts'
import {
  type Instrument,
  multiplierOf,
  type OptionInstrument,
  parseInstrument,
  type StockInstrument,
  underlyingOf,
} from '../../../shared/domain/trading/instrument.ts'
import { dollarsOf, e4Of } from '../../../shared/domain/trading/money.ts'
import { intrinsicE4 } from '../../../shared/domain/trading/payoff.ts'
import { type PositionValue, realizedE4, valuePosition } from '../../../shared/domain/trading/position-value.ts'
import { strikeE4 } from '../../../shared/domain/trading/settlement.ts'
import { readMarks, whyUnmarked } from '../../../shared/market/marks.ts'
import type { TouchLookup } from '../../../shared/market/touches.ts'
import type { Account } from '../../../shared/postgres/trading/accounts.ts'
import { readHoldings } from '../../../shared/postgres/trading/holdings.ts'
import type { Position } from '../../../shared/postgres/trading/ledger.ts'
import { readNow } from '../../database/service-time.ts'
import type { ApiContext } from '../../http/context.ts'
import { touchMarket } from '../market/market-data.ts'
import { refuseAccount } from '../refuse.ts'
import { type SettlingMark, settlingMarks } from './settling-marks.ts'

/** Positions marked in one answer; the others have no mark, with a reason. */
const MARKED_MAX = 500
const TOO_MANY: TouchLookup = {
  touch: null,
  reason: `only the first ${MARKED_MAX} positions are marked`,
  unknown: false,
}

export interface Holding<I extends Instrument = Instrument> extends PositionValue {
  position: Position
  instrument: I
  answer: TouchLookup
  /** The mark of one share. */
  markE4: number | null
  /** The close at which an option settles, else the price of its chain, else the quote of its underlying. */
  underlyingE4: number | null
  /** The reason why there is no mark, or no newer one; null when it has just been fetched. */
  reason: string | null
}

export const isStockHolding = (holding: Holding): holding is Holding<StockInstrument> =>
  holding.instrument.kind === 'stock'
export const isOptionHolding = (holding: Holding): holding is Holding<OptionInstrument> =>
  holding.instrument.kind === 'option'

interface MarkedAccount {
  account: Account
  now: Date
  holdings: Holding[]
}

/** The account with its wanted holdings, at the marks of now. */
export async function readMarked(
  context: ApiContext,
  accountId: number,
  wanted: (instrument: Instrument) => boolean = () => true,
): Promise<MarkedAccount> {
  const [now, found] = await Promise.all([readNow(context), context.reader.read((sql) => readHoldings(sql, accountId))])
  if (!found) throw refuseAccount()
  const { account, positions } = found
  const held = positions.flatMap((position) => {
    const instrument = parseInstrument(position.instrument)
    return instrument && wanted(instrument) ? [{ position, instrument }] : []
  })
  const instruments = held.map(({ instrument }) => instrument)
  const settling = await settlingMarks(context, instruments, now)
  const quoted = held.filter(({ position }) => !settling.has(position.instrument)).slice(0, MARKED_MAX)
  const marks = await marksOf(
    context,
    quoted.map(({ position }) => position.instrument),
    now,
  )
  const unlisted = quoted.flatMap(({ instrument, position }) =>
    instrument.kind === 'option' && !marks.get(position.instrument)?.touch ? [instrument.underlying] : [],
  )
  const underlyings = await marksOf(context, unlisted, now)
  const holdings = held.map(({ position, instrument }): Holding => {
    const settled = settling.get(position.instrument)
    if (settled) return settlingHolding(position, instrument, settled)
    const underlyingE4 = underlyings.get(underlyingOf(instrument))?.touch?.midE4 ?? null
    return quotedHolding(position, instrument, marks.get(position.instrument) ?? TOO_MANY, underlyingE4)
  })
  return { account, now, holdings }
}

const marksOf = async (
  context: ApiContext,
  names: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, TouchLookup>> =>
  names.length === 0 ? new Map() : await readMarks(touchMarket(context), names, now)

export function quotedHolding<I extends Instrument>(
  position: Position,
  instrument: I,
  answer: TouchLookup,
  quotedE4: number | null,
): Holding<I> {
  const { touch } = answer
  const sides = touch ?? { bidE4: null, askE4: null, midE4: null }
  const reason = whyUnmarked(answer) ?? answer.reason
  const value = valuePosition(position, multiplierOf(instrument), sides)
  const underlyingE4 = touch?.option ? e4Of(touch.option.chain.spot) : quotedE4
  return { position, instrument, answer, markE4: sides.midE4, underlyingE4, reason, ...value }
}

/** An option that has ended cannot be closed: it becomes what it settles for. */
export function settlingHolding<I extends Instrument>(
  position: Position,
  instrument: I,
  { priceE4, payoffE4: markE4 }: SettlingMark,
): Holding<I> {
  const value = valuePosition(position, multiplierOf(instrument), { bidE4: null, askE4: null, midE4: markE4 })
  const close = `the close of ${underlyingOf(instrument)}, ${dollarsOf(priceE4)}`
  const reason = `it has ended, and its mark is what it settles for at ${close}`
  const answer = { touch: null, reason, unknown: false }
  const liquidationE4 = value.valueE4
  return { position, instrument, answer, markE4, underlyingE4: priceE4, reason, ...value, liquidationE4 }
}

export const ofSymbol =
  (symbol: string) =>
  (instrument: Instrument): boolean =>
    underlyingOf(instrument) === symbol

export interface Totals {
  costE4: number
  valueE4: number | null
  liquidationE4: number | null
  unrealizedE4: number | null
  /** Instruments without a mark; if there are any, the totals are null. */
  unmarked: string[]
}

/** A sum with a part missing would look like the whole, so it is null. */
export function totalsOf(holdings: readonly Holding[]): Totals {
  const sum = (of: (holding: Holding) => number | null): number | null =>
    holdings.reduce<number | null>((total, holding) => {
      const part = of(holding)
      return total === null || part === null ? null : total + part
    }, 0)
  return {
    costE4: holdings.reduce((total, { position }) => total + position.costE4, 0),
    valueE4: sum(({ valueE4 }) => valueE4),
    liquidationE4: sum(({ liquidationE4 }) => liquidationE4),
    unrealizedE4: sum(({ unrealizedE4 }) => unrealizedE4),
    unmarked: holdings.flatMap(({ valueE4, position }) => (valueE4 === null ? [position.instrument] : [])),
  }
}

/**
 * Equity with each option that has no mark at its intrinsic value, which is less than its price where time is left.
 * Null while equity is known, and while a stock has no mark or an underlying no price.
 */
export function estimatedEquityE4(cashE4: number, holdings: readonly Holding[]): number | null {
  if (holdings.every(({ valueE4 }) => valueE4 !== null)) return null
  return holdings.reduce<number | null>((total, { valueE4, instrument, position, underlyingE4 }) => {
    if (total === null || valueE4 !== null) return total === null ? null : total + valueE4!
    if (instrument.kind === 'stock' || underlyingE4 === null) return null
    const line = { right: instrument.right, strikeE4: strikeE4(instrument) }
    return total + intrinsicE4(line, underlyingE4) * multiplierOf(instrument) * position.quantity
  }, cashE4)
}

/** Equity, requirements and gains of the account at these marks. */
export function worthOf({ account, holdings }: MarkedAccount) {
  const marks = new Map(
    holdings.flatMap(({ position, instrument, markE4 }) =>
      markE4 === null ? [] : [[position.instrument, markE4 * multiplierOf(instrument)] as const],
    ),
  )
  const positions = holdings.map(({ position }) => position)
  return {
    ...accountValue(account.cashE4, positions, marks),
    estimateE4: estimatedEquityE4(account.cashE4, holdings),
    unrealizedE4: totalsOf(holdings).unrealizedE4,
    realizedE4: realizedE4(account, positions),
  }
}
