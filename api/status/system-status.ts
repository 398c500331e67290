import { z } from 'zod'
import { HistoryLoading } from '../../shared/domain/contract/history-loading.ts'
import { SCENARIOS } from '../../shared/domain/scenario.ts'
import { TOKEN_STATES } from '../../shared/market/token-state.ts'

const instant = z.iso.datetime({ offset: true })
const count = (description: string) =>
  z.int().min(0).nullable().describe(`${description}; null while the database is unavailable`)

const Brokerage = z.object({
  status: z
    .enum(['healthy', 'token_ok_client_failing', ...TOKEN_STATES, 'unknown', 'not_configured'])
    .describe(
      'healthy: data flow; a state of the token: it stops the data; token_ok_client_failing: the live quote fails ' +
        'although the token is valid, the signals are not affected; unknown: not probed yet',
    ),
  token_state: z
    .enum([...TOKEN_STATES, 'unknown', 'not_configured'])
    .describe('state of the login of the token file; expiring: within 12 hours'),
  data_state: z
    .enum(['flowing', 'failing', 'unknown', 'not_configured'])
    .describe('state of a live SPY quote requested at most 5 seconds ago; unknown: there is no login for a request'),
  reason: z.string().nullable().describe('reason for the state; null if there is no problem'),
  token_expires_at: instant.nullable().describe('when the login ends, Eastern offset; null while not known'),
  spy_quote: z
    .object({
      price: z.number().describe('dollars'),
      quoted_at: instant.describe('time of the quote, Eastern offset'),
      realtime: z.boolean().describe('false: the account is not entitled to real-time quotes'),
    })
    .nullable()
    .describe('quote of the live probe; null if it got none'),
})

const TradingClient = z.object({
  initialized: z.boolean().describe('whether a client exists'),
  consecutive_failures: z.int().describe('failures since the last success'),
  seconds_since_success: z.int().nullable().describe('seconds; null before the first success'),
  refresh_failing: z.boolean().describe('whether its token cannot be refreshed'),
  alarm: z.boolean().describe('whether it stays wedged although it was created anew: an operator must look'),
  rebuilds: z.int().describe('how often it was created anew after failures or a long silence'),
  instance_id: z.string().describe('the replica that answers'),
})

const Stage = z.object({
  stage: z.string().describe('name of the stage'),
  ready: z.int().describe('messages waiting to be handled'),
  active: z.int().describe('messages being handled'),
  delayed: z.int().describe('messages waiting for a retry'),
  dead: z.int().describe('messages parked after their last attempt'),
  oldest_age_seconds: z
    .number()
    .nullable()
    .describe('seconds the oldest ready message has waited; null if there is none'),
  workers: z.int().describe('worker processes that run the stage, by their own heartbeats'),
  rate_per_minute: z.int().describe('messages that left the stage in the last minute'),
  standing_seconds: z
    .int()
    .nullable()
    .describe('seconds for which messages have waited while its workers finish none; null while it makes progress'),
  seen_seconds_ago: z
    .int()
    .describe('seconds since a scheduler last read these figures; large while no scheduler runs'),
})

/** The state of the whole service for operators. Unknown members are null. */
export const SystemStatus = z
  .object({
    status: z
      .enum(['healthy', 'degraded', 'unhealthy'])
      .describe('unhealthy with any issue, degraded with any warning'),
    level: z.enum(['green', 'yellow', 'red']).describe('the status as a colour'),
    issues: z.array(z.string()).describe('blocking problems'),
    warnings: z.array(z.string()).describe('degraded conditions'),
    report_count: count('stored reports'),
    latest_report: z.string().nullable().describe('file name of the newest report; null before the first'),
    brokerage: Brokerage.describe('the connection to a brokerage'),
    sources_healthy_pct_7d: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .describe('percent of source runs of the last 7 days that did not fail; null before the first run'),
    total_source_runs_7d: count('source runs of the last 7 days'),
    degraded_runs_7d: count('source runs of the last 7 days that used the last good value'),
    source_failures_7d: z.record(z.string(), z.int()).describe('failed runs of the last 7 days by source'),
    trading_client: TradingClient.describe('the trading client of the replica that answers'),
    data_mode: z.enum(['live', 'simulated']).describe('whether vendors are real or simulated'),
    scenario: z
      .enum(SCENARIOS)
      .nullable()
      .describe('what the simulated market lives through; none: an ordinary one; null: live data, or unknown'),
    service_time: instant
      .nullable()
      .describe('service time, Eastern offset; null until it has been read from the database'),
    market: z
      .object({
        phase: z.enum(['open', 'closed']).describe('by the exchange calendar'),
        next_change: instant.describe('the next open or close, Eastern offset'),
      })
      .nullable()
      .describe('the exchange at service time; null while that is not known'),
    spy_quote: z
      .object({
        price: z.number().describe('dollars'),
        quoted_at: instant.describe('time of the quote, Eastern offset'),
        age_seconds: z.int().describe('seconds of service time since then'),
        source: z.string().describe('source of the quote'),
      })
      .nullable()
      .describe('the newest SPY quote; null before the first'),
    latest_snapshot_as_of: instant.nullable().describe('cutoff of the newest snapshot, Eastern offset'),
    backfill: z
      .object({
        phase: z.string().describe('the current step, or done'),
        done: z.int().describe('units of work finished'),
        total: z.int().describe('units of work in total'),
      })
      .nullable()
      .describe('progress of filling history; null if there is none to fill'),
    clock: z
      .object({
        state: z.enum(['run', 'paused', 'moving', 'lock-step']).describe('what the clock of the simulated market does'),
        speed: z.number().describe('speed in service seconds per real second, while it runs'),
        target: instant.nullable().describe('target of the move; null when no move is under way'),
      })
      .nullable()
      .describe('null: service time follows real time'),
    loading: HistoryLoading.nullable().describe(
      'history that is still being filled; null when all is there, or unknown',
    ),
    missed_slots_24h: count('slots of the last 24 hours missed while the service ran'),
    dead_letters: count('messages parked after their last attempt'),
    outbox_oldest_seconds: z
      .int()
      .min(0)
      .nullable()
      .describe('seconds the oldest unsent message has waited; null if all are sent'),
    stages: z.array(Stage).nullable().describe('messages by stage; null before the first figures of a scheduler'),
    standby: z
      .object({
        lag_seconds: z.number().nullable().describe('how far it is behind; null: not known'),
        serves: z.boolean().describe('whether this replica reads public documents from it now'),
      })
      .nullable()
      .describe('the standby of public reads (DATABASE_READ_URL); null without one'),
  })
  .meta({ id: 'SystemStatus', description: 'The state of the whole service' })
