import type { FeedContext, Source } from '../../pipeline/sources/source.ts'
import { sourceEvents, sourceStateOf } from '../../pipeline/transitions/source-events.ts'
import { PREPARE_WITHIN_MS } from '../../shared/broker/handle-delivery.ts'
import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Message, StageHandler } from '../../shared/broker/run-stage.ts'
import type { KnownObservation, Observation } from '../../shared/domain/market/observation.ts'
import type { Log } from '../../shared/log.ts'
import { companiesToFetch } from '../../shared/postgres/company/companies.ts'
import { appendEvents } from '../../shared/postgres/events/events.ts'
import { newestPrintAt } from '../../shared/postgres/flow/flow-prints.ts'
import { saveNews } from '../../shared/postgres/market/news.ts'
import { hasDelivered, newOrNewest, saveObservations } from '../../shared/postgres/market/observations.ts'
import { keepRefused } from '../../shared/postgres/market/quarantine.ts'
import { saveQuotes } from '../../shared/postgres/market/quotes.ts'
import { lastGoodRunAt, presentableError, saveSourceRun } from '../../shared/postgres/market/source-runs.ts'
import { moveSourceState } from '../../shared/postgres/market/source-states.ts'
import { namesFollowedOutside } from '../../shared/postgres/screener/records.ts'
import type { Pool, Tx } from '../../shared/postgres/server/db.ts'
import { announceDocuments } from '../../shared/postgres/signals/read-models.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { addDays } from '../../shared/time/trading-day.ts'
import { panelsOf } from '../schedule/company-batches.ts'
import { arrive } from '../schedule/cycles.ts'
import { INGEST_GRACE_MS, ingestSlotTime } from '../schedule/plan-slots.ts'
import { type Collected, collectSource, notAsked } from './collect-source.ts'
import type { FetchDeps } from './fetch-feed.ts'
import { newsEvents } from './news-events.ts'
import { storeChain } from './store-chain.ts'
import { storeCompanyChains } from './store-company-chain.ts'
import { storeFlow } from './store-flow.ts'
import { storeMinute } from './store-minute.ts'
import { storePrints } from './store-prints.ts'
import { type Fetched, knowledge, storeWide } from './store-wide.ts'

/** `latest` stores only newer rows: older ones are stored already, and a vendor's whole file has thousands. */
const LATEST_DAYS = 35
/** Each gap is a log line, but not hundreds of them when a vendor is down. */
const GAPS_LOGGED_MAX = 5
/** No cycle waits for a back-fill, but it should finish soon. */
const BACKFILL_DEADLINE_MS = 60_000
/** A fetch that its own time limit did not end is given up this much later. */
const AFTER_PATIENCE_MS = 60_000
/** A request that waited for the broker or a worker has this long from then on. */
const LATE_PATIENCE_MS = 60_000
/**
 * A fetch for a cycle ends this long before the cycle's deadline, so that its result can be stored by then. A failure
 * that arrives with the deadline has no reason in the report, and its last good value is not used.
 */
const STORED_WITHIN_MS = 3_000

export interface IngestDeps extends FetchDeps {
  sql: Pool
  clock: Clock
  log: Log
  fredApiKey: string | null
  /** Token of the vendor of option prints; absent: none is configured. */
  printsToken?: string | null
}

type SourceRequest = Message<'source.requested'>

/** One stage per source: it calls the vendor outside the transaction and stores the answer inside it. */
export function ingestStage(deps: IngestDeps, source: Source): StageHandler<'source.requested', Collected> {
  // Once true it stays true, so it is not queried for each slot.
  let delivered = false
  const isKnownToDeliver = async () => (delivered ||= await hasDelivered(deps.sql, source.id))
  return {
    stage: `ingest-${source.id}`,
    handles: ['source.requested'],
    async prepare(message) {
      const lateMs = deps.clock.now().getTime() - Date.parse(message.payload.deadline)
      if (lateMs > 0 && lateMs > graceMs(source, message)) return notAsked(message.payload.mode, lateMs)
      const newest = await withStored(deps, source, contextOf(deps, message))
      const wanted = await withHistory(source, message, newest, isKnownToDeliver)
      const context = await withCompanies(deps, message, wanted)
      return await collectSource(deps, source, context, AbortSignal.timeout(patienceMs(deps, source, message)))
    },
    prepareWithinMs: Math.max(PREPARE_WITHIN_MS, (source.patienceMs ?? 0) + AFTER_PATIENCE_MS),
    handle: (tx, message, collected) => store(deps, tx, source, message, collected),
  }
}

/** The message's instant in a back-fill; otherwise service time, but never before the request. */
function instantOf(deps: IngestDeps, { payload, occurredAt }: SourceRequest): Date {
  const requestedAt = new Date(occurredAt)
  const now = deps.clock.now()
  return payload.origin === 'backfill' || now < requestedAt ? requestedAt : now
}

function contextOf(deps: IngestDeps, message: SourceRequest): FeedContext {
  const at = instantOf(deps, message)
  const slotAt = ingestSlotTime(message.payload.slot)
  const own = slotAt === null ? {} : { slotAt }
  return { at, day: eastern(at).day, mode: message.payload.mode, fredApiKey: deps.fredApiKey, ...own }
}

/**
 * Prints are requested from the newest stored one on, so that an outage leaves no gap, and bars also of names that left
 * the index with a record of the screener.
 */
async function withStored(
  { sql, printsToken }: IngestDeps,
  { id }: Source,
  context: FeedContext,
): Promise<FeedContext> {
  if (id === 'bars') return { ...context, followed: await namesFollowedOutside(sql) }
  if (id !== 'prints') return context
  return { ...context, printsToken: printsToken ?? null, printsSince: await newestPrintAt(sql) }
}

/**
 * A source that never delivered (its vendor was down when history was filled) fetches its whole history on its next own
 * slot, but not in a cycle, because the cycle waits for the newest values.
 */
async function withHistory(
  source: Source,
  message: SourceRequest,
  context: FeedContext,
  isKnownToDeliver: () => Promise<boolean>,
): Promise<FeedContext> {
  if (source.companies) return context
  const history: FeedContext = { ...context, mode: 'history' }
  if (context.mode === 'history' || message.cycleId !== null || source.feeds(history).length === 0) return context
  return (await isKnownToDeliver()) ? context : history
}

/** A batch names its companies; what is stored of them is read when it is fetched, not when it was sent. */
async function withCompanies(
  { sql }: IngestDeps,
  { payload }: SourceRequest,
  context: FeedContext,
): Promise<FeedContext> {
  if (!payload.companies) return context
  return { ...context, companies: await companiesToFetch(sql, payload.companies, context.day) }
}

/**
 * How long after its deadline a request is still useful. The value of a minute or a cycle belongs to its instant, and
 * the next one is requested again; a source's own slot may be the only one of its day or week.
 */
function graceMs(source: Source, { payload, cycleId }: SourceRequest): number {
  if (payload.origin === 'backfill') return Number.POSITIVE_INFINITY
  return cycleId !== null || source.everyMinute ? 0 : (source.graceMs ?? INGEST_GRACE_MS)
}

function patienceMs(deps: IngestDeps, source: Source, message: SourceRequest): number {
  const { payload, cycleId } = message
  const own = cycleId === null ? (source.patienceMs ?? 0) : 0
  if (payload.origin === 'backfill') return Math.max(own, BACKFILL_DEADLINE_MS)
  const least = graceMs(source, message) > 0 ? LATE_PATIENCE_MS : 1
  const leftMs = Date.parse(payload.deadline) - deps.clock.now().getTime()
  return Math.max(least, own, cycleId === null ? leftMs : leftMs - Math.min(STORED_WITHIN_MS, leftMs / 2))
}

async function store(
  deps: IngestDeps,
  tx: Tx,
  source: Source,
  message: SourceRequest,
  collected: Collected,
): Promise<NewMessage[]> {
  const { origin } = message.payload
  const { mode } = collected
  const at = instantOf(deps, message)
  const { observations, quotes, chains } = collected.data
  const since = addDays(eastern(at).day, -(source.latestDays ?? LATEST_DAYS))
  const wanted = mode === 'latest' ? observations.filter(({ day }) => day >= since) : observations
  const fresh = source.pastIsFinal ? await newOrNewest(tx, wanted) : wanted
  const known = fresh.map((row) => withKnowledge(row, { source: source.id, origin, mode, at }))
  let stored = await saveObservations(tx, known)
  const ofMinute = source.everyMinute ? await storeMinute(tx, message, collected, at) : null
  stored += ofMinute?.stored ?? (await saveQuotes(tx, quotes, { at, source: source.id, origin }))
  if (source.companies) stored += await storeCompanyChains(tx, chains, { at, source: source.id, origin })
  else for (const chain of chains) stored += await storeChain(tx, chain, { at, source: source.id, origin })
  const logsLarge = origin === 'scheduled' && !deps.printsToken
  for (const chain of chains) await storeFlow(tx, chain, { at, source: source.id, origin, logsLarge })
  stored += await storePrints(tx, collected.data.prints, at)
  const freshDays = new Set(fresh.map(({ day }) => day))
  const breadth = collected.data.breadth.filter(({ day }) => freshDays.has(day))
  stored += await storeWide(tx, { ...collected.data, breadth }, { source: source.id, origin, mode, at })
  const articles = await saveNews(tx, collected.data.news, { at, origin })
  stored += articles.length
  await keepRefused(tx, collected.refused, { source: source.id, messageId: message.id, at })

  const arrival = collected.asked
    ? await recordRun(deps, tx, source, { message, collected, stored, at })
    : { source: source.id, ok: false, degraded: false, reason: collected.failure }
  if (!collected.asked) deps.log.warn({ source: source.id, reason: collected.failure }, 'request_too_late')
  const messages =
    ofMinute?.messages ?? (message.cycleId === null ? [] : await arrive(tx, message.cycleId, arrival, at))
  if (origin === 'scheduled' && collected.asked) await logSourceState(tx, arrival, at)
  await appendEvents(tx, newsEvents(articles, at))
  return stored === 0 ? messages : [...messages, ...panelsDue(message, at)]
}

interface Recorded {
  message: SourceRequest
  collected: Collected
  stored: number
  at: Date
}

/** Stores and logs the outcome of a run; a request for which no vendor was called is not a run. */
async function recordRun(
  { log }: IngestDeps,
  tx: Tx,
  source: Source,
  { message, collected, stored, at }: Recorded,
): Promise<{ source: Source['id']; ok: boolean; degraded: boolean; reason: string | null }> {
  const partly = refusedPart(source, collected)
  const { ok, degraded } = partly === null ? await judge(tx, source, collected.failure, at) : PARTLY
  const reason = collected.failure ?? partly
  const run = {
    messageId: message.id,
    source: source.id,
    ok: ok ? 1 : 0,
    degraded: degraded ? 1 : 0,
    error: reason,
    runAt: at,
    durationMs: collected.durationMs,
    requests: collected.requests,
    stored,
    origin: message.payload.origin,
    gaps: collected.gaps,
  } as const
  await Promise.all([saveSourceRun(tx, run), announceDocuments(tx, 'sources')])
  for (const gap of collected.gaps.slice(0, GAPS_LOGGED_MAX))
    log.warn({ source: source.id, gap, gaps: collected.gaps.length }, 'feed_gap')
  const level = ok ? 'info' : 'warn'
  log[level](
    { source: source.id, ok, degraded, stored, duration_ms: collected.durationMs, error: reason },
    'source_run',
  )
  return { source: source.id, ok, degraded, reason }
}

/**
 * The panels of a batch are recomputed with its new rows, which never hold a close; those of a back-fill wait for its
 * end.
 */
function panelsDue({ id, payload: { companies, origin } }: SourceRequest, at: Date): NewMessage[] {
  if (!companies || companies.length === 0 || origin === 'backfill') return []
  return [panelsOf(`after-${id.replaceAll('#', '-')}`, companies, { cutoff: at, analogs: false })]
}

/** Logs a source that begins to fail, falls back or delivers again; runs last, since it may take the log's lock. */
async function logSourceState(
  tx: Tx,
  { source, reason, ...run }: { source: Source['id']; ok: boolean; degraded: boolean; reason: string | null },
  at: Date,
): Promise<void> {
  const state = sourceStateOf(run)
  const { before, isNews } = await moveSourceState(tx, { source, state, at })
  const error = reason === null ? null : presentableError(reason)
  if (isNews) await appendEvents(tx, sourceEvents(before, { source, state, at, error }))
}

function withKnowledge(row: Observation, fetched: Fetched): KnownObservation {
  return { ...row, source: fetched.source, ...knowledge(row.series, row.day, fetched) }
}

const PARTLY = { ok: true, degraded: true }

/** Why a run that stored the documents of other companies is degraded; null if no document was refused. */
function refusedPart({ isPartial }: Source, { failure, refused, requests }: Collected): string | null {
  const [first] = refused
  if (!isPartial || failure !== null || !first) return null
  return `documents refused, of ${requests} requests: ${refused.length}; the first: ${first.reason}`
}

/** A failed fetch counts as degraded while the last good value is young enough to be used, otherwise as failed. */
async function judge(
  tx: Tx,
  source: Source,
  failure: string | null,
  at: Date,
): Promise<{ ok: boolean; degraded: boolean }> {
  if (failure === null) return { ok: true, degraded: false }
  const lastGood = await lastGoodRunAt(tx, source.id, at)
  const young = lastGood !== null && at.getTime() - lastGood.getTime() <= source.maxAgeMs
  return { ok: young, degraded: young }
}
