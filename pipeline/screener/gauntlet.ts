import type { ArchetypeId, GauntletState, PickSide } from '../../shared/domain/contract/screener-ids.ts'
import { seeded } from '../../shared/domain/seeded.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { mean, standardDeviation } from '../maths/statistics.ts'
import { drawPlacebos } from './draw-placebos.ts'
import { type ContractMargin, contractMargin, type JudgedContract } from './placebo-contract.ts'
import type { PlaceboPools } from './placebo-pools.ts'
import type { PriceTable } from './price-table.ts'
import { seedOf } from './seed-of.ts'
import type { Entry } from './tracked.ts'

export const GAUNTLET_COHORTS_MIN = 30
/** One-sided 95 % for all archetypes together: the normal quantile of 1 − 0.05 / 8. */
export const GAUNTLET_ERRORS = 2.4977

/** An episode of evidence whose cohort is complete, placed in a price table. */
export interface JudgedEpisode {
  ticker: number
  at: number
  entry: Entry['at']
  side: PickSide
  horizon: number
  block: number
  excess: number
}

/** Mean excess over a placebo, by cohorts, with corrected bounds. */
export interface Margin {
  cohorts: number
  mean: number | null
  low: number | null
  high: number | null
}

export interface PlaceboMargin extends Margin {
  /** Draws with an outcome, over all episodes. */
  placebos: number
  placeboMean: number | null
  placeboHitRate: number | null
  halves: readonly [Margin, Margin]
}

export interface GauntletResult {
  archetype: ArchetypeId
  state: GauntletState
  reason: string
  on: TradingDay
  cohorts: number
  episodes: number
  dates: PlaceboMargin
  tickers: PlaceboMargin
  /** Episodes whose name has no known sector, so that the volatility third alone chose its peers. */
  withoutSector: number
  contracts: ContractMargin
}

export interface GauntletInput {
  on: TradingDay
  /** Position of that session; nothing after it is read. */
  until: number
  table: PriceTable
  pools: PlaceboPools
  archetype: ArchetypeId
  episodes: readonly JudgedEpisode[]
  /** Locked picks that have ended. */
  contracts: readonly JudgedContract[]
}

/**
 * Tests whether the excess of an archetype can be explained by the names it picks or by the days on which it picks
 * them.
 */
export function gauntlet(input: GauntletInput): GauntletResult {
  const { archetype, episodes, on, pools } = input
  const random = seeded(seedOf(`${on} ${archetype}`))
  const first = episodes.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
  const drawn = episodes.map((episode) => ({ episode, ...drawPlacebos(episode, { ...input, first, random }) }))
  const dates = marginOf(drawn.map(({ episode, dates }) => ({ episode, placebos: dates })))
  const tickers = marginOf(drawn.map(({ episode, tickers }) => ({ episode, placebos: tickers })))
  const cohorts = new Set(episodes.map(({ block }) => block)).size
  return {
    archetype,
    on,
    cohorts,
    episodes: episodes.length,
    dates,
    tickers,
    ...verdict(dates, tickers),
    contracts: contractMargin(input),
    withoutSector: episodes.filter(({ ticker }) => !pools.hasSector(ticker)).length,
  }
}

interface Compared {
  episode: JudgedEpisode
  placebos: readonly number[]
}

function marginOf(compared: readonly Compared[]): PlaceboMargin {
  const byBlock = new Map<number, number[]>()
  for (const { episode, placebos } of compared) {
    if (placebos.length === 0) continue
    const margins = byBlock.get(episode.block) ?? []
    margins.push(episode.excess - mean(placebos)!)
    byBlock.set(episode.block, margins)
  }
  const cohorts = [...byBlock].sort(([a], [b]) => a - b).map(([, margins]) => mean(margins)!)
  const placebos = compared.flatMap((each) => each.placebos)
  const half = cohorts.length >> 1
  return {
    ...bounds(cohorts),
    placebos: placebos.length,
    placeboMean: mean(placebos),
    placeboHitRate: mean(placebos.map((excess) => (excess > 0 ? 1 : 0))),
    halves: [bounds(cohorts.slice(0, half)), bounds(cohorts.slice(half))],
  }
}

function bounds(cohorts: readonly number[]): Margin {
  const [centre, deviation] = [mean(cohorts), standardDeviation(cohorts)]
  if (centre === null || deviation === null) return { cohorts: cohorts.length, mean: centre, low: null, high: null }
  const error = (GAUNTLET_ERRORS * deviation) / Math.sqrt(cohorts.length)
  return { cohorts: cohorts.length, mean: centre, low: centre - error, high: centre + error }
}

function verdict(dates: PlaceboMargin, tickers: PlaceboMargin): { state: GauntletState; reason: string } {
  const cohorts = Math.min(dates.cohorts, tickers.cohorts)
  if (cohorts < GAUNTLET_COHORTS_MIN) {
    return {
      state: 'insufficient',
      reason: `${cohorts} of the ${GAUNTLET_COHORTS_MIN} complete cohorts that are needed`,
    }
  }
  const named = [
    { name: 'placebo dates', margin: dates },
    { name: 'placebo tickers', margin: tickers },
  ]
  const failed = named.find(({ margin }) => margin.high! <= 0)
  if (failed) {
    const reason = `even the upper bound of its excess over ${failed.name} is not above 0`
    return { state: 'falsified', reason }
  }
  const isAbove = ({ low }: Margin) => low !== null && low > 0
  const doubtful = named.find(({ margin }) => ![margin, ...margin.halves].every(isAbove))
  if (!doubtful) return { state: 'passed', reason: 'above both placebos in both halves, corrected over the archetypes' }
  return { state: 'insufficient', reason: `its excess over ${doubtful.name} may be chance in the whole or in a half` }
}
