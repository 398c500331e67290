import { z } from 'zod'
import { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'

const Nothing = z.object({
  status: z.literal('not_ready').describe('not_ready: there is no reading'),
  reason: z.string().describe('why there is no reading'),
})
const none = () => z.null().describe('null without a snapshot')
const why = (of: string) => z.string().describe(`without a snapshot: why there is no ${of}`)
const Gap = z.object({
  source: z.string().describe('without a snapshot: all'),
  reason: z.string().describe('why it has none'),
})

/** The snapshot's shape without a snapshot: every field shows that it is missing, so that none looks calm. */
const SignalsEmpty = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: none(),
    as_of: none(),
    cycle_id: none(),
    trade_date: none(),
    origin: none(),
    regime: none(),
    regime_reason: why('regime'),
    regime_since: none().optional(),
    regime_now: none(),
    health_score: none(),
    health_score_reason: why('score'),
    score_low: none(),
    score_high: none(),
    live_points: z.literal(0).describe('0 without a snapshot'),
    score_components: z.array(z.never()).describe('empty without a snapshot'),
    trends: z.object({}).describe('empty without a snapshot'),
    bridge_text: none(),
    leading_lagging_read: why('text'),
    signal_levels: z.object({}).describe('empty without a snapshot'),
    sector_breadth: Nothing.describe('not_ready without a snapshot'),
    correlations: Nothing.describe('not_ready without a snapshot'),
    gamma_levels: Nothing.describe('not_ready without a snapshot'),
    energy_regime: Nothing.describe('not_ready without a snapshot'),
    inflation_expectations: Nothing.describe('not_ready without a snapshot'),
    data_quality: z
      .object({
        missing: z.array(Gap).describe('one entry for all sources'),
        degraded: z.array(z.string()).describe('empty without a snapshot'),
        stale: z.array(z.string()).describe('empty without a snapshot'),
      })
      .describe('what was missing, degraded or stale'),
    daily_row: none().optional(),
    reason: z.string().describe('why there is no snapshot'),
  })
  .meta({ id: 'SignalsEmpty', description: 'There is no snapshot to serve; `reason` tells why' })

export const SignalsLatest = z
  .union([SignalsSnapshot, SignalsEmpty])
  .meta({ id: 'SignalsLatest', description: 'The market state of the newest cycle, or the reason why there is none' })

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
    regime_since: null,
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
