import type { Severity } from './alert.ts'

/** The 13 signals in the order they are served; a test compares the engine's list of components with it. */
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

/** States of the whole market that the event log tracks in addition to the signals. */
export const MARKET_STATES = ['regime', 'regime_now', 'fragility'] as const
export type MarketState = (typeof MARKET_STATES)[number]

export type WatchedSubject = MarketState | SignalKey

export type KnownState = {
  state: string
  /** Cutoff of the cycle in which the state began, Eastern. */
  since: string
  rules_version: string
}

/** The state of one subject by the newest cycle that counted. */
export type WatchedState = KnownState & {
  /** The series it was read from; absent for states of several series and in memories of an earlier version. */
  series?: string
  /** The last states by each series that was read before this one: a state is compared with one of its own series. */
  others?: Record<string, KnownState>
  /** For a state of several series: the series of each part that counted. */
  parts?: Record<string, string>
}
/** By subject, as stored. */
export type WatchedStates = Record<string, WatchedState>

export interface Transition {
  subject: WatchedSubject
  from: string
  to: string
  /** When the previous state began. */
  since: string
  direction: 'better' | 'worse'
  severity: Severity
  title: string
  cause: string
  /** Set if different rules versions computed the two states. */
  rules: { from: string; to: string } | null
}

const SOURCE_STATES = ['delivering', 'degraded', 'failing'] as const
/** delivering: fresh values; degraded: the last good value is used; failing: there is no value to use. */
export type SourceState = (typeof SOURCE_STATES)[number]
