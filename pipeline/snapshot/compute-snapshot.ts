import type { SignalsSnapshot, Trend } from '../../shared/domain/contract/signals.ts'
import { sessionOnOrBefore } from '../../shared/time/calendar.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { sectorBreadth } from '../breadth/sector-breadth.ts'
import { correlations } from '../correlations/correlations.ts'
import { gammaLevels } from '../gamma/gamma-levels.ts'
import { signalLevel } from '../inputs/level.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import type { SnapshotContext } from '../inputs/snapshot-context.ts'
import { shown, shownOrNull } from '../maths/shown.ts'
import { bridgeText } from '../regime/bridge-text.ts'
import { explainRegime } from '../regime/explain-regime.ts'
import { marketRegime } from '../regime/market-regime.ts'
import { RULES_VERSION } from '../score/score.ts'
import { scoreComponents, scoreReadings } from '../score/score-components.ts'
import { type ComponentReading, liveReadings, readComponents } from '../signals/read-components.ts'
import { leadingLaggingRead } from './leading-lagging.ts'
import { energyRegime, inflationExpectations } from './macro-blocks.ts'

export { dailyRow } from './daily-row.ts'

export const SCHEMA_VERSION = '2026.11'

/** The market state of a cycle from what was known at its cutoff. Pure: the same inputs give the same bytes. */
export function computeSnapshot(inputs: MarketInputs, { cycleId, origin, scenario }: SnapshotContext): SignalsSnapshot {
  const readings = readComponents(inputs)
  const scored = scoreReadings(readings)
  const market = marketRegime(inputs)
  const live = liveReadings(readings)
  return {
    schema_version: SCHEMA_VERSION,
    rules_version: RULES_VERSION,
    as_of: easternExact(inputs.cutoff),
    cycle_id: cycleId,
    trade_date: sessionOnOrBefore(inputs.day).day,
    origin,
    scenario: scenario ?? null,
    regime: market.regime,
    regime_reason: explainRegime(market, readings, inputs.day),
    regime_since: market.since,
    regime_is_older: market.isOlder,
    regime_now: market.regimeNow,
    health_score: scored.healthScore,
    health_score_reason: scored.reason,
    score_low: scored.scoreLow,
    score_high: scored.scoreHigh,
    live_points: scored.livePoints,
    score_components: scoreComponents(readings, scored),
    trends: Object.fromEntries(
      live.flatMap(({ component, reading }) => (reading.trend ? [[component.key, shownTrend(reading.trend)]] : [])),
    ),
    bridge_text: bridgeText(market.regime, scored.healthScore, readings, inputs.day),
    leading_lagging_read: leadingLaggingRead(readings),
    signal_levels: Object.fromEntries(
      live.map(({ component, reading }) => [component.key, signalLevel(reading.level, reading.label)]),
    ),
    sector_breadth: sectorBreadth(inputs),
    correlations: correlations(inputs),
    gamma_levels: gammaLevels(inputs.chain ?? inputs.earlierChain ?? null, inputs.cutoff),
    energy_regime: energyRegime(readings),
    inflation_expectations: inflationExpectations(readings),
    history_loading: inputs.loading ?? null,
    data_quality: {
      missing: inputs.missing.map(({ source, reason }) => ({ source, reason })),
      degraded: [...inputs.degraded],
      stale: staleSeries(readings),
      failing: [...(inputs.failing ?? [])],
    },
  }
}

const shownTrend = ({ current, previous, avg_5d, direction }: Trend): Trend => ({
  current: shown(current),
  previous: shownOrNull(previous),
  avg_5d: shownOrNull(avg_5d),
  direction,
})

const staleSeries = (readings: readonly ComponentReading[]): string[] => [
  ...new Set(
    liveReadings(readings)
      .flatMap(({ reading }) => reading.inputs)
      .filter(({ quality }) => quality === 'stale')
      .map(({ series }) => series),
  ),
]
