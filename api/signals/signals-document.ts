import { z } from 'zod'
import { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'

const Nothing = z.object({
  status: z.literal('not_ready').describe('not_ready: there is no reading'),
  reason: z.string().describe('why there is no reading'),
})
const none = (of: string) => z.null().describe(`null: no ${of}`)
const Gap = z.object({
  source: z.string().describe('the missing source; here: all'),
  reason: z.string().describe('why it is missing'),
})

/** The snapshot's shape without a snapshot: every field shows that it is missing, so that none looks calm. */
export const SignalsEmpty = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: none('rules were applied'),
    as_of: none('cutoff'),
    cycle_id: none('cycle'),
    trade_date: none('session'),
    origin: none('origin'),
    regime: none('regime'),
    regime_reason: z.string().describe('why there is no regime'),
    regime_now: none('intraday regime'),
    health_score: none('score'),
    health_score_reason: z.string().describe('why there is no score'),
    score_low: none('score'),
    score_high: none('score'),
    live_points: z.literal(0).describe('0 of the 100 points have a reading'),
    score_components: z.array(z.never()).describe('empty'),
    trends: z.object({}).describe('empty'),
    bridge_text: none('text'),
    leading_lagging_read: z.string().describe('why there is no text'),
    signal_levels: z.object({}).describe('empty'),
    sector_breadth: Nothing.describe('not ready'),
    correlations: Nothing.describe('not ready'),
    gamma_levels: Nothing.describe('not ready'),
    energy_regime: Nothing.describe('not ready'),
    inflation_expectations: Nothing.describe('not ready'),
    data_quality: z
      .object({
        missing: z.array(Gap).describe('one entry for all sources'),
        degraded: z.array(z.string()).describe('empty'),
        stale: z.array(z.string()).describe('empty'),
      })
      .describe('missing data'),
    reason: z.string().describe('why there is no snapshot'),
  })
  .meta({ id: 'SignalsEmpty', description: 'There is no snapshot to serve; `reason` tells why' })

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
