import type { Feed, FeedContext, FeedData, Source } from '../../pipeline/sources/source.ts'
import { SOURCE_RUN_ERROR_CHARS_MAX } from '../../shared/domain/source-run.ts'
import type { Refused } from '../../shared/postgres/quarantine.ts'
import { type FeedOutcome, type FetchDeps, fetchFeed } from './fetch-feed.ts'

/** Vendors count connections too; two at a time is polite and hides one slow answer. */
const CONCURRENT_FEEDS = 2

export interface Collected {
  mode: FeedContext['mode']
  data: FeedData
  requests: number
  durationMs: number
  /** Why the source failed; null when every required feed answered (or has nothing new yet). */
  failure: string | null
  /** What went wrong without failing the source. */
  gaps: string[]
  refused: Refused[]
}

/** Asks all feeds of a source. Never throws for a vendor's fault: that is a result, to be recorded. */
export async function collectSource(
  deps: FetchDeps,
  source: Source,
  context: FeedContext,
  signal: AbortSignal,
): Promise<Collected> {
  const started = performance.now()
  const queue = [...source.feeds(context)]
  const outcomes: FeedOutcome[] = []
  const drain = async () => {
    for (let feed = queue.shift(); feed; feed = queue.shift())
      outcomes.push(await fetchFeed(deps, feed, context, signal))
  }
  await Promise.all(Array.from({ length: CONCURRENT_FEEDS }, drain))
  const failed = outcomes.filter((outcome) => outcome.error !== null)
  const text = (feeds: FeedOutcome[]) => feeds.map((outcome) => outcome.error).join('; ')
  const required = failed.filter(({ feed }) => feed.required)
  return {
    mode: context.mode,
    data: {
      observations: outcomes.flatMap((outcome) => outcome.data.observations),
      quotes: outcomes.flatMap((outcome) => outcome.data.quotes),
      chains: outcomes.flatMap((outcome) => outcome.data.chains),
    },
    requests: outcomes.reduce((sum, outcome) => sum + outcome.requests, 0),
    durationMs: Math.round(performance.now() - started),
    failure: required.length > 0 ? text(failed).slice(0, SOURCE_RUN_ERROR_CHARS_MAX) : null,
    gaps: failed.filter(({ feed }) => !feed.required).map((outcome) => outcome.error!),
    refused: failed.flatMap(({ feed, refused, error }) => refusal(feed, refused, error!)),
  }
}

const refusal = (feed: Feed, body: Uint8Array | null, reason: string): Refused[] =>
  body ? [{ feed: feed.id, reason: reason.slice(0, SOURCE_RUN_ERROR_CHARS_MAX), body }] : []
