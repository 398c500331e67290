import type { PickSide, RegimeBand } from '../../shared/domain/contract/screener-ids.ts'
import { ADVERSE } from './advance.ts'
import { EDGE_WEIGHTS, edgeWeightTier, type Standing } from './trust.ts'

/** Slots by band and side; without a band nothing new is locked. */
const SLOT_CAPS: Readonly<Record<RegimeBand, Readonly<Record<PickSide, number>>>> = {
  low: { long: 3, short: 2 },
  elevated: { long: 2, short: 2 },
  high: { long: 1, short: 3 },
}

/** Recoveries are tilted down while falls are likely, fragility while they are not. */
const REGIME_TILTS: Readonly<Record<RegimeBand, Readonly<Record<PickSide, number>>>> = {
  low: { long: 1.1, short: 0.8 },
  elevated: { long: 1, short: 1 },
  high: { long: 0.8, short: 1.2 },
}

export const capOf = (band: RegimeBand | null, side: PickSide): number => (band === null ? 0 : SLOT_CAPS[band][side])

export const regimeTilt = (band: RegimeBand | null, side: PickSide): number =>
  band === null ? 1 : REGIME_TILTS[band][side]

export interface Rank {
  conviction: number
  standing: Standing
  band: RegimeBand | null
  side: PickSide
}

export const boardScore = ({ conviction, standing, band, side }: Rank): number =>
  Math.round(1e4 * conviction * EDGE_WEIGHTS[edgeWeightTier(standing)] * regimeTilt(band, side)) / 1e4

/** The lowest slots that nobody holds, as many as the cap leaves open; never less than none. */
export function openSlots(cap: number, taken: readonly number[]): number[] {
  const free: number[] = []
  for (let slot = 1; free.length < cap - taken.length; slot++) if (!taken.includes(slot)) free.push(slot)
  return free
}

export const isAdverse = (band: RegimeBand | null, side: PickSide): boolean => band === ADVERSE[side]
