import type { ExitReason, RegimeBand } from '../../shared/domain/contract/screener-ids.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { BandReading } from './moment.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { type Contract, type Entry, isOpen, type Mark, signOf, type Tracked } from './tracked.ts'

/** A close beyond the entry by so many ATR of the entry day ends a contract. */
export const INVALIDATION_ATR = 1.5
/** Adverse closes in a row that end a contract. */
const MACRO_CLOSES = 2
/** A name without a bar for so many sessions in a row no longer trades; it closes at its last value. */
export const DELISTED_SESSIONS = 5

export const ADVERSE: Readonly<Record<Tracked['side'], RegimeBand>> = { long: 'high', short: 'low' }

/** A price of the name, SPY at the same moment, and the name's ATR through the session before. */
export interface EntryQuote {
  day: TradingDay
  at: Entry['at']
  price: number
  spy: number
  atr: number
}

/** Whether a record may enter: after a run of 17:30 from the next session on, after 10:30 at anything but the open. */
export const mayEnter = ({ entry, day, runSlot }: Tracked, quote: Pick<EntryQuote, 'day' | 'at'>): boolean =>
  entry === null && (quote.day > day || (runSlot === 'am' && quote.at !== 'open'))

export function enter(tracked: Tracked, quote: EntryQuote): Tracked {
  const { day, at, price, spy, atr } = quote
  const invalidation = price - signOf(tracked.side) * INVALIDATION_ATR * atr
  return { ...tracked, entry: { day, at, price, spy, atr, invalidation }, missing: 0 }
}

/** One close: the name's own, or null if it has none. */
export interface SessionClose {
  day: TradingDay
  close: number | null
  spy: number
  /** The name's ATR through the session before. */
  atrBefore: number
  /** The name's newest close before this session, and SPY's of that session. */
  before: Mark | null
  /** The newest band known at the close. */
  band: BandReading | null
}

export interface Advanced {
  tracked: Tracked
  /** Set when this close was the entry. */
  hasEntered: boolean
  hasExited: boolean
  /** Set when all bars are known; the record is then finished. */
  outcome: Outcome | null
}

/** Brings a record forward by one close: entry, exit of the contract, end of the horizon. */
export function advance(tracked: Tracked, session: SessionClose): Advanced {
  if (tracked.entry === null) return waitForEntry(tracked, session)
  const missing = session.close === null ? tracked.missing + 1 : 0
  const last = session.close === null ? lastMark(tracked) : markOf(session, session.close)
  const held: Tracked = { ...tracked, bars: tracked.bars + 1, missing, last }
  const isGone = missing >= DELISTED_SESSIONS
  const contract = held.contract && nextContract(held, session, isGone)
  const now: Tracked = { ...held, contract }
  const isOver = isGone || now.bars >= now.horizon
  return {
    tracked: now,
    hasEntered: false,
    hasExited: isOpen(held) && !isOpen(now),
    // A name that no longer trades is measured to its last close, SPY over the same bars.
    outcome: isOver ? outcomeOf(now, isGone ? last : { ...last, day: session.day, spy: session.spy }) : null,
  }
}

const markOf = ({ day, spy }: SessionClose, close: number): Mark => ({ day, close, spy })

/** The newest value: a close after the entry, or the entry itself. */
const lastMark = ({ last, entry }: Tracked): Mark => last ?? { day: entry!.day, close: entry!.price, spy: entry!.spy }

function waitForEntry(tracked: Tracked, session: SessionClose): Advanced {
  const { day, close, spy, atrBefore, before } = session
  const nothing = { hasEntered: false, hasExited: false, outcome: null }
  if (!mayEnter(tracked, { day, at: 'close' })) return { tracked, ...nothing }
  if (close !== null) {
    return {
      ...nothing,
      tracked: enter(tracked, { day, at: 'close', price: close, spy, atr: atrBefore }),
      hasEntered: true,
    }
  }
  const missing = tracked.missing + 1
  if (missing < DELISTED_SESSIONS || !before) return { tracked: { ...tracked, missing }, ...nothing }
  return goneBeforeEntry(tracked, before, atrBefore)
}

/**
 * The name ceased to trade before it could be bought: it is entered and closed at its last value, so that it stays in
 * the record.
 */
function goneBeforeEntry(tracked: Tracked, mark: Mark, atr: number): Advanced {
  const { day, close, spy } = mark
  const entered = enter(tracked, { day, at: 'close', price: close, spy, atr })
  const contract = entered.contract && {
    ...entered.contract,
    exit: { day, reason: 'delisted', price: close, spy } as const,
  }
  const now: Tracked = { ...entered, last: mark, contract }
  return { tracked: now, hasEntered: true, hasExited: contract !== null, outcome: outcomeOf(now, mark) }
}

function nextContract(held: Tracked, session: SessionClose, isGone: boolean): Contract {
  const contract = held.contract!
  if (contract.exit !== null) return contract
  const macro = nextMacro(held, session.band)
  const reason = exitReason(held, { isGone, isMacro: macro.closes >= MACRO_CLOSES, hasClose: session.close !== null })
  if (reason === null) return { ...contract, macro }
  const { day, close, spy } = held.last!
  const at = reason === 'delisted' ? { day, spy } : { day: session.day, spy: session.spy }
  return { ...contract, macro, exit: { ...at, reason, price: close } }
}

interface ExitFacts {
  isGone: boolean
  isMacro: boolean
  hasClose: boolean
}

function exitReason(held: Tracked, { isGone, isMacro, hasClose }: ExitFacts): ExitReason | null {
  if (isGone) return 'delisted'
  if (held.bars >= held.horizon) return 'horizon'
  const beyond = signOf(held.side) * (held.last!.close - held.entry!.invalidation)
  if (hasClose && beyond < 0) return 'price'
  return isMacro ? 'macro' : null
}

/** A band that was already adverse at the lock must first be left before it can end the contract. */
function nextMacro({ contract, side }: Tracked, reading: BandReading | null): Contract['macro'] {
  const { macro } = contract!
  if (!reading || (macro.day !== null && reading.day <= macro.day)) return macro
  const isAdverse = reading.band === ADVERSE[side]
  if (!isAdverse) return { day: reading.day, armed: true, closes: 0 }
  return { day: reading.day, armed: macro.armed, closes: macro.armed ? macro.closes + 1 : 0 }
}
