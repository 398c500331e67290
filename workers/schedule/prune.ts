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

/** Deletes what is past its retention (docs/operations.md). Each step is bounded or small; the next hour goes on. */
export async function prune(sql: Pool, now: Date, sourceRunsKeepDays: number, batch = BATCH): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const before = (table: keyof typeof KEPT_DAYS) => ago(KEPT_DAYS[table])
  const batches = async (take: (limit: number) => Promise<number>) => await inBatches(take, batch)
  await turnMonths(sql, 'flow_changes', { now, keep: before('flow_changes') })
  await turnMonths(sql, 'minute_quotes', { now, keep: before('minute_quotes') })
  // Minutes go with the month of their quotes, which would else be deleted one by one.
  await batches((limit) => pruneMinutes(sql, startOfMonth(before('minutes')), limit))
  await pruneChainContracts(sql, before('chain_expirations'))
  if (sourceRunsKeepDays > 0) await batches((limit) => pruneSourceRuns(sql, ago(sourceRunsKeepDays), limit))
  await batches((limit) => pruneEvents(sql, before('events'), limit))
  await batches((limit) => pruneDeliveries(sql, before('webhook_deliveries'), limit))
  const slots = { minutesBefore: ago(MINUTE_SLOTS_KEPT_DAYS), othersBefore: before('slots') }
  await batches((limit) => pruneSlots(sql, slots, limit))
  await batches((limit) => pruneQuotes(sql, before('quotes'), limit))
  await batches((limit) => pruneNews(sql, before('news_articles'), limit))
  const old = { kinds: ['headline'] as const, before: before('company_records') }
  await batches((limit) => pruneRecords(sql, old, limit))
  const profiles = { kinds: ['gamma'] as const, before: ago(GAMMA_RECORDS_KEPT_DAYS) }
  await batches((limit) => pruneRecords(sql, profiles, limit))
  await batches((limit) => pruneShortVolumes(sql, before('short_volumes'), limit))
  await pruneSnapshots(sql, before('signal_snapshots'))
  await pruneAlertEvaluations(sql, before('alert_evaluations'))
  await pruneQuarantine(sql, before('quarantine'))
  await batches((limit) => pruneIdempotencyKeys(sql, before('idempotency_keys'), limit))
  await batches((limit) => pruneHourlySnapshots(sql, before('account_snapshots'), limit))
  await pruneMemberBars(sql, before('member_bars'), batch)
  await pruneMessaging(sql, KEPT_DAYS.inbox)
  await pruneRedriveRequests(sql, KEPT_DAYS.redrive_requests)
}

/** Each batch is a transaction of its own, so that none holds a long lock. */
async function inBatches(take: (limit: number) => Promise<number>, batch: number): Promise<void> {
  for (let done = 0; done < BATCHES_MAX; done++) if ((await take(batch)) < batch) return
}
