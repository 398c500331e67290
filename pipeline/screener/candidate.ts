import type { ArchetypeId, EngineState, PickSide, Suppression } from '../../shared/domain/contract/screener-ids.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { Setup } from './setup.ts'

/** A setup as one run sees it. */
export interface Candidate {
  ticker: string
  archetype: ArchetypeId
  side: PickSide
  horizon: number
  /** Whether this run is the first of the spell. */
  status: Exclude<EngineState, 'ripe'>
  isRipe: boolean
  score: number
  confluence: readonly string[]
  why: readonly string[]
  lastFired: TradingDay
  sessionsAgo: number
  price: number
  atr: number
  /** Price at which the episode became ripe; the buy zone lies around it. */
  reference: number
  /** How many of today's shares one share at that time has become; absent without a split since. */
  referenceShares?: number
  /** The state of the name in standard units, for its analogues. */
  features: readonly number[]
  /** How many completed bars ago the last report came out; null where no report is known. */
  barsSinceReport: number | null
  /** Already known reason why it cannot be locked; null if it can compete. */
  suppressed: Extract<Suppression, 'stale' | 'not_ripe' | 'gapped'> | null
}

/** The result of scanning one name: the setups to remember and the candidates of the run. */
export interface NameScan {
  ticker: string
  /** The open at 10:30 and the close at 17:30; absent from scans of earlier versions. */
  price?: number
  setups: readonly Setup[]
  candidates: readonly Candidate[]
  /** Archetypes that lack an input of this name. */
  insufficient: readonly ArchetypeId[]
}
