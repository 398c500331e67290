import type { ArchetypeId } from '../../shared/domain/contract/screener-ids.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { shownOrNull } from '../maths/shown.ts'
import { mean } from '../maths/statistics.ts'
import { wilson } from '../maths/wilson.ts'
import type { Archetype } from './archetype.ts'
import { archetypes } from './archetypes/index.ts'
import type { Chances } from './chances.ts'

/** Matured samples before a hit rate is called calibrated. */
export const CALIBRATED_MIN = 30

/** An episode of evidence as calibration sees it; `excess` is null until all its bars are known. */
export interface CalibrationEpisode {
  archetype: ArchetypeId
  status: 'new' | 'persisting'
  confluence: number
  score: number
  /** The day of entry, or of the run while it has none. */
  from: TradingDay
  /** Bars of the horizon after that day: an entry before the close makes its own day the first bar. */
  barsAfter: number
  excess: number | null
  block: number | null
}

export interface CalibrationInput {
  episodes: readonly CalibrationEpisode[]
  /** How many flags the runs saw before they were joined to episodes, by archetype. */
  rawRows: ReadonlyMap<ArchetypeId, number>
  chances: Chances
}

interface Bucket {
  bucket: string
  has(episode: CalibrationEpisode): boolean
}

const between = (from: number, below: number): Bucket => ({
  bucket: `${(from / 100).toFixed(2)}-${(Math.min(100, below) / 100).toFixed(2)}`,
  has: ({ score }) => score >= from && score < below,
})

/** Every bucket is served, also an empty one. */
const DIALS: Readonly<Record<'engine_state' | 'confluence_count' | 'score_norm', readonly Bucket[]>> = {
  engine_state: (['new', 'persisting'] as const).map((state) => ({
    bucket: state,
    has: ({ status }) => status === state,
  })),
  confluence_count: [
    { bucket: '2', has: ({ confluence }) => confluence <= 2 },
    { bucket: '3', has: ({ confluence }) => confluence === 3 },
    { bucket: '4', has: ({ confluence }) => confluence === 4 },
    { bucket: '5+', has: ({ confluence }) => confluence >= 5 },
  ],
  score_norm: [between(0, 25), between(25, 50), between(50, 75), between(75, 101)],
}

type Matured = CalibrationEpisode & { excess: number }

/** How often each archetype had an excess above 0 over its horizon, by what was known when it was recorded. */
export function calibration({ episodes, rawRows, chances }: CalibrationInput) {
  const entries = archetypes.map((archetype) => {
    const own = episodes.filter((each) => each.archetype === archetype.id)
    const chance = chances.get(archetype.id)?.horizon ?? null
    return entryOf(archetype, own, { rawRows: rawRows.get(archetype.id) ?? 0, chance })
  })
  const etas = entries.flatMap(({ next_maturation_eta: eta }) => eta ?? []).toSorted()
  return {
    by_archetype: entries,
    total_recorded_predictions: episodes.length,
    earliest_maturation_eta: etas[0] ?? null,
    diagnostics: {
      minimum_samples: CALIBRATED_MIN,
      matured: episodes.filter(({ excess }) => excess !== null).length,
      pending: episodes.filter(({ excess }) => excess === null).length,
      raw_rows: [...rawRows.values()].reduce((sum, count) => sum + count, 0),
      episode_gap_days: 10,
      outcome: 'excess over SPY over all bars of the horizon, after costs',
      interval:
        'Wilson, 95 %, with complete and incomplete blocks of weeks as samples, because episodes of one block move together',
    },
  }
}

export type Calibration = ReturnType<typeof calibration>

function entryOf(
  { id, horizon }: Archetype,
  own: readonly CalibrationEpisode[],
  { rawRows, chance }: { rawRows: number; chance: number | null },
) {
  const matured = own.filter((each): each is Matured => each.excess !== null)
  const pending = own.filter(({ excess }) => excess === null)
  const rate = hitRate(matured)
  const blocks = new Set(matured.map(({ block }) => block)).size
  const isCalibrated = matured.length >= CALIBRATED_MIN
  const interval = rate === null ? null : wilson(rate, blocks)
  const etas = pending.map(({ from, barsAfter }) => addSessions(from, barsAfter).day).toSorted()
  return {
    archetype: id,
    hit_rate: shownOrNull(rate),
    mean_excess: shownOrNull(mean(matured.map(({ excess }) => excess))),
    confidence_interval: interval && { low: shownOrNull(interval.low)!, high: shownOrNull(interval.high)! },
    n: matured.length,
    n_effective: blocks,
    calibrated: isCalibrated,
    label: isCalibrated ? 'calibrated' : `uncalibrated (${matured.length}/${CALIBRATED_MIN})`,
    headline_state: isCalibrated && interval ? headline(interval, chance) : ('maturing' as const),
    episode_dedup: { raw_rows: rawRows, deduped_rows: own.length },
    pending_predictions: pending.length,
    next_maturation_eta: etas[0] ?? null,
    by_dial: isCalibrated ? byDial(horizon, matured) : null,
  }
}

const hitRate = (matured: readonly Matured[]): number | null => mean(matured.map(({ excess }) => (excess > 0 ? 1 : 0)))

/**
 * A rate after costs. Without placebos chance is only known to be below a half, so no rate can be called below chance.
 */
function headline({ low, high }: { low: number; high: number }, chance: number | null) {
  if (low > (chance ?? 0.5)) return 'above_chance' as const
  return chance !== null && high < chance ? ('below_chance' as const) : ('not_distinguishable_from_chance' as const)
}

function byDial(horizon: number, matured: readonly Matured[]) {
  const dials = Object.entries(DIALS).map(([dial, buckets]) => [
    dial,
    buckets.map(({ bucket, has }) => {
      const inside = matured.filter(has)
      return {
        bucket,
        hit_rate_excess: shownOrNull(hitRate(inside)),
        mean_excess: shownOrNull(mean(inside.map(({ excess }) => excess))),
        n: inside.length,
      }
    }),
  ])
  return { horizon_days: horizon, ...Object.fromEntries(dials) } as {
    horizon_days: number
  } & Record<
    keyof typeof DIALS,
    { bucket: string; hit_rate_excess: number | null; mean_excess: number | null; n: number }[]
  >
}
