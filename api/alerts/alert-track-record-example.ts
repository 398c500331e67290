import type { AlertOutcome, TrackRecord } from '../../shared/domain/contract/alert-track-record.ts'

const after = (sessions: number, figures: Omit<AlertOutcome, 'sessions'>): AlertOutcome => ({ sessions, ...figures })
const unknown = (sessions: number) =>
  after(sessions, {
    n: 0,
    median_return: null,
    rate_up: null,
    base_n: 0,
    base_median_return: null,
    base_rate_up: null,
  })
const WEEK = { base_n: 2515, base_median_return: 0.38, base_rate_up: 0.61 }
const FORTNIGHT = { base_n: 2510, base_median_return: 0.62, base_rate_up: 0.64 }
const MONTH = { base_n: 2500, base_median_return: 1.33, base_rate_up: 0.67 }

/** Two kinds of the catalogue: one with a record, and one that cannot be replayed from past closes. */
export const EXAMPLE_TRACK_RECORD: TrackRecord = {
  rules_version: '2026.11-1',
  as_of: '2026-11-19T20:00:00-05:00',
  from: '2016-11-10',
  to: '2026-11-19',
  sessions: 2520,
  episodes_min: 10,
  alerts: [
    {
      alert_id: 'VIX_PANIC',
      severity: 'critical',
      fires: 'VIX is 30 or more',
      clears: 'VIX is 25 or less',
      status: 'ready',
      reason: null,
      from: '2016-11-10',
      sessions: 2520,
      n: 12,
      median_sessions: 9,
      outcomes: [
        after(5, { n: 12, median_return: 0.9, rate_up: 0.583, ...WEEK }),
        after(10, { n: 12, median_return: 1.7, rate_up: 0.667, ...FORTNIGHT }),
        after(20, { n: 12, median_return: 2.4, rate_up: 0.667, ...MONTH }),
      ],
    },
    {
      alert_id: 'SOURCE_OUTAGE',
      severity: 'warning',
      fires: 'a source has had no usable value in two consecutive cycles',
      clears: 'every source has delivered in two consecutive cycles',
      status: 'insufficient_data',
      reason: 'it watches cycles, and failures of past days are not recorded',
      from: null,
      sessions: 0,
      n: 0,
      median_sessions: null,
      outcomes: [unknown(5), unknown(10), unknown(20)],
    },
  ],
}
