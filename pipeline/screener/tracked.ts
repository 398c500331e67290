import type { ArchetypeId, Chip, ExitReason, PickSide, RegimeBand } from '../../shared/domain/contract/screener-ids.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { Candidate } from './candidate.ts'
import type { ConvictionPart } from './deep-scan.ts'
import type { RunMoment } from './moment.ts'

/** The first tradable price after a run. */
export interface Entry {
  day: TradingDay
  /** If the entry is a first good quote, bars are counted as after an open: the first bar is that session's close. */
  at: 'open' | 'quote' | 'close'
  price: number
  /** SPY at the same moment. */
  spy: number
  /** Wilder's average true range through the last session before the entry. */
  atr: number
  /** A close beyond this level ends the contract. */
  invalidation: number
}

/** The value of a name at the close of a session, and SPY's. */
export interface Mark {
  day: TradingDay
  close: number
  spy: number
}

/** The locked record; only `macro` and `exit` change afterwards. */
export interface Contract {
  slot: number
  conviction: number
  boardScore: number
  chip: Chip
  why: readonly string[]
  /** What each part of the deep scan added to the conviction; absent from locks of earlier versions. */
  parts?: readonly ConvictionPart[]
  /** The newest band that counted, whether it is armed, and how many closes in a row were adverse. */
  macro: { day: TradingDay | null; armed: boolean; closes: number }
  exit: { day: TradingDay; reason: ExitReason; price: number; spy: number } | null
}

/** A ripe setup that a run recorded, from its record to the end of its horizon, locked or not. */
export interface Tracked {
  id: string
  runAt: string
  day: TradingDay
  runSlot: RunMoment['slot']
  ticker: string
  side: PickSide
  archetype: ArchetypeId
  horizon: number
  score: number
  episode: string
  /** True for the first record of its episode, which alone is evidence. */
  isEvidence: boolean
  /** True for a record of a scheduled run under the present rules. */
  isPostLock: boolean
  status: Candidate['status']
  confluence: number
  features: readonly number[]
  band: RegimeBand | null
  entry: Entry | null
  /** Sessions whose close came after the entry price. */
  bars: number
  /** Sessions in a row without a bar of the name. */
  missing: number
  last: Mark | null
  /**
   * How many of today's shares one share of the entry has become; the prices stay in the shares of the entry. Absent
   * without a split.
   */
  shares?: number
  contract: Contract | null
}

export const trackedId = (moment: RunMoment, { ticker, archetype }: Pick<Candidate, 'ticker' | 'archetype'>): string =>
  `${moment.day}-${moment.slot}-${ticker}-${archetype}`

/**
 * The field that documents show for a record that was split; it is derived from rounded closes, so it has four digits.
 */
export const sharesOf = ({ shares }: Tracked): { shares_since_entry?: number } =>
  shares === undefined ? {} : { shares_since_entry: Number(shares.toPrecision(4)) }

export const isOpen = ({ contract }: Tracked): boolean => contract !== null && contract.exit === null

/**
 * The word for an excess above 0: a short has one when its name did worse than SPY, whatever the name itself returned.
 */
export const excessWords = (side: PickSide): string => (side === 'long' ? 'beat SPY' : 'fell behind SPY')

/** 1 for longs, −1 for shorts. */
export const signOf = (side: PickSide): 1 | -1 => (side === 'long' ? 1 : -1)
