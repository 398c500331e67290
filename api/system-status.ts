import { z } from 'zod'

const instant = z.iso.datetime({ offset: true })
const count = z.int().min(0).nullable()

/** Spec 2.4, and what else an operator asks first. What cannot be known right now is null. */
export const SystemStatus = z
  .object({
    status: z.enum(['healthy', 'degraded', 'unhealthy']),
    level: z.enum(['green', 'yellow', 'red']),
    issues: z.array(z.string()).describe('blocking problems'),
    warnings: z.array(z.string()).describe('degraded conditions'),
    report_count: count,
    latest_report: z.string().nullable(),
    brokerage: z.object({
      status: z.string(),
      token_state: z.string(),
      data_state: z.string(),
      reason: z.string().nullable(),
    }),
    sources_healthy_pct_7d: z.number().min(0).max(100).nullable().describe('null before the first run'),
    total_source_runs_7d: count,
    degraded_runs_7d: count,
    source_failures_7d: z.record(z.string(), z.int()),
    trading_client: z.object({
      initialized: z.boolean(),
      consecutive_failures: z.int(),
      seconds_since_success: z.int().nullable(),
      refresh_failing: z.boolean(),
      alarm: z.boolean(),
      instance_id: z.string().describe('the replica that answers'),
    }),
    data_mode: z.enum(['live', 'simulated']),
    service_time: instant,
    market: z.object({ phase: z.enum(['open', 'closed']), next_change: instant }),
    spy_quote: z.object({ price: z.number(), quoted_at: instant, age_seconds: z.int(), source: z.string() }).nullable(),
    latest_snapshot_as_of: instant.nullable(),
    backfill: z.object({ phase: z.string(), done: z.int(), total: z.int() }).nullable(),
    missed_slots_24h: count.describe('due while the service ran'),
    dead_letters: count.describe('messages parked after their last attempt'),
    outbox_oldest_seconds: count.describe('age of the oldest unsent message; null when all are sent'),
    stages: z
      .array(
        z.object({
          stage: z.string(),
          ready: z.int(),
          active: z.int(),
          delayed: z.int().describe('waiting for a retry'),
          dead: z.int(),
          oldest_age_seconds: z.number().nullable(),
          seen_seconds_ago: z.int().describe('when a scheduler last looked; large while none runs'),
        }),
      )
      .nullable()
      .describe('messages by stage; null before a scheduler has looked'),
  })
  .meta({ id: 'SystemStatus' })
