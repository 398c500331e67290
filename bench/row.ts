import type { Rig } from './rig.ts'
import type { Better, Pair } from './statistics.ts'

/** A figure of ours against a ceiling, measured in turns. */
export interface RatioRow {
  kind: 'ratio'
  id: string
  figure: string
  unit: string
  better: Better
  /** The ceiling in a few words. */
  ceiling: string
  /** The share of the ceiling to reach; null without a goal. */
  goal: number | null
  /** Prepares and warms both sides. The rig closes what it opened after the row. */
  open(rig: Rig): Promise<Sides>
}

export interface Sides {
  ours(): Promise<number>
  ceiling(): Promise<number>
  /** Runs after the last round and rejects when the measured work was wrong. */
  check?(): Promise<void>
  /** Read after the last round. */
  note?(): string
}

/** Samples, 95 % of which must stay below a limit. */
export interface LimitRow {
  kind: 'limit'
  id: string
  /** Takes so long that it runs only when it is named. */
  isOnRequest?: true
  figure: string
  unit: string
  limit: number
  sample(rig: Rig): Promise<Samples>
}

export interface Samples {
  values: readonly number[]
  note?: string
}

/** Figures without ceiling or limit, one line each. */
export interface PlainRow {
  kind: 'plain'
  id: string
  /** Takes so long that it runs only when it is named. */
  isOnRequest?: true
  measure(rig: Rig): Promise<readonly Figure[]>
}

export interface Figure extends Samples {
  figure: string
  unit: string
}

/** Figures of one measurement, less being better: each has a limit, and a ceiling that was measured with it. */
export interface LimitsRow {
  kind: 'limits'
  id: string
  measure(rig: Rig): Promise<readonly LimitedFigure[]>
}

export interface LimitedFigure {
  figure: string
  unit: string
  limit: number
  /** One for each round. */
  pairs: readonly Pair[]
  note: string
}

export type Row = RatioRow | LimitRow | LimitsRow | PlainRow
