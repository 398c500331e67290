import { z } from 'zod'
import { sourcesOff } from '../../pipeline/reads/availability.ts'
import { vendorsOff } from '../../pipeline/sources/vendors-off.ts'
import { SOURCES, SourceId, VENDORS_OF, VendorId } from '../../shared/domain/market/source-id.ts'
import { OFF_REASONS, type OffReason, type SourceSetup } from '../../shared/domain/market/source-setup.ts'
import { VENDOR_FACTS } from '../../shared/domain/market/vendor-facts.ts'
import {
  BUDGETED_VENDORS,
  type BudgetedVendor,
  REQUESTS_PER_MINUTE,
} from '../../shared/postgres/market/vendor-budgets.ts'
import { eastern, easternIso, instantAt } from '../../shared/time/eastern.ts'
import { addDays } from '../../shared/time/trading-day.ts'
import { documentRoute } from '../cache/document-route.ts'
import { knownNow, readNow } from '../database/service-time.ts'
import { type SourceHealthRow, sourceHealth, type VendorBudgetRow, vendorBudgets } from './source-health-view.ts'

const instant = z.iso.datetime({ offset: true })

const Source = z
  .object({
    source: SourceId.describe('name of the source'),
    state: z
      .enum(['ok', 'degraded', 'failed', 'never_ran', ...OFF_REASONS])
      .nullable()
      .describe(
        'result of the last run, for one in batches the worst of its batches so far; not_configured: switched off, ' +
          'because a setting is missing; not_accepted: switched off, because the terms were not accepted',
      ),
    requests_today: z.int().nullable().describe('requests made today; null while not known'),
    runs_today: z.int().nullable().describe('runs today; null while not known'),
    failures_today: z.int().nullable().describe('failed runs of today'),
    degraded_today: z.int().nullable().describe('runs of today that used the last good value'),
    gaps_today: z
      .int()
      .nullable()
      .describe('requests of today for optional documents that failed, while their runs went on'),
    last_gap: z.string().nullable().describe('error of the newest of them; null if there is none today'),
    last_run_at: instant.nullable().describe('start of the last run, Eastern offset'),
    last_success_at: instant.nullable().describe('the last run that neither failed nor was degraded'),
    age_seconds: z.int().min(0).nullable().describe('seconds since the last success'),
    last_error: z
      .string()
      .nullable()
      .describe('error of the last run, and how many of its batches failed; null if it succeeded'),
    daily_cap: z.null().describe('no source has a daily budget'),
    budgets: z
      .array(
        z.object({
          vendor: VendorId.describe('vendor whose servers the source uses; other sources may share the budget'),
          requests_per_minute: z.int().describe('requests that the budget allows per minute'),
          remaining: z.int().describe('requests that may be made at once'),
        }),
      )
      .nullable()
      .describe('remaining requests of its rate limits; null while not known'),
  })
  .meta({ id: 'SourceHealth', description: 'The state of a source today' })

const Vendor = z.object({
  vendor: z.enum(BUDGETED_VENDORS).describe('vendor whose servers ingest or live quotes use'),
  terms: z
    .enum(['none', 'accepted', 'not_accepted'])
    .describe('whether its terms need acceptance; not_accepted: the vendor is not used'),
  requests_per_minute: z.int().describe('requests that its budget allows per minute'),
  remaining: z.int().describe('requests that may be made at once'),
  used_today: z
    .int()
    .describe(
      'requests counted against its budget today; 0 where the simulated vendors are asked without one (SIMULATOR_QUOTAS)',
    ),
})

const Answer = z.object({
  date: z.iso.date().nullable().describe('the current Eastern day; null while service time is not known'),
  as_of: instant.nullable().describe('service time of this reading, Eastern offset; null while not known'),
  sources: z.array(Source).describe('all sources, including those that never ran'),
  vendors: z.array(Vendor).describe('request budgets shared by all workers and replicas'),
  reason: z.string().optional().describe('why the counts are null; absent otherwise'),
})

/** The error of the last run; of several batches, how many of them failed. */
const errorOf = ({ lastError: error, lastBatches: batches, lastFailedBatches: failed }: SourceHealthRow) =>
  error !== null && batches > 1 && failed > 0
    ? `${failed} of ${batches} batches failed, the last with: ${error}`
    : error

function describe(
  row: SourceHealthRow,
  now: Date,
  budgets: readonly VendorBudgetRow[],
  off: OffReason | null = null,
): z.infer<typeof Source> {
  const { lastRunAt, lastSuccessAt } = row
  const ran = row.lastOk === 0 ? 'failed' : row.lastDegraded === 1 ? 'degraded' : 'ok'
  const state = off ?? (lastRunAt ? ran : 'never_ran')
  return {
    source: row.source,
    state,
    requests_today: row.requests,
    runs_today: row.runs,
    failures_today: row.failures,
    degraded_today: row.degraded,
    gaps_today: row.gaps,
    last_gap: row.lastGap,
    last_run_at: lastRunAt && easternIso(lastRunAt),
    last_success_at: lastSuccessAt && easternIso(lastSuccessAt),
    age_seconds: lastSuccessAt && Math.max(0, Math.round((now.getTime() - lastSuccessAt.getTime()) / 1000)),
    last_error: errorOf(row),
    daily_cap: null,
    budgets: budgets.flatMap(({ vendor, perMinute, remaining }) => {
      const used = VENDORS_OF[row.source].find((one) => one === vendor)
      return used ? [{ vendor: used, requests_per_minute: perMinute, remaining }] : []
    }),
  }
}

const unknown = (source: SourceId): z.infer<typeof Source> => ({
  source,
  state: null,
  requests_today: null,
  runs_today: null,
  failures_today: null,
  degraded_today: null,
  gaps_today: null,
  last_gap: null,
  last_run_at: null,
  last_success_at: null,
  age_seconds: null,
  last_error: null,
  daily_cap: null,
  budgets: null,
})

const NO_TERMS: SourceSetup = { live: false, accepted: [], hasDropDir: false }

/** Null for a vendor of live quotes: its terms are settled with the operator's own account. */
const ingestVendor = (vendor: BudgetedVendor): VendorId | null => VendorId.safeParse(vendor).data ?? null

function termsOf(budgeted: BudgetedVendor, setup: SourceSetup): z.infer<typeof Vendor>['terms'] {
  const vendor = ingestVendor(budgeted)
  if (!setup.live || !vendor || VENDOR_FACTS[vendor].terms === null) return 'none'
  return vendorsOff(setup).has(vendor) ? 'not_accepted' : 'accepted'
}

const vendorOf = (
  { vendor, perMinute, remaining, usedToday }: VendorBudgetRow,
  setup: SourceSetup,
): z.infer<typeof Vendor> => ({
  vendor,
  terms: termsOf(vendor, setup),
  requests_per_minute: perMinute,
  remaining,
  used_today: usedToday,
})

const EXAMPLE_NOW = new Date('2026-11-20T15:02:00Z')

const EXAMPLE_BUDGETS: VendorBudgetRow[] = BUDGETED_VENDORS.map((vendor) => {
  const perMinute = REQUESTS_PER_MINUTE[vendor]
  return { vendor, perMinute, remaining: perMinute - 2, usedToday: 64 }
})

const EXAMPLE_RUNS: Omit<SourceHealthRow, 'source'> = {
  runs: 32,
  requests: 64,
  failures: 1,
  degraded: 1,
  gaps: 0,
  lastGap: null,
  lastRunAt: new Date('2026-11-20T15:00:00Z'),
  lastOk: 1,
  lastDegraded: 0,
  lastError: null,
  lastBatches: 1,
  lastFailedBatches: 0,
  lastSuccessAt: new Date('2026-11-20T15:00:00Z'),
}

export const sourceHealthRoutes = [
  documentRoute({
    path: '/api/v1/source-health',
    class: 'public',
    tag: 'operations',
    summary: 'The state of each source today',
    description:
      'Requests, runs and failures of the current Eastern day, optional documents that are missing, the last success and ' +
      'its age, and the budgets of vendors.',
    response: Answer,
    responseDescription: 'All sources',
    example: {
      date: '2026-11-20',
      as_of: easternIso(EXAMPLE_NOW),
      sources: SOURCES.map((source) => describe({ ...EXAMPLE_RUNS, source }, EXAMPLE_NOW, EXAMPLE_BUDGETS)),
      vendors: EXAMPLE_BUDGETS.map((budget) => vendorOf(budget, NO_TERMS)),
    },
    topics: ['sources'],
    async load(context) {
      const now = await readNow(context)
      const { day } = eastern(now)
      const today = { from: instantAt(day, '00:00'), to: instantAt(addDays(day, 1), '00:00') }
      const [rows, budgets] = await context.reader.read((sql) =>
        Promise.all([sourceHealth(sql, today), vendorBudgets(sql)]),
      )
      const off = sourcesOff(context.sourceSetup)
      return {
        value: {
          date: day,
          as_of: easternIso(now),
          sources: rows.map((row) => describe(row, now, budgets, off[row.source])),
          vendors: budgets.map((budget) => vendorOf(budget, context.sourceSetup)),
        },
      }
    },
    empty(reason, context) {
      const now = knownNow(context)
      return {
        date: now && eastern(now).day,
        as_of: now && easternIso(now),
        sources: SOURCES.map(unknown),
        vendors: [],
        reason,
      }
    },
  }),
]
