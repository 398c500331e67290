import type { Fragility } from '../../shared/domain/contract/fragility.ts'
import { sessionOnOrBefore } from '../../shared/time/calendar.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { PERCENTILE_SESSIONS, PERCENTILE_SESSIONS_MIN } from '../inputs/own-percentile.ts'
import { oncePer } from '../maths/once-per.ts'
import { shownOrNull, shownPercentile } from '../maths/shown.ts'
import { mean } from '../maths/statistics.ts'
import { currentPillars, gammaSilence } from '../regime/market-regime.ts'
import { LIVE_PILLARS_MIN, RULES_VERSION } from '../score/score.ts'
import { boundaryMenu } from './boundary-menu.ts'
import { pillarPercentiles, pillarViews, rankedViews, STAND_IN_SERIES } from './pillar-percentiles.ts'

const FRAGILITY_SCHEMA_VERSION = '2026.11'

/**
 * At 50 a pillar is in the middle of its own year. Calm years drift below 40 because their newest readings are mostly
 * their best; from 70 on the average pillar is in the worst third of its year.
 */
const WATCH_FROM = 40
const FRAGILE_FROM = 70

const NOTE =
  'Ranks the regime pillars within their own last year of sessions. It describes a state and forecasts no drawdown.'
const standInNote = (sessions: number): string =>
  `Credit is ranked by the Baa-10y spread: HY OAS has ${sessions} of the ${PERCENTILE_SESSIONS_MIN} sessions that a percentile needs.`

const silentGammaNote = (reason: string | null): string[] =>
  reason === null ? [] : [`Dealer gamma has no line among the boundaries, because ${reason}.`]

/** The fragility document of a cycle, from what was known at the cutoff. */
export const fragility = oncePer((inputs: MarketInputs): Fragility => {
  const views = pillarViews(inputs)
  const pillars = pillarPercentiles(rankedViews(inputs, views))
  const now = currentPillars(inputs)
  const boundaries = boundaryMenu(now, views)
  const ranks = pillars.flatMap(({ percentile }) => percentile ?? [])
  const score = ranks.length < LIVE_PILLARS_MIN ? null : 100 - (mean(ranks) ?? 0)
  return {
    schema_version: FRAGILITY_SCHEMA_VERSION,
    rules_version: RULES_VERSION,
    score: shownPercentile(score),
    rating: rating(score),
    reason:
      score === null
        ? `only ${ranks.length} of 4 pillars can be ranked in their own history, ${LIVE_PILLARS_MIN} are needed`
        : null,
    note: [
      NOTE,
      ...(pillars.some(({ series }) => series === STAND_IN_SERIES)
        ? [standInNote(inputs.series.hy_oas?.length ?? 0)]
        : []),
      ...(now.gamma === undefined ? silentGammaNote(gammaSilence(inputs)) : []),
    ].join(' '),
    pillars: pillars.map((each) => ({ ...each, percentile: shownOrNull(each.percentile) })),
    boundaries,
    as_of: {
      trade_date: sessionOnOrBefore(inputs.day).day,
      updated_at: easternExact(inputs.cutoff),
      trailing_window: PERCENTILE_SESSIONS,
      min_periods: PERCENTILE_SESSIONS_MIN,
      n_boundaries: boundaries.length,
      n_pillars: ranks.length,
    },
  }
})

function rating(score: number | null): Fragility['rating'] {
  if (score === null) return 'insufficient_data'
  if (score >= FRAGILE_FROM) return 'fragile'
  return score >= WATCH_FROM ? 'watch' : 'calm'
}
