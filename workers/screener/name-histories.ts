import { addBar, atr14, emptyState, LOOK_BACK_BARS, type NameState } from '../../pipeline/screener/indicators.ts'
import { barsInNewShares } from '../../shared/domain/market/known-split.ts'
import { BENCHMARK } from '../../shared/domain/market/liquid-funds.ts'
import { barsOfNames, type NameBars } from '../../shared/postgres/market/bars-of-names.ts'
import type { ScreenerRun } from '../../shared/postgres/screener/runs.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { splitsKnown } from '../../shared/postgres/trading/corporate-actions.ts'
import { addSessions, previousSession } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

/** Bars in addition to the look-back, so that Wilder's averages have settled. */
const WARM_UP_BARS = 40
/** Closes of a session are public by then, whenever the service fetched them. */
const EVENING = '20:00'

export interface BarsAsOf {
  /** The newest session whose bars may be read. */
  upTo: TradingDay
  knownBy: Date
}

/** The bars that a run may read: live what had arrived by then, in a back-fill what was public. */
export const barsAsOf = (upTo: TradingDay, at: Date, origin: string): BarsAsOf => ({
  upTo,
  knownBy: origin === 'scheduled' ? at : new Date(Math.max(at.getTime(), instantAt(upTo, EVENING).getTime())),
})

/** The newest session whose bars a run reads: a run of the morning comes before those of its own day. */
export const newestBarDay = ({ slot, day }: Pick<ScreenerRun, 'slot' | 'day'>): TradingDay =>
  slot === 'pm' ? day : previousSession(day).day

/** Prices of a session of which no bar is known yet. */
interface PricesNow {
  day: TradingDay
  prices: ReadonlyMap<string, number>
}

interface BarsWanted extends BarsAsOf {
  symbols: readonly string[]
  from: TradingDay
}

/**
 * Bars of names in the shares of their newest price: that of the running session, if given, otherwise that of the
 * newest bar.
 */
export async function barsInShares(
  db: Db,
  { symbols, from, upTo, knownBy }: BarsWanted,
  now: PricesNow | null = null,
): Promise<NameBars[]> {
  const bars = await barsOfNames(db, { symbols, from, upTo, knownBy })
  const splits = await splitsKnown(db, { symbols, upTo: now?.day ?? upTo, knownBy })
  return bars.map((each) => {
    const price = now?.prices.get(each.symbol)
    const live = now && price !== undefined ? { day: now.day, price } : null
    return barsInNewShares(each, splits.get(each.symbol) ?? [], live)
  })
}

/** The bars of names and of SPY over the look-back. */
export async function nameHistories(
  db: Db,
  tickers: readonly string[],
  { upTo, knownBy }: BarsAsOf,
  now: PricesNow | null = null,
): Promise<ReadonlyMap<string, NameBars>> {
  const from = addSessions(upTo, -LOOK_BACK_BARS - WARM_UP_BARS).day
  const symbols = [...new Set([...tickers, BENCHMARK])]
  const bars = await barsInShares(db, { symbols, from, upTo, knownBy }, now)
  return new Map(bars.map((each) => [each.symbol, each]))
}

const known = (value: number | null | undefined): number => value ?? Number.NaN

/** Brings a state forward by the first bars. */
function addBars(state: NameState, bars: NameBars, count: number): void {
  for (let at = 0; at < count; at++) {
    addBar(state, {
      close: bars.closes[at]!,
      open: known(bars.opens[at]),
      high: known(bars.highs[at]),
      low: known(bars.lows[at]),
      volume: known(bars.volumes[at]),
    })
  }
}

/** The state after the newest bar. */
export function stateOf(bars: NameBars): NameState {
  const state = emptyState()
  addBars(state, bars, bars.days.length)
  return state
}

/** Returns how many bars came before a day. */
export function countBefore({ days }: NameBars, day: TradingDay): number {
  const at = days.findIndex((each) => each >= day)
  return at < 0 ? days.length : at
}

export function closeOn(bars: NameBars | undefined, day: TradingDay): number | null {
  const at = bars?.days.indexOf(day) ?? -1
  return at < 0 ? null : bars!.closes[at]!
}

/** The log return from the newest close at or before a day to the newest one; NaN if no close is that old. */
export function returnSince({ days, closes }: NameBars, day: TradingDay): number {
  const at = days.findLastIndex((each) => each <= day)
  return Math.log(closes.at(-1)! / (closes[at] ?? Number.NaN))
}

/** Wilder's range through the last session before a day. */
export function atrBefore(bars: NameBars, day: TradingDay): number {
  const state = emptyState()
  addBars(state, bars, countBefore(bars, day))
  return atr14(state)
}
