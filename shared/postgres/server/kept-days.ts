import { EVENTS_KEPT_DAYS } from '../../domain/contract/event.ts'
import { FLOW_CHANGES_KEPT_DAYS } from '../../domain/contract/flow.ts'

/**
 * The tables that lose rows by age, and the days for which each keeps them; docs/operations.md lists these and all
 * others. `source_runs` follows SOURCE_RUNS_KEEP_DAYS. A monthly table keeps whole months.
 */
export const KEPT_DAYS = {
  account_snapshots: 400,
  alert_evaluations: 400,
  chain_expirations: 30,
  company_records: 450,
  cycle_documents: 400,
  events: EVENTS_KEPT_DAYS,
  flow_changes: FLOW_CHANGES_KEPT_DAYS,
  idempotency_keys: 30,
  inbox: 7,
  /** The screener's gauntlet needs 30 cohorts, which take 120 weeks for a horizon of 20 bars, and placebos of as long. */
  member_bars: 1_280,
  minute_quotes: 30,
  minutes: 30,
  news_articles: 400,
  outbox: 7,
  quarantine: 3,
  quotes: 400,
  redrive_requests: 7,
  short_volumes: 450,
  signal_snapshots: 400,
  /** A back-fill, which claims slots too, reaches back 300 sessions. */
  slots: 800,
  source_runs: 30,
  webhook_deliveries: 30,
} as const

/** Slots of single minutes are most of all slots. */
export const MINUTE_SLOTS_KEPT_DAYS = 30
/** Profiles of gamma among the records of companies. */
export const GAMMA_RECORDS_KEPT_DAYS = 30
