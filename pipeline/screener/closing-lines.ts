import { shownOrNull } from '../maths/shown.ts'
import { archetypes } from './archetypes/index.ts'
import { type Calibration, calibration } from './calibration.ts'
import { type Chances, chancesOf } from './chances.ts'
import type { EvidenceBook } from './evidence-book.ts'
import {
  GAUNTLET_COHORTS_MIN,
  GAUNTLET_ERRORS,
  type GauntletResult,
  type Margin,
  type PlaceboMargin,
} from './gauntlet.ts'
import type { ReplayLine } from './replay-lines.ts'
import type { ReplayEnd } from './replay-screener.ts'

/** The summary of the whole file: calibration over all its episodes, and the newest gauntlet. */
export function closingLines({ state, gauntlets }: ReplayEnd): ReplayLine[] {
  const chances = chancesOf(gauntlets.map(gauntletEntry))
  return [{ kind: 'calibration', ...calibrationOf(state.evidence, chances) }, gauntletLine(gauntlets)]
}

/** Calibration over all episodes of a book. */
export function calibrationOf(evidence: EvidenceBook, chances: Chances): Calibration {
  const episodes = archetypes.flatMap(({ id }) => [...evidence.of(id).episodes.values()])
  const rawRows = new Map(archetypes.map(({ id }) => [id, evidence.of(id).rawRows]))
  return calibration({ episodes, rawRows, chances })
}

const gauntletLine = (gauntlets: readonly GauntletResult[]): ReplayLine => ({
  kind: 'gauntlet',
  on: gauntlets[0]?.on ?? null,
  cohorts_min: GAUNTLET_COHORTS_MIN,
  corrected_errors: GAUNTLET_ERRORS,
  corrected_over: archetypes.length,
  by_archetype: gauntlets.map(gauntletEntry),
})

export const gauntletEntry = ({
  archetype,
  state,
  reason,
  cohorts,
  episodes,
  dates,
  tickers,
  withoutSector,
  contracts,
}: GauntletResult) => ({
  archetype,
  state,
  reason,
  cohorts,
  episodes,
  placebo_dates: placebo(dates),
  placebo_tickers: placebo(tickers),
  episodes_by_volatility_third_alone: withoutSector,
  contracts: {
    n: contracts.n,
    hit_rate: shownOrNull(contracts.hitRate),
    mean_excess: shownOrNull(contracts.meanExcess),
    placebos: contracts.placebos,
    placebo_hit_rate: shownOrNull(contracts.placeboHitRate),
    placebo_mean_excess: shownOrNull(contracts.placeboMean),
  },
})

const placebo = ({ placebos, placeboMean, placeboHitRate, halves, ...whole }: PlaceboMargin) => ({
  placebos,
  placebo_mean_excess: shownOrNull(placeboMean),
  placebo_hit_rate: shownOrNull(placeboHitRate),
  ...margin(whole),
  halves: halves.map(margin),
})

const margin = ({ cohorts, mean, low, high }: Margin) => ({
  cohorts,
  excess_over_placebo: shownOrNull(mean),
  low: shownOrNull(low),
  high: shownOrNull(high),
})
