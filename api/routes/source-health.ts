import { z } from 'zod'
import { SOURCES, SourceId, VendorId } from '../../shared/domain/source-id.ts'
import { eastern, easternIso, instantAt } from '../../shared/time/eastern.ts'
import { addDays } from '../../shared/time/trading-day.ts'
import { documentRoute } from '../document-route.ts'
import { type SourceHealthRow, sourceHealth, vendorBudgets } from '../views/source-health.ts'

const instant = z.iso.datetime({ offset: true })

const Source = z
  .object({
    source: SourceId,
    state: z.enum(['ok', 'degraded', 'failed', 'never_ran']).nullable().describe('what the last run was'),
    requests_today: z.int().nullable(),
    runs_today: z.int().nullable(),
    failures_today: z.int().nullable(),
    degraded_today: z.int().nullable(),
    last_run_at: instant.nullable(),
    last_success_at: instant.nullable().describe('the last run that was neither failed nor degraded'),
    age_seconds: z.int().min(0).nullable().describe('since the last success'),
    last_error: z.string().nullable(),
    daily_cap: z.null().describe('no source has a daily budget'),
  })
  .meta({ id: 'SourceHealth' })

const Vendor = z.object({
  vendor: VendorId,
  requests_per_minute: z.int(),
  remaining: z.int().describe('requests that may be made at once'),
  used_today: z.int(),
})

const Answer = z.object({
  date: z.iso.date().describe('the Eastern day that counts as today'),
  as_of: instant,
  sources: z.array(Source),
  vendors: z.array(Vendor).describe('request budgets shared by all workers'),
  reason: z.string().optional().describe('why the counts are null; absent while they are known'),
})

function describe(row: SourceHealthRow, now: Date): z.infer<typeof Source> {
  const { lastRunAt, lastSuccessAt } = row
  const state = !lastRunAt ? 'never_ran' : row.lastOk === 0 ? 'failed' : row.lastDegraded === 1 ? 'degraded' : 'ok'
  return {
    source: row.source,
    state,
    requests_today: row.requests,
    runs_today: row.runs,
    failures_today: row.failures,
    degraded_today: row.degraded,
    last_run_at: lastRunAt && easternIso(lastRunAt),
    last_success_at: lastSuccessAt && easternIso(lastSuccessAt),
    age_seconds: lastSuccessAt && Math.max(0, Math.round((now.getTime() - lastSuccessAt.getTime()) / 1000)),
    last_error: row.lastError,
    daily_cap: null,
  }
}

const unknown = (source: SourceId): z.infer<typeof Source> => ({
  source,
  state: null,
  requests_today: null,
  runs_today: null,
  failures_today: null,
  degraded_today: null,
  last_run_at: null,
  last_success_at: null,
  age_seconds: null,
  last_error: null,
  daily_cap: null,
})

export const sourceHealthRoutes = [
  documentRoute({
    path: '/api/v1/source-health',
    class: 'public',
    tag: 'operations',
    summary: 'How each source is doing today',
    description:
      "Requests, runs and failures of the current Eastern day, the last success and its age, vendors' budgets.",
    response: Answer,
    responseDescription: 'Every source there is',
    example: {
      date: '2026-11-20',
      as_of: '2026-11-20T10:31:00-05:00',
      sources: SOURCES.map((source) => ({ ...unknown(source), state: 'never_ran' })),
      vendors: [{ vendor: 'cboe', requests_per_minute: 36, remaining: 36, used_today: 0 }],
    },
    topics: ['sources'],
    async load({ reader, clock }) {
      const now = clock.now()
      const { day } = eastern(now)
      const today = { from: instantAt(day, '00:00'), to: instantAt(addDays(day, 1), '00:00') }
      const [rows, budgets] = await reader.read((sql) => Promise.all([sourceHealth(sql, today), vendorBudgets(sql)]))
      const vendors = budgets.map((budget) => ({
        vendor: budget.vendor,
        requests_per_minute: budget.perMinute,
        remaining: budget.remaining,
        used_today: budget.usedToday,
      }))
      return { value: { date: day, as_of: easternIso(now), sources: rows.map((row) => describe(row, now)), vendors } }
    },
    empty(reason, { clock }) {
      const now = clock.now()
      return { date: eastern(now).day, as_of: easternIso(now), sources: SOURCES.map(unknown), vendors: [], reason }
    },
  }),
]
