import type { Severity } from './alert.ts'

/** The 13 signals, in the order they are served; the engine's list of components is held against it. */
export const SIGNAL_KEYS = [
  'dix',
  'gex',
  'hy_oas',
  'breadth',
  'vix',
  'vix_term',
  'skew',
  'yield_curve',
  'dollar',
  'oil',
  'breakevens',
  'aaii',
  'cot',
] as const
export type SignalKey = (typeof SIGNAL_KEYS)[number]

/** States of the whole market that change now and then; subjects of the event log beside the signals. */
export const MARKET_STATES = ['regime', 'regime_now', 'fragility'] as const
export type MarketState = (typeof MARKET_STATES)[number]

export type WatchedSubject = MarketState | SignalKey

/** What the newest cycle that counted said of one subject. */
export type WatchedState = {
  state: string
  /** The cutoff that brought it, Eastern. */
  since: string
  rules_version: string
}
/** By subject, as it is stored. */
export type WatchedStates = Record<string, WatchedState>

export interface Transition {
  subject: WatchedSubject
  from: string
  to: string
  /** Since when the state that ended had been there. */
  since: string
  direction: 'better' | 'worse'
  severity: Severity
  title: string
  cause: string
  /** Where the two states were told by different rules. */
  rules: { from: string; to: string } | null
}

export const SOURCE_STATES = ['delivering', 'degraded', 'failing'] as const
/** delivering: by itself; degraded: its last good value stands in; failing: nothing that could. */
export type SourceState = (typeof SOURCE_STATES)[number]
