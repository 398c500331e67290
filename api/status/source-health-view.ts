import { SOURCES, type SourceId } from '../../shared/domain/market/source-id.ts'
import {
  BUDGETED_VENDORS,
  type BudgetedVendor,
  burstOf,
  isOfTheMinute,
  REQUESTS_PER_MINUTE,
} from '../../shared/postgres/market/vendor-budgets.ts'
import type { Db } from '../../shared/postgres/server/db.ts'

export interface SourceHealthRow {
  source: SourceId
  runs: number
  requests: number
  failures: number
  degraded: number
  gaps: number
  lastGap: string | null
  lastRunAt: Date | null
  lastOk: number | null
  lastDegraded: number | null
  lastError: string | null
  /** Messages of the last run: one, or one for each batch of companies so far. */
  lastBatches: number
  lastFailedBatches: number
  lastSuccessAt: Date | null
}

/** A run in batches is several rows, whose message ids differ in a number before the `#`. */
const runOf = (db: Db, row: string) => db`regexp_replace(${db(row)}.message_id, '/[0-9]+#[0-9]+$', '')`

/** Longer than any source needs for all of its batches. */
const BATCHES_WITHIN_HOURS = 6

/** All sources, including those that never ran. */
export async function sourceHealth(db: Db, day: { from: Date; to: Date }): Promise<SourceHealthRow[]> {
  return await db<SourceHealthRow[]>`
    select s.source, today.runs, today.requests, today.failures, today.degraded,
      today.gaps, today.gap as "lastGap",
      last.run_at as "lastRunAt", last.ok as "lastOk", last.degraded as "lastDegraded", last.error as "lastError",
      coalesce(last.batches, 0) as "lastBatches", coalesce(last.failed, 0) as "lastFailedBatches",
      success.run_at as "lastSuccessAt"
    from unnest(string_to_array(${SOURCES.join(',')}, ',')) with ordinality as s (source, position)
    cross join lateral (
      select count(*)::int as runs, coalesce(sum(sr.requests), 0)::int as requests,
        count(*) filter (where sr.ok = 0)::int as failures, count(*) filter (where sr.degraded = 1)::int as degraded,
        coalesce(sum(sr.gaps), 0)::int as gaps,
        (array_agg(sr.gap order by sr.run_at desc, sr.id desc) filter (where sr.gap is not null))[1] as gap
      from source_runs as sr
      where sr.source = s.source and sr.run_at >= ${day.from} and sr.run_at < ${day.to}
    ) as today
    left join lateral (
      select sr.run_at, sr.message_id
      from source_runs as sr where sr.source = s.source
      order by sr.run_at desc, sr.id desc limit 1
    ) as newest on true
    left join lateral (
      select max(b.run_at) as run_at, min(b.ok) as ok, max(b.degraded) as degraded, count(*)::int as batches,
        count(*) filter (where b.ok = 0)::int as failed,
        (array_agg(b.error order by b.ok, b.run_at desc, b.id desc) filter (where b.error is not null))[1] as error
      from source_runs as b
      where b.source = s.source and b.run_at <= newest.run_at
        and b.run_at > newest.run_at - ${BATCHES_WITHIN_HOURS} * interval '1 hour'
        and ${runOf(db, 'b')} = ${runOf(db, 'newest')}
    ) as last on true
    left join lateral (
      select sr.run_at
      from source_runs as sr where sr.source = s.source and sr.ok = 1 and sr.degraded = 0
      order by sr.run_at desc, sr.id desc limit 1
    ) as success on true
    order by s.position
    limit 100`
}

export interface VendorBudgetRow {
  vendor: BudgetedVendor
  perMinute: number
  remaining: number
  usedToday: number
}

/** The current content of the vendors' buckets, in real time like the buckets; an unused vendor has a full bucket. */
export async function vendorBudgets(db: Db): Promise<VendorBudgetRow[]> {
  const rows = await db<{ vendor: string; tokens: number; seconds: number; taken: number; usedToday: number }[]>`
    select vb.vendor, vb.tokens, extract(epoch from clock_timestamp() - vb.refilled_at)::float8 as seconds,
      (select count(*)::int from unnest(vb.taken) as t where ${isOfTheMinute(db)}) as taken,
      case when vb.used_day = (clock_timestamp() at time zone 'America/New_York')::date then vb.used_today else 0 end
        as "usedToday"
    from vendor_budgets as vb
    order by vb.vendor
    limit 100`
  const known = new Map(rows.map((row) => [row.vendor, row]))
  return BUDGETED_VENDORS.map((vendor) => {
    const perMinute = REQUESTS_PER_MINUTE[vendor]
    const row = known.get(vendor)
    const burst = burstOf(vendor)
    const tokens = row ? row.tokens + (row.seconds * perMinute) / 60 : burst
    // The balance of a vendor that rests is negative.
    const remaining = Math.max(0, Math.floor(Math.min(burst, tokens, perMinute - (row?.taken ?? 0))))
    return { vendor, perMinute, remaining, usedToday: row?.usedToday ?? 0 }
  })
}
