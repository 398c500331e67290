import type { Rig } from './rig.ts'
import type { Better } from './statistics.ts'

/** Ours against a ceiling, measured by turns. */
export interface RatioRow {
  kind: 'ratio'
  id: string
  figure: string
  unit: string
  better: Better
  /** What the ceiling is, in a few words. */
  ceiling: string
  /** The least part of the ceiling to be reached; null where nobody set a goal. */
  goal: number | null
  /** Gets both sides ready and warm. What it opened is closed by the rig after the row. */
  open(rig: Rig): Promise<Sides>
}

export interface Sides {
  ours(): Promise<number>
  ceiling(): Promise<number>
  /** After the last round: rejects when what was measured is not right. */
  check?(): Promise<void>
  /** Asked after the last round. */
  note?(): string
}

/** Samples of which 95 % must stay below a limit. */
export interface LimitRow {
  kind: 'limit'
  id: string
  figure: string
  unit: string
  limit: number
  sample(rig: Rig): Promise<Samples>
}

export interface Samples {
  values: readonly number[]
  note?: string
}

/** What has neither a ceiling nor a limit: one line per figure. */
export interface PlainRow {
  kind: 'plain'
  id: string
  measure(rig: Rig): Promise<readonly Figure[]>
}

export interface Figure extends Samples {
  figure: string
  unit: string
}

export type Row = RatioRow | LimitRow | PlainRow
