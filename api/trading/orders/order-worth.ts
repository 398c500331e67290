import { accountValue } from '../../../shared/domain/trading/account-value.ts'
import { parseInstrument, underlyingOf } from '../../../shared/domain/trading/instrument.ts'
import type { AccountLimits } from '../../../shared/domain/trading/limits.ts'
import type { HeldPosition } from '../../../shared/domain/trading/option-book.ts'
import type { Order, OrderLeg } from '../../../shared/domain/trading/trade.ts'
import { unitMarkE4 } from '../../../shared/market/marks.ts'
import type { TouchLookup } from '../../../shared/market/touches.ts'
import type { Db } from '../../../shared/postgres/server/db.ts'
import type { Account } from '../../../shared/postgres/trading/accounts.ts'
import { type DayBeginning, dayBeginning, readHoldings } from '../../../shared/postgres/trading/holdings.ts'
import { previousSession } from '../../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../../shared/time/eastern.ts'
import type { ApiContext } from '../../http/context.ts'
import { closeOf, outsideSince } from '../accounts/account-snapshots-view.ts'
import { PricesMissing } from './retry-with-prices.ts'

/**
 * True when a limit depends on what the account is worth. A `max_position_pct` of 100 needs no prices for long stock,
 * because cash alone keeps it within the bound; short stock has no such bound.
 */
const needsWorth = (
  { max_position_pct, max_day_loss_e4 }: AccountLimits,
  after: readonly HeldPosition[],
  underlying: string,
) =>
  max_position_pct < 100 ||
  max_day_loss_e4 !== null ||
  after.some(({ instrument, quantity }) => instrument === underlying && quantity < 0)

/** The inputs for judging an order by the worth of its account, read before the account is locked. */
export interface WorthBasis {
  /** Instruments whose prices the order depends on; null: assumed to be none, as for the account's last order. */
  instruments: string[] | null
  /** The account's equity when the day began; null when no limit needs it. */
  day: CloseSnapshot | DayBeginning | null
}

/** The worth of the account in its snapshot of the previous close. */
interface CloseSnapshot {
  equityE4: number
}

/** The positions as they would be after the order. */
export function heldAfter(held: readonly HeldPosition[], legs: readonly OrderLeg[]): HeldPosition[] {
  const after = new Map(held.map(({ instrument, quantity }) => [instrument, quantity]))
  for (const { instrument, quantity } of legs) after.set(instrument, (after.get(instrument) ?? 0) + quantity)
  return [...after].map(([instrument, quantity]) => ({ instrument, quantity }))
}

const shortStocks = (held: readonly HeldPosition[]): string[] =>
  held.flatMap(({ instrument, quantity }) =>
    quantity < 0 && parseInstrument(instrument)?.kind === 'stock' ? [instrument] : [],
  )

/** True when judging the order takes prices of holdings, or the worth at the beginning of the day. */
function needsPrices(
  limits: AccountLimits,
  held: readonly HeldPosition[],
  { legs, underlying }: Pick<Order, 'legs' | 'underlying'>,
): boolean {
  const after = heldAfter(held, legs)
  return needsWorth(limits, after, underlying) || shortStocks(after).length > 0
}

export function assertPriced(
  basis: WorthBasis,
  { account, held, ...order }: Pick<Order, 'legs' | 'underlying'> & { account: Account; held: readonly HeldPosition[] },
): void {
  if (basis.instruments === null && needsPrices(account.limits, held, order))
    throw new PricesMissing('the order needs prices of other holdings')
}

interface WorthBasisInput {
  accountId: number
  order: Pick<Order, 'legs' | 'underlying'>
  now: Date
  /** False: skip the reads if the account's last order needed no prices. */
  withPrices: boolean
}

export async function readWorthBasis(
  { reader, tradeMemory }: ApiContext,
  { accountId, order, now, withPrices }: WorthBasisInput,
): Promise<WorthBasis> {
  if (withPrices) tradeMemory.accountsWithoutPrices.delete(accountId)
  else if (tradeMemory.accountsWithoutPrices.get(accountId)) return { instruments: null, day: null }
  return await reader.read(async (sql) => {
    const holdings = await readHoldings(sql, accountId)
    if (!holdings) return { instruments: [], day: null }
    const { positions: held } = holdings
    const { epoch, limits } = holdings.account
    if (!needsPrices(limits, held, order)) tradeMemory.accountsWithoutPrices.set(accountId, true)
    const after = heldAfter(held, order.legs)
    if (!needsWorth(limits, after, order.underlying)) return { instruments: shortStocks(after), day: null }
    const day = limits.max_day_loss_e4 === null ? null : await readBeginning(sql, { accountId, epoch }, now)
    const heldAtBeginning = day && 'positions' in day ? day.positions : []
    return { instruments: [...new Set([...held, ...heldAtBeginning].map(({ instrument }) => instrument))], day }
  })
}

/** The snapshot of the previous close plus deposits since; without a snapshot, cash and positions at midnight. */
async function readBeginning(
  sql: Db,
  { accountId, epoch }: { accountId: number; epoch: number },
  now: Date,
): Promise<CloseSnapshot | DayBeginning> {
  const { day } = eastern(now)
  const close = await closeOf(sql, accountId, epoch, previousSession(day).close)
  if (close?.equityE4 != null)
    return { equityE4: close.equityE4 + (await outsideSince(sql, accountId, epoch, close.entries)) }
  return await dayBeginning(sql, { accountId, epoch, at: instantAt(day, '00:00') })
}

/** Marks in 1e-4 dollars per unit held. A stale quote gives no mark. */
export function marksOf(answers: ReadonlyMap<string, TouchLookup>): Map<string, number> {
  const marks = new Map<string, number>()
  for (const [name, answer] of answers) {
    const mark = unitMarkE4(answer)
    if (mark !== null && answer.touch?.quality !== 'stale') marks.set(name, mark)
  }
  return marks
}

export interface Worth {
  equityE4: number
  underlyingAfterE4: number
  dayLossE4: number
}

interface WorthInput {
  account: Account
  /** The positions as they would be after the order. */
  after: readonly HeldPosition[]
  held: readonly HeldPosition[]
  underlying: string
  basis: WorthBasis
  answers: ReadonlyMap<string, TouchLookup>
}

/** The figures that the limits of size and loss are compared with, or the instruments whose price is missing. */
export function worthOf({ account, after, held, underlying, basis, answers }: WorthInput): Worth | string[] {
  if (!needsWorth(account.limits, after, underlying)) return { equityE4: 0, underlyingAfterE4: 0, dayLossE4: 0 }
  const marks = marksOf(answers)
  const { equityE4, unmarked } = accountValue(account.cashE4, held, marks)
  const missing = [...new Set([...unmarked, ...accountValue(0, after, marks).unmarked])]
  if (equityE4 === null || missing.length > 0) return missing
  const ofUnderlying = after.filter(({ instrument }) => {
    const parsed = parseInstrument(instrument)
    return parsed !== null && underlyingOf(parsed) === underlying
  })
  const worthE4 = (one: HeldPosition): number => Math.abs(one.quantity) * marks.get(one.instrument)!
  return {
    equityE4,
    underlyingAfterE4: ofUnderlying.reduce((sum, one) => sum + worthE4(one), 0),
    dayLossE4: basis.day === null ? 0 : beginningE4(basis.day, answers) - equityE4,
  }
}

/** If there is no snapshot, a stock counts at its vendor's previous close, and an option, which has none, at its cost. */
function beginningE4(day: CloseSnapshot | DayBeginning, answers: ReadonlyMap<string, TouchLookup>): number {
  if ('equityE4' in day) return day.equityE4
  return day.positions.reduce((sum, { instrument, quantity, costE4 }) => {
    const close = answers.get(instrument)?.touch?.previousCloseE4 ?? null
    return sum + (close === null ? costE4 : quantity * close)
  }, day.cashE4)
}
