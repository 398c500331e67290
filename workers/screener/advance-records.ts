import { advance, type SessionClose } from '../../pipeline/screener/advance.ts'
import type { BandReading } from '../../pipeline/screener/moment.ts'
import type { Outcome } from '../../pipeline/screener/outcome.ts'
import type { Tracked } from '../../pipeline/screener/tracked.ts'
import { isRestated, type KnownSplit, sharesSince } from '../../shared/domain/market/known-split.ts'
import { BENCHMARK } from '../../shared/domain/market/liquid-funds.ts'
import type { NameBars } from '../../shared/postgres/market/bars-of-names.ts'
import { sessionOn, sessionsBetween } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { atrBefore, closeOn, countBefore } from './name-histories.ts'

export interface AdvancedRecord {
  tracked: Tracked
  hasEntered: boolean
  hasExited: boolean
  outcome: Outcome | null
}

type Histories = ReadonlyMap<string, NameBars>

interface BarsOfBook {
  histories: Histories
  upTo: TradingDay
  bandAt(instant: Date): BandReading | null
  /** Splits of each name, also those after the newest bar: a run of the morning knows them before any bar does. */
  splits?: ReadonlyMap<string, readonly KnownSplit[]>
}

/**
 * How many shares of the bars one share of a record's entry has become. Bars are in the shares of the instant at which
 * they are read, and the last close that a record has seen is in those of its entry, so a split shows as a difference
 * between the two. Before the record has seen a close, known splits are used.
 */
function sharesSinceEntry({ ticker, entry, last }: Tracked, { histories, upTo, splits }: BarsOfBook): number {
  const now = last && closeOn(histories.get(ticker), last.day)
  if (last && now) return isRestated(last.close / now) ? last.close / now : 1
  const own = (splits?.get(ticker) ?? []).filter(({ exDate }) => exDate <= upTo)
  return entry ? sharesSince(own, entry.day) : 1
}

/** Brings a record forward by every close after the last one it has seen, up to a session, in the shares of its entry. */
export function advanceRecord(tracked: Tracked, book: BarsOfBook): AdvancedRecord {
  const { histories, upTo, bandAt, splits } = book
  const shares = sharesSinceEntry(tracked, book)
  let result: AdvancedRecord = { tracked, hasEntered: false, hasExited: false, outcome: null }
  for (const day of sessionsToCome(tracked, upTo)) {
    const session = sessionClose(tracked.ticker, day, histories, bandAt(sessionOn(day)!.close))
    if (!session) break
    const close = session.close === null ? null : session.close * shares
    const next = advance(result.tracked, { ...session, close })
    result = {
      tracked: next.tracked,
      hasEntered: result.hasEntered || next.hasEntered,
      hasExited: result.hasExited || next.hasExited,
      outcome: next.outcome,
    }
    if (next.outcome) break
  }
  const ahead = sharesSince(splits?.get(tracked.ticker) ?? [], upTo)
  return { ...result, tracked: withShares(result.tracked, shares * ahead) }
}

/** An entry of this run is in the shares of the newest bar. */
function withShares({ shares: _before, ...tracked }: Tracked, shares: number): Tracked {
  return tracked.entry !== null && isRestated(shares) ? { ...tracked, shares } : tracked
}

/** Closes that the record has not seen: bars and missing sessions are counted from its entry or its run. */
function sessionsToCome({ day, runSlot, entry, bars, missing }: Tracked, upTo: TradingDay): TradingDay[] {
  const first = entry?.day ?? day
  if (first > upTo) return []
  const sessions = sessionsBetween(first, upTo)
  if (entry) return sessions.slice((entry.at === 'close' ? 1 : 0) + bars)
  return sessions.slice((runSlot === 'am' ? 0 : 1) + missing)
}

/** One session of a name; null where SPY has no close yet, because nothing can be measured against it. */
function sessionClose(
  ticker: string,
  day: TradingDay,
  histories: Histories,
  band: BandReading | null,
): SessionClose | null {
  const spy = closeOn(histories.get(BENCHMARK), day)
  if (spy === null) return null
  const bars = histories.get(ticker)
  const until = bars ? countBefore(bars, day) : 0
  const lastDay = bars?.days[until - 1]
  const lastSpy = lastDay ? closeOn(histories.get(BENCHMARK), lastDay) : null
  const before = lastDay && lastSpy !== null ? { day: lastDay, close: bars!.closes[until - 1]!, spy: lastSpy } : null
  return { day, close: closeOn(bars, day), spy, atrBefore: bars ? atrBefore(bars, day) : Number.NaN, before, band }
}
