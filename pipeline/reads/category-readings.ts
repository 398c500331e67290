import type { Category } from '../../shared/domain/contract/position-read.ts'
import { SectorShares } from '../../shared/domain/contract/sector-shares.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'

export type Move = 'rises' | 'falls'

export interface CategoryReading {
  category: Category
  signal: string
  level: string
  value: string
  label: string
  /** The move of the category's figure that the level implies; null: the level implies no direction. */
  move: Move | null
  /** False for an ordinary reading, which is not served. */
  isMaterial: boolean
}

interface SignalRule {
  signal: string
  /**
   * Which direction of the figure is bad for the level; `trend`: the figure is best when steady, so only its trend has
   * a direction.
   */
  whenBad: Move | 'trend'
}

/** The signal that represents each category. The sector has its own block. */
const SIGNAL_OF: Readonly<Record<Exclude<Category, 'sector'>, SignalRule>> = {
  index: { signal: 'breadth', whenBad: 'falls' },
  volatility: { signal: 'vix', whenBad: 'rises' },
  credit: { signal: 'hy_oas', whenBad: 'rises' },
  rates: { signal: 'breakevens', whenBad: 'trend' },
  oil: { signal: 'oil', whenBad: 'trend' },
  dollar: { signal: 'dollar', whenBad: 'rises' },
}

const BAD = new Set(['caution', 'adverse'])
const opposite = (move: Move): Move => (move === 'rises' ? 'falls' : 'rises')

function signalReading(snapshot: SignalsSnapshot, category: Exclude<Category, 'sector'>): CategoryReading | null {
  const { signal, whenBad } = SIGNAL_OF[category]
  const found = snapshot.signal_levels[signal]
  if (!found) return null
  const { level, label } = found
  const value = snapshot.score_components.find(({ key }) => key === signal)?.value ?? 'no figure'
  const isBad = BAD.has(level)
  const basics = { category, signal, level, value, label }
  if (whenBad === 'trend') {
    const direction = snapshot.trends[signal]?.direction
    const move = direction === 'rising' ? 'rises' : direction === 'falling' ? 'falls' : null
    return { ...basics, move, isMaterial: isBad }
  }
  return { ...basics, move: isBad ? whenBad : opposite(whenBad), isMaterial: isBad || level === 'favorable' }
}

/** Fifths of the share of a sector's members above their 50-day average; the outer two on either side matter. */
const SHARES = [
  { least: 80, level: 'favorable', label: 'Nearly the whole sector is above its averages' },
  { least: 60, level: 'leaning', label: 'Most of the sector is above its averages' },
  { least: 40, level: 'neutral', label: 'The sector is split' },
  { least: 20, level: 'caution', label: 'Most of the sector is below its averages' },
  { least: 0, level: 'adverse', label: 'Nearly the whole sector is below its averages' },
] as const

function sectorReading({ sector_breadth: block }: SignalsSnapshot, sector: string): CategoryReading | null {
  const shares = SectorShares.safeParse(block).data?.sectors
  const share = shares?.find((each) => each.sector === sector)?.pct_above_50dma ?? null
  if (share === null) return null
  const { level, label } = SHARES.find(({ least }) => share >= least)!
  const isBad = BAD.has(level)
  return {
    category: 'sector',
    signal: 'sector_breadth',
    level,
    value: `${share.toFixed(1)} % of ${sector} above the 50-day average`,
    label,
    move: isBad ? 'falls' : 'rises',
    isMaterial: isBad || level === 'favorable',
  }
}

/** A reading for each wanted category, and a sentence for each that has none. */
export function categoryReadings(
  snapshot: SignalsSnapshot | null,
  sector: string | null,
  wanted: readonly Category[],
): { readings: CategoryReading[]; missing: string[] } {
  if (snapshot === null) return { readings: [], missing: wanted.map((category) => `${category}: no snapshot yet`) }
  const read = wanted.map((category) => ({
    category,
    reading:
      category !== 'sector'
        ? signalReading(snapshot, category)
        : sector === null
          ? null
          : sectorReading(snapshot, sector),
  }))
  return {
    readings: read.flatMap(({ reading }) => reading ?? []),
    missing: read.flatMap(({ category, reading }) =>
      reading === null ? [`${category}: the snapshot has no reading`] : [],
    ),
  }
}

/** The category that a signal represents; null if it represents none. */
export const categoryOfSignal = (signal: string): Category | null =>
  (Object.keys(SIGNAL_OF) as (keyof typeof SIGNAL_OF)[]).find((category) => SIGNAL_OF[category].signal === signal) ??
  null
