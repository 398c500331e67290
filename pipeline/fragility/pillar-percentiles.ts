import type { FragilityPillar } from '../../shared/domain/contract/fragility.ts'
import { type Absent, type DailyView, dailyView, isAbsent } from '../inputs/daily-view.ts'
import { gammaView } from '../inputs/gamma-view.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { PERCENTILE_SESSIONS, PERCENTILE_SESSIONS_MIN } from '../inputs/own-percentile.ts'
import { shown } from '../maths/shown.ts'
import { PILLARS, type Pillar } from '../signals/component.ts'

/** True if a higher value is healthier; VIX and spread are negated before they are ranked. */
const HIGHER_IS_HEALTHY: Record<Pillar, boolean> = { volatility: false, credit: false, breadth: true, gamma: true }

export type PillarViews = Record<Pillar, DailyView | Absent>

export const pillarViews = (inputs: MarketInputs): PillarViews => ({
  volatility: dailyView(inputs, 'vix_close'),
  credit: dailyView(inputs, 'hy_oas'),
  breadth: dailyView(inputs, 'pct_above_50dma'),
  gamma: gammaView(inputs),
})

export const pillarPercentiles = (views: PillarViews): FragilityPillar[] =>
  PILLARS.map((pillar) => percentileOf(pillar, views[pillar]))

/** Ranks credit while HY OAS has too little history; no component reads it. */
export const STAND_IN_SERIES = 'baa10y'

/**
 * The views to rank. HY OAS is available for the last three years only; while its own history is too short for a
 * percentile, the Baa-10y spread replaces it under its own name. A HY OAS that is merely late has enough history: then
 * credit is not ready.
 */
export function rankedViews(inputs: MarketInputs, views: PillarViews): PillarViews {
  if ((inputs.series.hy_oas?.length ?? 0) >= PERCENTILE_SESSIONS_MIN) return views
  const standIn = dailyView(inputs, STAND_IN_SERIES)
  return isAbsent(standIn) || standIn.points.length < PERCENTILE_SESSIONS_MIN ? views : { ...views, credit: standIn }
}

function percentileOf(pillar: Pillar, view: DailyView | Absent): FragilityPillar {
  if (isAbsent(view)) return notReady(pillar, view)
  const { points, latest } = view
  const first = Math.max(0, points.length - PERCENTILE_SESSIONS)
  const sessions = points.length - first
  if (sessions < PERCENTILE_SESSIONS_MIN) {
    const reason = `a percentile needs ${PERCENTILE_SESSIONS_MIN} sessions of own history, ${sessions} are known`
    return notReady(pillar, { status: 'not_ready', reason, have: sessions, need: PERCENTILE_SESSIONS_MIN })
  }
  const sign = HIGHER_IS_HEALTHY[pillar] ? 1 : -1
  let atMostAsHealthy = 0
  for (let at = first; at < points.length; at++) if (sign * points[at]!.value <= sign * latest.value) atMostAsHealthy++
  return {
    pillar,
    status: 'ready',
    value: shown(latest.value),
    for: view.input.for,
    series: view.series,
    percentile: (100 * atMostAsHealthy) / sessions,
    sessions,
    reason: null,
    have: null,
    need: null,
  }
}

const notReady = (pillar: Pillar, { reason, have, need }: Absent): FragilityPillar => ({
  pillar,
  status: 'not_ready',
  reason,
  have: have ?? null,
  need: need ?? null,
  value: null,
  for: null,
  series: null,
  percentile: null,
  sessions: null,
})
