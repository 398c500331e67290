import { pruneMessaging } from '../../shared/broker/prune.ts'
import { EVENTS_KEPT_DAYS } from '../../shared/domain/contract/event.ts'
import { FLOW_CHANGES_KEPT_DAYS } from '../../shared/domain/contract/flow.ts'
import { pruneAlertEvaluations } from '../../shared/postgres/alerts/alerts.ts'
import { pruneRecords, pruneShortVolumes } from '../../shared/postgres/company/company-records.ts'
import { pruneEvents } from '../../shared/postgres/events/events.ts'
import { pruneFlowChanges } from '../../shared/postgres/flow/flow-changes.ts'
import { pruneChainContracts } from '../../shared/postgres/market/chains.ts'
import { pruneMemberBars } from '../../shared/postgres/market/members.ts'
import { pruneMinutes } from '../../shared/postgres/market/minutes.ts'
import { pruneNews } from '../../shared/postgres/market/news.ts'
import { pruneQuarantine } from '../../shared/postgres/market/quarantine.ts'
import { pruneSourceRuns } from '../../shared/postgres/market/source-runs.ts'
import { pruneRedriveRequests } from '../../shared/postgres/messaging/redrive-requests.ts'
import { pruneMinuteSlots } from '../../shared/postgres/messaging/slots.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { pruneSnapshots } from '../../shared/postgres/signals/snapshots.ts'
import { pruneHourlySnapshots } from '../../shared/postgres/trading/account-snapshots.ts'
import { pruneIdempotencyKeys } from '../../shared/postgres/trading/idempotency.ts'
import { pruneDeliveries } from '../../shared/postgres/webhooks/deliveries.ts'
import { DAY_MS } from '../../shared/time/trading-day.ts'

const BATCH = 5_000
/** The rest waits for the next hour, so that a tick never takes minutes. */
const BATCHES_MAX = 20

/** The screener's gauntlet needs 30 cohorts, which take 120 weeks for a horizon of 20 bars, and placebos of as long. */
const KEEP_MEMBER_BARS_DAYS = 1_280
const KEEP_COMPANY_ROWS_DAYS = 450
const KEEP_CHAIN_CONTRACTS_DAYS = 30
const KEEP_DELIVERIES_DAYS = 30
const KEEP_MINUTES_DAYS = 30
const KEEP_SNAPSHOTS_DAYS = 400
const KEEP_NEWS_DAYS = 400
const KEEP_QUARANTINE_DAYS = 3
const KEEP_MESSAGES_DAYS = 7
const KEEP_IDEMPOTENCY_KEYS_DAYS = 30

/** Deletes what is past its retention (docs/operations.md). Each step is bounded or small; the next hour goes on. */
export async function prune(sql: Pool, now: Date, sourceRunsKeepDays: number, batch = BATCH): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await pruneChainContracts(sql, ago(KEEP_CHAIN_CONTRACTS_DAYS))
  if (sourceRunsKeepDays > 0) await inBatches((limit) => pruneSourceRuns(sql, ago(sourceRunsKeepDays), limit), batch)
  await inBatches((limit) => pruneEvents(sql, ago(EVENTS_KEPT_DAYS), limit), batch)
  await inBatches((limit) => pruneDeliveries(sql, ago(KEEP_DELIVERIES_DAYS), limit), batch)
  await inBatches((limit) => pruneFlowChanges(sql, ago(FLOW_CHANGES_KEPT_DAYS), limit), batch)
  await inBatches((limit) => pruneMinutes(sql, ago(KEEP_MINUTES_DAYS), limit), batch)
  await inBatches((limit) => pruneMinuteSlots(sql, ago(KEEP_MINUTES_DAYS), limit), batch)
  await inBatches((limit) => pruneNews(sql, ago(KEEP_NEWS_DAYS), limit), batch)
  const old = { kinds: ['headline'] as const, before: ago(KEEP_COMPANY_ROWS_DAYS) }
  await inBatches((limit) => pruneRecords(sql, old, limit), batch)
  const profiles = { kinds: ['gamma'] as const, before: ago(KEEP_CHAIN_CONTRACTS_DAYS) }
  await inBatches((limit) => pruneRecords(sql, profiles, limit), batch)
  await inBatches((limit) => pruneShortVolumes(sql, ago(KEEP_COMPANY_ROWS_DAYS), limit), batch)
  await pruneSnapshots(sql, ago(KEEP_SNAPSHOTS_DAYS))
  await pruneAlertEvaluations(sql, ago(KEEP_SNAPSHOTS_DAYS))
  await pruneQuarantine(sql, ago(KEEP_QUARANTINE_DAYS))
  await inBatches((limit) => pruneIdempotencyKeys(sql, ago(KEEP_IDEMPOTENCY_KEYS_DAYS), limit), batch)
  await inBatches((limit) => pruneHourlySnapshots(sql, ago(KEEP_SNAPSHOTS_DAYS), limit), batch)
  await pruneMemberBars(sql, ago(KEEP_MEMBER_BARS_DAYS), batch)
  await pruneMessaging(sql, KEEP_MESSAGES_DAYS)
  await pruneRedriveRequests(sql, KEEP_MESSAGES_DAYS)
}

/** Each batch is a transaction of its own, so that none holds a long lock. */
async function inBatches(take: (limit: number) => Promise<number>, batch: number): Promise<void> {
  for (let done = 0; done < BATCHES_MAX; done++) if ((await take(batch)) < batch) return
}
