import assert from 'node:assert/strict'
import type { InputReading } from '../../shared/domain/contract/signals.ts'
import type { LevelKind, RiskDirection, WireKey } from '../../shared/domain/contract/tripwire.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { shown } from '../maths/shown.ts'

/** Names one set of levels, margins and rules for what counts as an observation. */
export const TRIPWIRE_RULES_VERSION = '2026.11-2'

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

/** Inputs known at `cutoff`. Quotes of cycles are left out: a wire on prices goes by minutes alone. */
export interface TripwireInputs extends Pick<MarketInputs, 'cutoff' | 'day' | 'series'> {
  /** Null where no minute was collected, as in the evaluation of a report cycle. */
  minute: {
    at: Date
    collectedAt: Date
    quotes: Readonly<Record<string, MinuteQuote>>
    /** The reason why the minute is incomplete; null when it is complete. */
    reason: string | null
  } | null
  levels: ChainLevels | null
}

export interface ObservedWire {
  status: 'observed'
  value: number
  level: number
  /** The re-arm line, on the other side of the level, so that a value on the line does not flap. */
  rearm: number
  observedAt: Date
  inputs: readonly InputReading[]
}

/** A wire without data neither flips nor holds. */
export interface NoData {
  status: 'no_data'
  reason: string
}
export type WireObservation = ObservedWire | NoData

/** One tripwire. To add one: its key in shared/domain/contract/tripwire.ts, a definition, and one line in index.ts. */
export interface Wire {
  key: WireKey
  label: string
  levelKind: LevelKind
  /** `above` is met at or above the level, `below` under it. */
  side: 'above' | 'below'
  risk: RiskDirection
  /** `minute` makes each minute an observation; `daily` only a newer day of its series. */
  feed: 'minute' | 'daily'
  /** The unit of the distance to the level: percent of the level, or the value's own points. */
  distanceIn: 'percent' | 'points'
  /** Every series it may read; bounds the query. */
  series: readonly SeriesId[]
  read(inputs: TripwireInputs): WireObservation
}

export function defineWire(wire: Wire): Wire {
  assert(wire.feed === 'minute' || wire.series.length > 0, `${wire.key} has no series to read`)
  return wire
}

export const noData = (reason: string): NoData => ({ status: 'no_data', reason })

export const distanceOf = (
  { distanceIn }: Pick<Wire, 'distanceIn'>,
  { value, level }: Pick<ObservedWire, 'value' | 'level'>,
): number => shown(distanceIn === 'percent' ? 100 * (value / level - 1) : value - level)
