import type { z } from 'zod'
import { SOURCES } from '../../shared/domain/market/source-id.ts'
import { marketAt } from '../../shared/time/calendar.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import { documentRoute } from '../cache/document-route.ts'
import { knownNow, readNow } from '../database/service-time.ts'
import type { ApiContext } from '../http/context.ts'
import { readExample } from '../openapi/read-example.ts'
import type { BrokerageReading } from './brokerage-watch.ts'
import { liveQuotesProblem } from './judge-live-quotes.ts'
import { healthyPct, type Judgement, judge, judgeBrokerage } from './status-level.ts'
import { type StatusFacts, statusFacts } from './status-view.ts'
import { SystemStatus } from './system-status.ts'

type Status = z.infer<typeof SystemStatus>

type Replica = Pick<ApiContext, 'dataMode' | 'instanceId' | 'standby'>

const brokerageOf = ({ status, quote, ...reading }: BrokerageReading): Status['brokerage'] => ({
  status,
  token_state: reading.tokenState,
  data_state: reading.dataState,
  reason: reading.reason,
  token_expires_at: reading.tokenExpiresAt && easternIso(reading.tokenExpiresAt),
  spy_quote: quote && { price: quote.price, quoted_at: easternIso(quote.quotedAt), realtime: quote.realtime },
})

function levelOf({ issues, warnings }: Judgement): Pick<Status, 'status' | 'level'> {
  if (issues.length > 0) return { status: 'unhealthy', level: 'red' }
  if (warnings.length > 0) return { status: 'degraded', level: 'yellow' }
  return { status: 'healthy', level: 'green' }
}

/** The current step, or the last one; null for a service without history to fill. */
function backfill(facts: StatusFacts | null): Status['backfill'] {
  const steps = facts?.backfill ?? []
  const current = steps.find(({ done, total }) => done < total)
  if (current) return { phase: current.step, done: current.done, total: current.total }
  const total = steps.reduce((sum, step) => sum + step.total, 0)
  return steps.length === 0 ? null : { phase: 'done', done: total, total }
}

function stages(facts: StatusFacts | null): Status['stages'] {
  if (!facts || facts.stages.length === 0) return null
  return facts.stages.map(({ stage, ready, active, delayed, dead, oldestReadyAgeSeconds, ...observed }) => ({
    stage,
    ready,
    active,
    delayed,
    dead,
    oldest_age_seconds: oldestReadyAgeSeconds === null ? null : Math.round(oldestReadyAgeSeconds * 10) / 10,
    workers: observed.workers,
    rate_per_minute: observed.ratePerMinute,
    standing_seconds: observed.standingSeconds === null ? null : Math.round(observed.standingSeconds),
    seen_seconds_ago: Math.round(observed.seenSecondsAgo),
  }))
}

/** Null while service time follows real time. */
function clockOf(facts: StatusFacts | null): Status['clock'] {
  const row = facts?.clock
  if (!row || row.ceiling === null) return null
  const { state, speed, target } = row
  return { state: target === null ? state : 'moving', speed, target: target && easternIso(target) }
}

interface Findings {
  /** Null while service time is not known. */
  now: Date | null
  facts: StatusFacts | null
  brokerage: BrokerageReading
}

function describe(
  { dataMode, instanceId, standby: look }: Replica,
  { now, facts, brokerage }: Findings,
  judgement: Judgement,
): Status {
  const market = now && marketAt(now)
  const standby = look()
  const quote = facts?.spyQuote ?? null
  const sum = (pick: (source: StatusFacts['sources'][number]) => number): number | null =>
    facts?.sources.reduce((total, source) => total + pick(source), 0) ?? null
  const failures = new Map(facts?.sources.map((source) => [source.source, source.failures]))
  return {
    ...levelOf(judgement),
    ...judgement,
    report_count: facts?.reportCount ?? null,
    latest_report: facts?.latestReport?.filename ?? null,
    brokerage: brokerageOf(brokerage),
    sources_healthy_pct_7d: facts && healthyPct(facts.sources),
    total_source_runs_7d: sum((source) => source.runs),
    degraded_runs_7d: sum((source) => source.degraded),
    source_failures_7d: facts ? Object.fromEntries(SOURCES.map((source) => [source, failures.get(source) ?? 0])) : {},
    trading_client: {
      initialized: brokerage.health.initialized,
      consecutive_failures: brokerage.health.consecutiveFailures,
      seconds_since_success: brokerage.health.secondsSinceSuccess,
      refresh_failing: brokerage.health.refreshFailing,
      alarm: brokerage.health.alarm,
      rebuilds: brokerage.health.rebuilds,
      instance_id: instanceId,
    },
    data_mode: dataMode,
    scenario: dataMode === 'live' ? null : (facts?.scenario ?? null),
    service_time: now && easternIso(now),
    market: market && { phase: market.phase, next_change: easternIso(market.nextChange) },
    spy_quote: quote &&
      now && {
        price: quote.price,
        quoted_at: easternIso(quote.quotedAt),
        age_seconds: Math.max(0, Math.round((now.getTime() - quote.quotedAt.getTime()) / 1000)),
        source: quote.source,
      },
    latest_snapshot_as_of: facts?.snapshot?.as_of ?? null,
    backfill: backfill(facts),
    clock: clockOf(facts),
    loading: facts?.loading ?? null,
    missed_slots_24h: facts?.missedSlots ?? null,
    dead_letters: facts?.deadLetters ?? null,
    outbox_oldest_seconds: facts?.outboxOldestSeconds ?? null,
    stages: stages(facts),
    standby: standby && { lag_seconds: standby.lagSeconds, serves: standby.serves },
  }
}

/** A standby that lacks only the newest change is not worth reporting. */
const STANDBY_NEWS_S = 1

function judgeStandby(context: Pick<ApiContext, 'standby'>, judgement: Judgement): void {
  const standby = context.standby()
  if (!standby || standby.serves || (standby.lagSeconds ?? STANDBY_NEWS_S) < STANDBY_NEWS_S) return
  if (standby.isPromoted) {
    judgement.warnings.push(
      'a primary answers at DATABASE_READ_URL, as after a failover: until a standby does, the primary serves public reads',
    )
    return
  }
  const how = standby.lagSeconds === null ? 'unreachable' : `${Math.round(standby.lagSeconds)} s behind`
  judgement.warnings.push(`the standby of public reads is ${how}, so the primary serves them`)
}

function judgeLiveQuotes(
  { dataMode, market, allowDelayedTrading }: Pick<ApiContext, 'dataMode' | 'market' | 'allowDelayedTrading'>,
  facts: StatusFacts,
  now: Date,
  { warnings }: Judgement,
): void {
  const problem = liveQuotesProblem(facts, now, { preferred: market.preferred(), allowDelayedTrading })
  if (dataMode === 'live' && problem) warnings.push(problem)
}

const LOCAL_WEBHOOKS = 'webhooks may go to local addresses (WEBHOOKS_ALLOW_LOCAL=1), which is for development'

export const statusRoutes = [
  documentRoute({
    path: '/api/v1/status',
    class: 'public',
    tag: 'operations',
    summary: 'The state of the whole service',
    description:
      'Red with any issue, otherwise yellow with any warning, otherwise green, by the exchange calendar and service ' +
      'time. Without the database the status is red with that issue, and unknown members are null.',
    response: SystemStatus,
    responseDescription: 'The status',
    example: readExample(import.meta.url, './status-example.json'),
    topics: ['signals', 'reports', 'sources'],
    stale: false,
    async load(context) {
      const now = await readNow(context)
      // The next reading reports the result, so that a server that does not answer delays no status.
      void context.trading.probe()
      const [facts, brokerage] = await Promise.all([
        context.reader.read((sql) => statusFacts(sql, now)),
        context.brokerage.look(now),
      ])
      const storage = await context.storage.problem(facts.refusedWrites)
      const judgement = judge(facts, now, brokerage)
      if (storage) judgement.issues.unshift(storage)
      judgeStandby(context, judgement)
      judgeLiveQuotes(context, facts, now, judgement)
      if (context.webhooks.allowLocal) judgement.warnings.push(LOCAL_WEBHOOKS)
      return { value: describe(context, { now, facts, brokerage }, judgement) }
    },
    empty(reason, context) {
      const brokerage = context.brokerage.last()
      const judgement = { issues: [reason], warnings: [] }
      judgeBrokerage(brokerage, judgement)
      judgeStandby(context, judgement)
      return describe(context, { now: knownNow(context), facts: null, brokerage }, judgement)
    },
  }),
]
