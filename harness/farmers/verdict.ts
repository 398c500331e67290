import { FARMERS, honestSeason } from './farmers.ts'
import { drawFrom, drawSession } from './paths.ts'
import type { Fill, FillRule } from './venue.ts'

/** Seconds after the fill at which its price is compared with the middle. */
export const HORIZONS = [60, 300, 1_800] as const

export interface Edge {
  farmer: string
  horizonSeconds: number
  /** Fills of the farmer. */
  n: number
  /** Mean mark-out of the farmer and of the honest agent, in basis points. */
  farmerBps: number
  honestBps: number
  edgeBps: number
  /** Three standard errors: the smallest edge that the test could see. */
  seesBps: number
}

/** The later value of the market against the price of the fill. */
const markOut = ({ path, side, at, priceE4 }: Fill, seconds: number): number =>
  ((side === 'buy' ? 1 : -1) * (path.midE4[Math.min(at + seconds, path.midE4.length - 1)]! - priceE4) * 10_000) /
  priceE4

interface Sums {
  weight: number
  sum: number
}

const sumsOf = (fills: readonly Fill[], seconds: number): Sums =>
  fills.reduce(
    (sums, fill) => ({ weight: sums.weight + fill.quantity, sum: sums.sum + fill.quantity * markOut(fill, seconds) }),
    { weight: 0, sum: 0 },
  )

/**
 * Means are weighted by shares. The standard error is that of a ratio over whole sessions, because fills of one session
 * share its prices.
 */
function meanOf(sessions: readonly Sums[]): { mean: number; influence: number[] } {
  const weight = sessions.reduce((total, one) => total + one.weight, 0)
  const mean = sessions.reduce((total, one) => total + one.sum, 0) / Math.max(1, weight)
  return { mean, influence: sessions.map((one) => (one.sum - mean * one.weight) / Math.max(1, weight)) }
}

export function farm(rule: FillRule, seeds: readonly number[]): Edge[] {
  const seasons = Object.fromEntries(
    Object.keys(FARMERS).map((name) => [name, [] as { own: Fill[]; honest: Fill[] }[]]),
  )
  for (const seed of seeds) {
    const session = drawSession(seed)
    for (const [name, farmer] of Object.entries(FARMERS)) {
      const season = farmer(session, rule, drawFrom(seed * 31 + 7))
      seasons[name]!.push({ own: season.fills, honest: honestSeason(season, rule, seed * 17 + 3) })
    }
  }
  return Object.entries(seasons).flatMap(([farmer, of]) =>
    HORIZONS.map((horizonSeconds): Edge => {
      const own = meanOf(of.map((one) => sumsOf(one.own, horizonSeconds)))
      const honest = meanOf(of.map((one) => sumsOf(one.honest, horizonSeconds)))
      const variance = own.influence.reduce((sum, each, at) => sum + (each - honest.influence[at]!) ** 2, 0)
      return {
        farmer,
        horizonSeconds,
        n: of.reduce((sum, one) => sum + one.own.length, 0),
        farmerBps: own.mean,
        honestBps: honest.mean,
        edgeBps: own.mean - honest.mean,
        seesBps: 3 * Math.sqrt(variance),
      }
    }),
  )
}
