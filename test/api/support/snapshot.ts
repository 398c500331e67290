import type { SignalsSnapshot } from '../../../shared/domain/contract/signals.ts'

const READY = { status: 'ready' } as const

/** A complete snapshot of the test's cycle; the numbers mean nothing. */
export function snapshot(changes: Partial<SignalsSnapshot> = {}): SignalsSnapshot {
  return {
    schema_version: '2026.11',
    rules_version: '1',
    as_of: '2026-11-20T10:31:00-05:00',
    cycle_id: '2026-11-20T1030',
    trade_date: '2026-11-20',
    origin: 'scheduled',
    regime: 'CAUTIOUS',
    regime_reason: 'VIX 18.2 (61st percentile) and HY OAS 3.1',
    regime_now: 'CAUTIOUS',
    health_score: 57,
    health_score_reason: null,
    score_low: 55,
    score_high: 60,
    live_points: 92,
    score_components: [
      {
        key: 'dix',
        name: 'DIX',
        value: '44.1 %',
        points: 5,
        max: 8,
        contribution: 5,
        percentile: 61,
        reason: null,
        inputs: [],
      },
    ],
    trends: { dix: { current: 44.1, previous: 43.9, avg_5d: 43.5, direction: 'rising' } },
    bridge_text: null,
    leading_lagging_read: 'DIX leads',
    signal_levels: { dix: { level: 'leaning', color: 'lime', label: 'Leaning' } },
    sector_breadth: READY,
    correlations: READY,
    gamma_levels: { status: 'not_ready', reason: 'no chain' },
    energy_regime: READY,
    inflation_expectations: READY,
    data_quality: { missing: [], degraded: [], stale: [] },
    ...changes,
  }
}
