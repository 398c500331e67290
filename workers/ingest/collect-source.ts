import { type Feed, type FeedContext, type FeedData, NO_DATA, type Source } from '../../pipeline/sources/source.ts'
import { SOURCE_RUN_ERROR_CHARS_MAX } from '../../shared/domain/market/source-run.ts'
import { VENDOR_FACTS } from '../../shared/domain/market/vendor-facts.ts'
import { errorMessage } from '../../shared/errors.ts'
import { scrubText } from '../../shared/flow-vendor/scrub.ts'
import type { RefusedPayload } from '../../shared/postgres/market/quarantine.ts'
import { type FeedOutcome, type FetchDeps, fetchFeed } from './fetch-feed.ts'

/** Vendors count connections too; two at a time is polite and hides one slow answer. */
const CONCURRENT_FEEDS = 2
/** A vendor that refuses hundreds of requests will refuse all of them. */
const REFUSED_MAX = 5

export interface Collected {
  /** False if the request came after its deadline, so that no vendor was called. */
  asked: boolean
  mode: FeedContext['mode']
  data: FeedData
  requests: number
  durationMs: number
  /** The reason why the source failed; null when every required feed answered (or has nothing new yet). */
  failure: string | null
  /** Errors that did not fail the source. */
  gaps: string[]
  refused: RefusedPayload[]
}

/** Fetches all feeds of a source. Never throws for a vendor's fault: that is a result, to be recorded. */
export async function collectSource(
  deps: FetchDeps,
  source: Source,
  context: FeedContext,
  signal: AbortSignal,
): Promise<Collected> {
  const started = performance.now()
  const due = source.feeds(context)
  const allowed = due.filter(({ vendor }) => !deps.off?.has(vendor))
  const first = await fetchAll(deps, allowed, context, signal, Number.POSITIVE_INFINITY)
  const lost = failedOf(first).filter(({ feed }) => feed.required)
  const following = lost.length > 0 ? [] : (source.follow?.(merged(first), context) ?? [])
  const failuresMax = Math.floor(following.length * (1 - (source.shareMin ?? 0)))
  const then = await fetchAll(deps, following, context, signal, failuresMax)
  const outcomes = [...first, ...then]
  const failed = failedOf(outcomes)
  const data = merged(outcomes)
  const failures = lost.length > 0 ? alike(failed) : []
  if (due.length > 0 && allowed.length === 0) failures.push(termsNotAccepted(due))
  const missed = failedOf(then)
  if (missed.length > failuresMax) failures.push(tooManyFailed(missed, then.length, following.length))
  if (!allowed.some(({ required }) => required) && failed.length > outcomes.length / 2)
    failures.push(mostFailed(failed, outcomes.length))
  const derived = failures.length === 0 ? derive(source, data, context) : NOTHING_DERIVED
  if (derived.failure !== null) failures.push(derived.failure)
  return {
    asked: true,
    mode: context.mode,
    data: {
      ...data,
      observations: [...data.observations, ...derived.observations],
      breadth: [...data.breadth, ...derived.breadth],
    },
    requests: outcomes.reduce((sum, outcome) => sum + outcome.requests, 0),
    durationMs: Math.round(performance.now() - started),
    failure: failures.length > 0 ? presentable(failures.join('; ')) : null,
    gaps: failed.filter(({ feed }) => !feed.required).map((outcome) => presentable(outcome.error!)),
    refused: failed.slice(0, REFUSED_MAX).flatMap(({ feed, refused, error }) => refusal(feed, refused, error!)),
  }
}

/**
 * The outcome of a request that was still waiting at its deadline, because the broker was unreachable or no worker ran.
 */
export const notAsked = (mode: FeedContext['mode'], lateMs: number): Collected => ({
  asked: false,
  mode,
  data: NO_DATA,
  requests: 0,
  durationMs: 0,
  failure: `the request came ${Math.ceil(lateMs / 1_000)} s after its deadline, and no vendor was asked`,
  gaps: [],
  refused: [],
})

/** Fetches two feeds at a time, and stops when more than `failuresMax` have failed. */
async function fetchAll(
  deps: FetchDeps,
  feeds: readonly Feed[],
  context: FeedContext,
  signal: AbortSignal,
  failuresMax: number,
): Promise<FeedOutcome[]> {
  const queue = [...feeds]
  const outcomes: FeedOutcome[] = []
  const drain = async () => {
    for (let feed = queue.shift(); feed; feed = queue.shift()) {
      const outcome = await fetchFeed(deps, feed, context, signal)
      outcomes.push(outcome)
      const next = outcome.error === null ? feed.more?.(outcome.data) : null
      if (next) queue.unshift(next)
      if (failedOf(outcomes).length > failuresMax) return
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_FEEDS }, drain))
  return outcomes
}

const failedOf = (outcomes: readonly FeedOutcome[]): FeedOutcome[] => outcomes.filter(({ error }) => error !== null)

/** One reason for all feeds that failed alike, in an order that does not depend on which of them answered first. */
export function alike(failed: readonly Pick<FeedOutcome, 'feed' | 'error'>[]): string[] {
  const ordered = failed.toSorted((a, b) => (a.feed.id < b.feed.id ? -1 : 1))
  const reasons = Map.groupBy(ordered, ({ feed, error }) => error!.slice(`${feed.id}: `.length))
  return [...reasons].map(([reason, [first, ...others]]) => {
    const more = others.length === 0 ? '' : ` and ${others.length} more`
    return `${first!.feed.id}${more}: ${reason}`
  })
}

function merged(outcomes: readonly FeedOutcome[]): FeedData {
  const all = <Key extends keyof typeof NO_DATA>(key: Key) => outcomes.flatMap(({ data }) => data[key] as never)
  return {
    observations: all('observations'),
    quotes: all('quotes'),
    chains: all('chains'),
    members: all('members'),
    bars: all('bars'),
    breadth: all('breadth'),
    futures: all('futures'),
    news: all('news'),
    records: all('records'),
    shortVolumes: all('shortVolumes'),
    ciks: all('ciks'),
    listings: all('listings'),
    actions: all('actions'),
    prints: all('prints'),
  }
}

const presentable = (error: string): string => scrubText(error).slice(0, SOURCE_RUN_ERROR_CHARS_MAX)

const termsNotAccepted = (feeds: readonly Feed[]): string =>
  `terms not accepted: ${[...new Set(feeds.map(({ vendor }) => VENDOR_FACTS[vendor].terms ?? vendor))].join(', ')}`

const tooManyFailed = (missed: readonly FeedOutcome[], sent: number, wanted: number): string =>
  `${missed.length} of ${sent} requests failed (${wanted} were due): ${missed.at(-1)!.error}`

/** If no document is required, each may be missing, but if most are missing the vendor has an outage. */
const mostFailed = (failed: readonly FeedOutcome[], sent: number): string =>
  `${failed.length} of ${sent} requests failed: ${alike(failed).join('; ')}`

const NOTHING_DERIVED = { observations: NO_DATA.observations, breadth: NO_DATA.breadth, failure: null }

function derive(source: Source, data: FeedData, context: FeedContext) {
  try {
    return { ...NOTHING_DERIVED, ...source.derive?.(data, context) }
  } catch (error) {
    return { ...NOTHING_DERIVED, failure: errorMessage(error) }
  }
}

const refusal = (feed: Feed, body: Uint8Array | null, reason: string): RefusedPayload[] =>
  body ? [{ feed: feed.id, reason: presentable(reason), body }] : []
