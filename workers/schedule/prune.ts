import { pruneMessaging } from '../../shared/broker/prune.ts'
import { pruneAlertEvaluations } from '../../shared/postgres/alerts/alerts.ts'
import { pruneRecords, pruneShortVolumes } from '../../shared/postgres/company/company-records.ts'
import { pruneEvents } from '../../shared/postgres/events/events.ts'
import { pruneChainContracts } from '../../shared/postgres/market/chains.ts'
import { pruneMemberBars } from '../../shared/postgres/market/members.ts'
import { pruneMinutes } from '../../shared/postgres/market/minutes.ts'
import { pruneNews } from '../../shared/postgres/market/news.ts'
import { pruneQuarantine } from '../../shared/postgres/market/quarantine.ts'
import { pruneQuotes } from '../../shared/postgres/market/quotes.ts'
import { pruneSourceRuns } from '../../shared/postgres/market/source-runs.ts'
import { pruneRedriveRequests } from '../../shared/postgres/messaging/redrive-requests.ts'
import { pruneSlots } from '../../shared/postgres/messaging/slots.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { GAMMA_RECORDS_KEPT_DAYS, KEPT_DAYS, MINUTE_SLOTS_KEPT_DAYS } from '../../shared/postgres/server/kept-days.ts'
import { startOfMonth, turnMonths } from '../../shared/postgres/server/months.ts'
import { pruneSnapshots } from '../../shared/postgres/signals/snapshots.ts'
import { pruneHourlySnapshots } from '../../shared/postgres/trading/account-snapshots.ts'
import { pruneIdempotencyKeys } from '../../shared/postgres/trading/idempotency.ts'
import { pruneDeliveries } from '../../shared/postgres/webhooks/deliveries.ts'
import { DAY_MS } from '../../shared/time/trading-day.ts'

const BATCH = 5_000
/** The rest waits for the next hour, so that a tick never takes minutes. */
const BATCHES_MAX = 20

/**
 * Deletes what is past its retention (docs/operations.md). Each step is bounded or small, and the next hour continues
 * it. If a step fails, the others still run, and then the call rejects: one table that cannot be pruned must not let
 * all of them grow.
 */
export async function prune(sql: Pool, now: Date, sourceRunsKeepDays: number, batch = BATCH): Promise<void> {
  const failures: unknown[] = []
  for (const step of stepsOf(sql, now, sourceRunsKeepDays, batch))
    await step().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

function stepsOf(sql: Pool, now: Date, sourceRunsKeepDays: number, batch: number): (() => Promise<unknown>)[] {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const before = (table: keyof typeof KEPT_DAYS) => ago(KEPT_DAYS[table])
  const batches = (take: (limit: number) => Promise<number>) => () => inBatches(take, batch)
  const slots = { minutesBefore: ago(MINUTE_SLOTS_KEPT_DAYS), othersBefore: before('slots') }
  const old = { kinds: ['headline'] as const, before: before('company_records') }
  const profiles = { kinds: ['gamma'] as const, before: ago(GAMMA_RECORDS_KEPT_DAYS) }
  return [
    () => turnMonths(sql, 'flow_changes', { now, keep: before('flow_changes') }),
    () => turnMonths(sql, 'minute_quotes', { now, keep: before('minute_quotes') }),
    // Minutes are deleted with the month of their quotes; otherwise they would be deleted one by one.
    batches((limit) => pruneMinutes(sql, startOfMonth(before('minutes')), limit)),
    () => pruneChainContracts(sql, before('chain_expirations')),
    batches(async (limit) => (sourceRunsKeepDays > 0 ? await pruneSourceRuns(sql, ago(sourceRunsKeepDays), limit) : 0)),
    batches((limit) => pruneEvents(sql, before('events'), limit)),
    batches((limit) => pruneDeliveries(sql, before('webhook_deliveries'), limit)),
    batches((limit) => pruneSlots(sql, slots, limit)),
    batches((limit) => pruneQuotes(sql, before('quotes'), limit)),
    batches((limit) => pruneNews(sql, before('news_articles'), limit)),
    batches((limit) => pruneRecords(sql, old, limit)),
    batches((limit) => pruneRecords(sql, profiles, limit)),
    batches((limit) => pruneShortVolumes(sql, before('short_volumes'), limit)),
    () => pruneSnapshots(sql, before('signal_snapshots')),
    () => pruneAlertEvaluations(sql, before('alert_evaluations')),
    () => pruneQuarantine(sql, before('quarantine')),
    batches((limit) => pruneIdempotencyKeys(sql, before('idempotency_keys'), limit)),
    batches((limit) => pruneHourlySnapshots(sql, before('account_snapshots'), limit)),
    () => pruneMemberBars(sql, before('member_bars'), batch),
    () => pruneMessaging(sql, KEPT_DAYS.inbox),
    () => pruneRedriveRequests(sql, KEPT_DAYS.redrive_requests),
  ]
}

/** Each batch is a transaction of its own, so that none holds a long lock. */
async function inBatches(take: (limit: number) => Promise<number>, batch: number): Promise<void> {
  for (let done = 0; done < BATCHES_MAX; done++) if ((await take(batch)) < batch) return
}
