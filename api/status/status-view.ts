import type { HistoryLoading } from '../../shared/domain/contract/history-loading.ts'
import { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import type { SourceId } from '../../shared/domain/market/source-id.ts'
import type { ScenarioName } from '../../shared/domain/scenario.ts'
import { type LlmSilence, llmSilence } from '../../shared/postgres/ai/llm-silence.ts'
import { type Progress, readLoading, readProgress } from '../../shared/postgres/market/backfill.ts'
import { type FetchedQuote, latestQuotes } from '../../shared/postgres/market/latest-quotes.ts'
import { type WaitingStage, waitingStages } from '../../shared/postgres/messaging/inbox.ts'
import { readStageDepths, type SeenStage } from '../../shared/postgres/messaging/stage-depths.ts'
import { liveWorkers, type StageStaff, staffOf } from '../../shared/postgres/messaging/stage-workers.ts'
import { type RecentStep, recentClockStep } from '../../shared/postgres/server/clock-epoch.ts'
import { type ClockRow, readClockRow } from '../../shared/postgres/server/clock-row.ts'
import { type DataLoss, newestLoss, schedulerSilentSeconds } from '../../shared/postgres/server/data-losses.ts'
import type { WriteRefusal } from '../../shared/postgres/server/database-error.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { brokenSignals } from '../../shared/postgres/server/integrity.ts'
import { readSimulatedWorld } from '../../shared/postgres/server/simulated-world.ts'
import { failedCycles } from '../../shared/postgres/signals/cycles.ts'
import { readModel } from '../../shared/postgres/signals/read-models.ts'
import { undecidedSymbols } from '../../shared/postgres/trading/action-proposals.ts'

export interface SourceWeek {
  source: SourceId
  runs: number
  failures: number
  degraded: number
}

/** The state of the service as stored in the database, as of service time `now`. */
export interface StatusFacts {
  /** The scenario of the simulated market; null for live data. */
  scenario: ScenarioName | null
  reportCount: number
  latestReport: { filename: string; at: Date } | null
  sources: SourceWeek[]
  deadLetters: number
  outboxOldestSeconds: number | null
  missedSlots: number
  failedCycles: number
  /** Start of the service, or the end of its last pause; null for a service that was never opened. */
  runningSince: Date | null
  snapshot: Pick<SignalsSnapshot, 'as_of' | 'health_score' | 'health_score_reason' | 'data_quality'> | null
  /** Contradictions between stored signals, as sentences. */
  integrity: string[]
  newestSession: { tradeDate: string; state: string } | null
  spyQuote: { price: number; quotedAt: Date; source: string } | null
  /** The quote of SPY that orders trade on, as the quotes worker keeps it. */
  liveQuote: Pick<FetchedQuote, 'source' | 'delaySeconds' | 'quotedAt' | 'fetchedAt'> | null
  backfill: Progress[]
  /** History that is still being filled; null once all is there. */
  loading: HistoryLoading | null
  /** The part of it that the served market state reads. */
  stateLoading: HistoryLoading | null
  stages: (SeenStage & StageStaff)[]
  /** The seconds since a scheduler was alive, whether or not the broker answers it; null if there has been none yet. */
  schedulerSilentSeconds: number | null
  /** Messages that wait for the end of an outage, and have for a while. */
  waiting: WaitingStage[]
  /** Why the newest writes of workers were refused; null if they were not. */
  refusedWrites: WriteRefusal | null
  /** The newest step of the database's clock; null: none within the last hour, and the clock is believed. */
  clockStep: RecentStep | null
  /** The loss of a failover, while no operator has accepted it. */
  dataLoss: DataLoss | null
  /** Null for a service that was never opened. */
  clock: ClockRow | null
  /** Symbols whose corporate actions an operator must decide. */
  undecidedActions: string[]
  /** Null while the LLM writes, and where none is configured. */
  llmSilence: LlmSilence | null
}

/** Longer than the restart of a dependency; until then a retry is nothing to report. */
const WAITING_SECONDS_MAX = 300
const WEEK_MS = 7 * 86_400_000
const DAY_MS = 86_400_000

const SnapshotPart = SignalsSnapshot.pick({
  as_of: true,
  health_score: true,
  health_score_reason: true,
  data_quality: true,
})

async function reports(db: Db) {
  const [row] = await db<{ count: number; filename: string | null; at: Date | null }[]>`
    select (select coalesce(sum(d.reports), 0)::int from report_days as d) as count, newest.filename, newest.at
    from (select 1 as one) as always
    left join lateral (
      select r.filename, r.at from reports as r order by r.at desc, r.run desc limit 1
    ) as newest on true
    limit 1`
  return { count: row?.count ?? 0, latest: row?.filename && row.at ? { filename: row.filename, at: row.at } : null }
}

export async function sourceWeeks(db: Db, now: Date): Promise<SourceWeek[]> {
  return await db<SourceWeek[]>`
    select sr.source, count(*)::int as runs, count(*) filter (where sr.ok = 0)::int as failures,
      count(*) filter (where sr.degraded = 1)::int as degraded
    from source_runs as sr
    where sr.run_at >= ${new Date(now.getTime() - WEEK_MS)} and sr.run_at < ${new Date(now.getTime() + 1)}
    group by sr.source
    order by sr.source
    limit 100`
}

async function messageFigures(db: Db, now: Date) {
  const [row] = await db<{ dead: number; oldest: number | null; missed: number; since: Date | null }[]>`
    select
      (select count(*)::int from inbox as i where i.state = 'failed') as dead,
      (select extract(epoch from clock_timestamp() - min(o.created_at))::int from outbox as o where o.sent_at is null)
        as oldest,
      (select count(*)::int from slots as s
        where s.state = 'missed' and s.origin = 'scheduled' and s.kind <> 'minute'
          and s.scheduled_for >= ${new Date(now.getTime() - DAY_MS)} and s.scheduled_for < ${now})
        + (select count(*)::int from ai_reads as r
            where r.state = 'missed' and r.scheduled_for >= ${new Date(now.getTime() - DAY_MS)}
              and r.scheduled_for < ${now}) as missed,
      (select greatest(st.since, (select max(sp.resumed_at) from service_pauses as sp)) from service_time as st) as since
    limit 1`
  return row
}

async function newestSession(db: Db) {
  const [row] = await db<{ tradeDate: string; state: string }[]>`
    select sd.trade_date as "tradeDate", sd.state from signals_daily as sd order by sd.trade_date desc limit 1`
  return row ?? null
}

/** The newest quote of the signals, and the one that orders trade on. */
async function spyQuotes(db: Db): Promise<Pick<StatusFacts, 'spyQuote' | 'liveQuote'>> {
  const [[newest], [live]] = await Promise.all([
    db<{ price: number; quotedAt: Date; source: string }[]>`
      select q.price, q.quoted_at as "quotedAt", q.source
      from quotes as q where q.symbol = 'SPY' order by q.quoted_at desc limit 1`,
    latestQuotes(db, ['SPY']),
  ])
  return { spyQuote: newest ?? null, liveQuote: live ?? null }
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** Undefined for text that is not JSON; every schema rejects that. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads facts that stop nothing and that only an operator can repair. */
async function forOperatorsAlone(db: Db, now: Date): Promise<Pick<StatusFacts, 'undecidedActions' | 'llmSilence'>> {
  const [undecidedActions, silence] = await Promise.all([undecidedSymbols(db), llmSilence(db, now)])
  return { undecidedActions, llmSilence: silence }
}

export async function statusFacts(db: Db, now: Date): Promise<StatusFacts> {
  const [
    report,
    sources,
    inner,
    model,
    session,
    quotes,
    backfill,
    loading,
    stateLoading,
    stages,
    workers,
    failed,
    broken,
    waiting,
    clockStep,
    loss,
    clock,
    world,
    forOperators,
    silentSeconds,
  ] = await Promise.all([
    reports(db),
    sourceWeeks(db, now),
    messageFigures(db, now),
    readModel(db, 'signals/latest'),
    newestSession(db),
    spyQuotes(db),
    readProgress(db),
    readLoading(db),
    readLoading(db, 'served'),
    readStageDepths(db),
    liveWorkers(db),
    failedCycles(db),
    brokenSignals(db, now),
    waitingStages(db, WAITING_SECONDS_MAX),
    recentClockStep(db),
    newestLoss(db),
    readClockRow(db),
    readSimulatedWorld(db),
    forOperatorsAlone(db, now),
    schedulerSilentSeconds(db),
  ])
  const snapshot = model && SnapshotPart.safeParse(jsonOf(model.body))
  return {
    scenario: world?.scenario ?? null,
    reportCount: report.count,
    latestReport: report.latest,
    sources,
    // A message that killed its worker, or that could not be read, has no row in the inbox.
    deadLetters: Math.max(inner?.dead ?? 0, sum(stages.map(({ dead }) => dead))),
    outboxOldestSeconds: inner?.oldest ?? null,
    missedSlots: inner?.missed ?? 0,
    failedCycles: failed,
    runningSince: inner?.since ?? null,
    snapshot: snapshot?.success ? snapshot.data : null,
    integrity: [...(snapshot?.success === false ? ['the newest snapshot breaks its contract'] : []), ...broken],
    newestSession: session,
    ...quotes,
    backfill,
    loading,
    stateLoading,
    waiting,
    refusedWrites: workers.find(({ refusal }) => refusal)?.refusal ?? null,
    clockStep,
    dataLoss: loss?.acceptedAt === null ? loss : null,
    ...forOperators,
    clock,
    schedulerSilentSeconds: silentSeconds,
    stages: stages.map((seen) => ({ ...seen, ...staffOf(seen.stage, workers) })),
  }
}
