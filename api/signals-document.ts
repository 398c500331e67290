import { z } from 'zod'
import { SignalsSnapshot } from '../shared/domain/signals.ts'

const Nothing = z.object({ status: z.literal('not_ready'), reason: z.string() })

/** The snapshot's shape when there is none: every field says so, none looks calm. */
export const SignalsEmpty = z
  .object({
    schema_version: z.string(),
    rules_version: z.null(),
    as_of: z.null(),
    cycle_id: z.null(),
    trade_date: z.null(),
    origin: z.null(),
    regime: z.null(),
    regime_reason: z.string(),
    regime_now: z.null(),
    health_score: z.null(),
    health_score_reason: z.string(),
    score_low: z.null(),
    score_high: z.null(),
    live_points: z.literal(0),
    score_components: z.array(z.never()),
    trends: z.object({}),
    bridge_text: z.null(),
    leading_lagging_read: z.string(),
    signal_levels: z.object({}),
    sector_breadth: Nothing,
    correlations: Nothing,
    gamma_levels: Nothing,
    energy_regime: Nothing,
    inflation_expectations: Nothing,
    data_quality: z.object({
      missing: z.array(z.object({ source: z.string(), reason: z.string() })),
      degraded: z.array(z.string()),
      stale: z.array(z.string()),
    }),
    reason: z.string(),
  })
  .meta({ id: 'SignalsEmpty', description: 'No snapshot to serve; `reason` says why' })

export const SignalsLatest = z.union([SignalsSnapshot, SignalsEmpty])

export function emptySignals(reason: string): z.infer<typeof SignalsEmpty> {
  const nothing = { status: 'not_ready', reason } as const
  return {
    schema_version: '2026.11',
    rules_version: null,
    as_of: null,
    cycle_id: null,
    trade_date: null,
    origin: null,
    regime: null,
    regime_reason: reason,
    regime_now: null,
    health_score: null,
    health_score_reason: reason,
    score_low: null,
    score_high: null,
    live_points: 0,
    score_components: [],
    trends: {},
    bridge_text: null,
    leading_lagging_read: reason,
    signal_levels: {},
    sector_breadth: nothing,
    correlations: nothing,
    gamma_levels: nothing,
    energy_regime: nothing,
    inflation_expectations: nothing,
    data_quality: { missing: [{ source: 'all', reason }], degraded: [], stale: [] },
    reason,
  }
}
