import assert from 'node:assert/strict'
import type { InputReading } from '../../shared/domain/contract/signals.ts'
import type { LevelKind, RiskDirection, WireKey } from '../../shared/domain/contract/tripwire.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'

/** Every level, margin and rule of what counts as an observation, under one name. */
export const TRIPWIRE_RULES_VERSION = '2026.11-1'

export interface MinuteQuote {
  symbol: string
  price: number
  quotedAt: Date
  source: string
}

/** Levels of the newest option chain. */
export interface ChainLevels {
  putWall: number | null
  zeroGamma: number | null
  quotedAt: Date
  knownAt: Date
  source: string
}

/** What was known at `cutoff`. Quotes of cycles are left out: a wire on prices goes by minutes alone. */
export interface TripwireInputs extends Pick<MarketInputs, 'cutoff' | 'day' | 'series'> {
  /** Null where no minute was collected, as in the evaluation of a report cycle. */
  minute: {
    at: Date
    collectedAt: Date
    quotes: Readonly<Record<string, MinuteQuote>>
    /** Why not everything came; null when it did. */
    reason: string | null
  } | null
  levels: ChainLevels | null
}

export interface Seen {
  status: 'observed'
  value: number
  level: number
  /** Where the wire is armed again: on the other side of the level, so that a value on the line does not flap. */
  rearm: number
  observedAt: Date
  inputs: readonly InputReading[]
}

/** Nothing to decide on: it neither flips nor holds. */
export interface NoData {
  status: 'no_data'
  reason: string
}
export type Sight = Seen | NoData

/** One tripwire. To add one: its key in shared/domain/contract/tripwire.ts, a definition, and one line in index.ts. */
export interface Wire {
  key: WireKey
  label: string
  levelKind: LevelKind
  /** above: met at or above the level; below: met below it. */
  side: 'above' | 'below'
  risk: RiskDirection
  /** minute: each minute is an observation; daily: only a newer day of its series is one. */
  feed: 'minute' | 'daily'
  /** How far the value is from the level is said in percent of the level, or in the value's own points. */
  distanceIn: 'percent' | 'points'
  /** All it may look at: the bound on the query. */
  series: readonly SeriesId[]
  read(inputs: TripwireInputs): Sight
}

export function defineWire(wire: Wire): Wire {
  assert(wire.feed === 'minute' || wire.series.length > 0, `${wire.key} has nothing to look at`)
  return wire
}

export const noData = (reason: string): NoData => ({ status: 'no_data', reason })

export const distanceOf = (
  { distanceIn }: Pick<Wire, 'distanceIn'>,
  { value, level }: Pick<Seen, 'value' | 'level'>,
): number => (distanceIn === 'percent' ? 100 * (value / level - 1) : value - level)
