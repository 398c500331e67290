import { accountValue } from '../../../shared/domain/trading/account-value.ts'
import { parseInstrument, underlyingOf } from '../../../shared/domain/trading/instrument.ts'
import type { AccountLimits } from '../../../shared/domain/trading/limits.ts'
import type { HeldPosition } from '../../../shared/domain/trading/option-book.ts'
import type { Order, OrderLeg } from '../../../shared/domain/trading/trade.ts'
import { unitMarkE4 } from '../../../shared/market/marks.ts'
import type { TouchAnswer } from '../../../shared/market/touches.ts'
import type { Db } from '../../../shared/postgres/server/db.ts'
import type { Account } from '../../../shared/postgres/trading/accounts.ts'
import { type DayBeginning, dayBeginning } from '../../../shared/postgres/trading/day-beginning.ts'
import { readHoldings } from '../../../shared/postgres/trading/holdings.ts'
import { previousSession } from '../../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../../shared/time/eastern.ts'
import type { ApiContext } from '../../http/context.ts'
import { closeOf, outsideSince } from '../accounts/account-snapshots-view.ts'

/**
 * Whether the worth of the account has to be known. At 100 % cash alone keeps what is long within its bound, so nobody
 * has to be asked for prices; what is sold short it does not.
 */
const needsWorth = (
  { max_position_pct, max_day_loss_e4 }: AccountLimits,
  after: readonly HeldPosition[],
  underlying: string,
) =>
  max_position_pct < 100 ||
  max_day_loss_e4 !== null ||
  after.some(({ instrument, quantity }) => instrument === underlying && quantity < 0)

/** What has to be known of an account before an order of it can be judged, read ahead of the locks. */
export interface WorthBasis {
  /** Instruments whose price decides; null: taken for none, as it was with the order before. */
  instruments: string[] | null
  /** What the day began with: its worth, where the close before was kept. Null: no limit asks for it. */
  day: KeptClose | DayBeginning | null
}

interface KeptClose {
  equityE4: number
}

/** As an account would be behind an order. */
export function heldBehind(held: readonly HeldPosition[], legs: readonly OrderLeg[]): HeldPosition[] {
  const behind = new Map(held.map(({ instrument, quantity }) => [instrument, quantity]))
  for (const { instrument, quantity } of legs) behind.set(instrument, (behind.get(instrument) ?? 0) + quantity)
  return [...behind].map(([instrument, quantity]) => ({ instrument, quantity }))
}

const shortStocks = (held: readonly HeldPosition[]): string[] =>
  held.flatMap(({ instrument, quantity }) =>
    quantity < 0 && parseInstrument(instrument)?.kind === 'stock' ? [instrument] : [],
  )

/** Whether anything of what is held has to be priced, or a day's beginning known, to judge an order. */
function asksForPrices(
  limits: AccountLimits,
  held: readonly HeldPosition[],
  { legs, underlying }: Pick<Order, 'legs' | 'underlying'>,
): boolean {
  const after = heldBehind(held, legs)
  return needsWorth(limits, after, underlying) || shortStocks(after).length > 0
}

/** An order was to be judged by prices that nobody has asked for. */
class PricesMissing extends Error {}

export function assertPriced(
  basis: WorthBasis,
  { account, held, ...order }: Pick<Order, 'legs' | 'underlying'> & { account: Account; held: readonly HeldPosition[] },
): void {
  if (basis.instruments === null && asksForPrices(account.limits, held, order))
    throw new PricesMissing('the order needs prices')
}

/**
 * Most accounts hold nothing whose price an order hangs on, so one that did not with its last order is taken not to. The
 * judge finds out with the account locked; then nothing has happened, and it is all done once more, `sure` this time.
 */
export async function withPrices<T>(work: (sure: boolean) => Promise<T>): Promise<T> {
  try {
    return await work(false)
  } catch (error) {
    if (!(error instanceof PricesMissing)) throw error
    return await work(true)
  }
}

interface Asking {
  accountId: number
  order: Pick<Order, 'legs' | 'underlying'>
  now: Date
  /** Reads what is held, whatever the last order hung on. */
  sure: boolean
}

export async function readWorthBasis(
  { reader, tradeMemory }: ApiContext,
  { accountId, order, now, sure }: Asking,
): Promise<WorthBasis> {
  if (sure) tradeMemory.unpriced.delete(accountId)
  else if (tradeMemory.unpriced.get(accountId)) return { instruments: null, day: null }
  return await reader.read(async (sql) => {
    const holdings = await readHoldings(sql, accountId)
    if (!holdings) return { instruments: [], day: null }
    const { positions: held } = holdings
    const { epoch, limits } = holdings.account
    if (!asksForPrices(limits, held, order)) tradeMemory.unpriced.set(accountId, true)
    const after = heldBehind(held, order.legs)
    if (!needsWorth(limits, after, order.underlying)) return { instruments: shortStocks(after), day: null }
    const day = limits.max_day_loss_e4 === null ? null : await readBeginning(sql, { accountId, epoch }, now)
    const began = day && 'positions' in day ? day.positions : []
    return { instruments: [...new Set([...held, ...began].map(({ instrument }) => instrument))], day }
  })
}

/** The kept worth of the session before, with money from outside since; else what the day began with. */
async function readBeginning(
  sql: Db,
  { accountId, epoch }: { accountId: number; epoch: number },
  now: Date,
): Promise<KeptClose | DayBeginning> {
  const { day } = eastern(now)
  const kept = await closeOf(sql, accountId, epoch, previousSession(day).close)
  if (kept?.equityE4 != null)
    return { equityE4: kept.equityE4 + (await outsideSince(sql, accountId, epoch, kept.entries)) }
  return await dayBeginning(sql, { accountId, epoch, at: instantAt(day, '00:00') })
}

/** In 1e-4 dollars per unit held, of whatever has two sides now: by an old price nobody can say what it is worth. */
export function marksOf(answers: ReadonlyMap<string, TouchAnswer>): Map<string, number> {
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

export interface WorthAsked {
  account: Account
  /** As they would be behind the order. */
  after: readonly HeldPosition[]
  held: readonly HeldPosition[]
  underlying: string
  basis: WorthBasis
  answers: ReadonlyMap<string, TouchAnswer>
}

/** What the limits of size and loss ask for; the names of what has no price when that keeps it unknown. */
export function worthOf({ account, after, held, underlying, basis, answers }: WorthAsked): Worth | string[] {
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

/** Without a kept close: by what vendors say of it; an option, whose vendors do not, by its basis. */
function beginningE4(day: KeptClose | DayBeginning, answers: ReadonlyMap<string, TouchAnswer>): number {
  if ('equityE4' in day) return day.equityE4
  return day.positions.reduce((sum, { instrument, quantity, costE4 }) => {
    const close = answers.get(instrument)?.touch?.previousCloseE4 ?? null
    return sum + (close === null ? costE4 : quantity * close)
  }, day.cashE4)
}
