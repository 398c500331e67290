import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Agent, type Dispatcher, request } from 'undici'
import { refuseLabel, refuseUnexpected } from '../../pipeline/sources/refuse-unexpected.ts'
import { refuseUnstorable } from '../../pipeline/sources/refuse-unstorable.ts'
import type { Feed, FeedContext, FeedData } from '../../pipeline/sources/source.ts'
import { NO_DATA } from '../../pipeline/sources/source.ts'
import { AppError, errorKind, errorMessage } from '../../shared/errors.ts'
import { retryAfterSeconds } from '../../shared/retry-after.ts'
import { inSpan, type Span, SpanKind } from '../../shared/tracing/span.ts'
import { readDropped } from './file-drop.ts'

/** The unpacked limit of a feed that declares none; years of one series take a tenth of it. */
const BODY_BYTES_MAX = 5_000_000
/** FRED stalls some clients for most of a minute before it answers. */
const REQUEST_TIMEOUT_MS = 45_000
const DROPPED_BYTES_MAX = 16_384
const ATTEMPTS_MAX = 3
const BACKOFF_MS = 500
const BACKOFF_MAX_MS = 10_000
/** A vendor that wants a longer pause gets no further request in this run. The wait for a token is always shorter. */
const PAUSE_MAX_MS = 30_000
const USER_AGENT = 'market-state/0.1 (paper trading research)'

export interface FetchDeps {
  agent: Agent
  baseUrl(vendor: Feed['vendor'], at: Date): string
  /** Vendors that may not be fetched from, because their terms are not accepted; absent: none. */
  off?: ReadonlySet<Feed['vendor']>
  /** The default header; a feed whose vendor requires a browser sends its own. */
  userAgent?: string
  /** 0 when a token was taken, else how long to wait for one. */
  takeToken(vendor: Feed['vendor']): Promise<number>
  /** Stops requests of all processes to a vendor for the seconds that its `Retry-After` names. */
  rest(vendor: Feed['vendor'], seconds: number): Promise<void>
  /** Waits for a token or before a retry; `hasAnswered` says whether the vendor answered the last request. */
  sleep(ms: number, signal: AbortSignal, hasAnswered?: boolean): Promise<void>
}

export interface FeedOutcome {
  feed: Feed
  data: FeedData
  requests: number
  error: string | null
  /** The vendor has not published it yet: no failure, no data. */
  absent: boolean
  refused: Uint8Array | null
}

/** One per process, so that the process's connections to a vendor are bounded together. */
export const createFetchAgent = (): Agent =>
  new Agent({
    connections: 8,
    connect: { timeout: 10_000 },
    headersTimeout: REQUEST_TIMEOUT_MS,
    bodyTimeout: 20_000,
  })

/** Fetches one feed inside the signal's deadline: budget, retry with back-off, status, shape, parse. */
export async function fetchFeed(
  deps: FetchDeps,
  feed: Feed,
  context: FeedContext,
  signal: AbortSignal,
): Promise<FeedOutcome> {
  const outcome: FeedOutcome = { feed, data: NO_DATA, requests: 0, error: null, absent: false, refused: null }
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    try {
      for (let wait = await tokenOf(deps, feed); wait > 0; wait = await tokenOf(deps, feed)) {
        if (wait > PAUSE_MAX_MS) throw resting(wait)
        await deps.sleep(wait, signal)
      }
      outcome.requests++
      // The URL and its query stay out of the span: they may carry a key.
      const attributes = { vendor: feed.vendor, feed: feed.id, attempt, 'http.request.method': 'GET' }
      const reply = await inSpan('vendor GET', { kind: SpanKind.CLIENT, attributes }, (span) =>
        send(deps, feed, context, signal, span),
      )
      if (reply === null) return { ...outcome, absent: true, error: null, refused: null }
      outcome.refused = reply.body
      return { ...outcome, data: parseReply(feed, reply, context), error: null, refused: null }
    } catch (error) {
      outcome.error = `${feed.id}: ${describe(error, signal)}`
      if (signal.aborted || attempt === ATTEMPTS_MAX || !isWorthRetrying(error)) return outcome
      const retryAfterMs = error instanceof AppError ? Number(error.details.retryAfterMs ?? 0) : 0
      if (retryAfterMs > PAUSE_MAX_MS) return outcome
      const waitMs = Math.max(retryAfterMs, Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 4 ** (attempt - 1)))
      await deps.sleep(waitMs, signal, hasAnswered(error)).catch(() => {})
      if (signal.aborted) return outcome
    }
  }
  return outcome
}

/**
 * Budgets are in our own database: if it is unreachable for a moment, that is not the vendor's fault, and a retry may
 * succeed.
 */
async function tokenOf({ takeToken }: FetchDeps, { vendor }: Feed): Promise<number> {
  try {
    return await takeToken(vendor)
  } catch (cause) {
    throw new AppError('unavailable', 'not requested, because our database did not answer', { cause })
  }
}

const resting = (ms: number): AppError =>
  new AppError(
    'conflict',
    `not requested, because the vendor asked for a pause that ends in ${Math.ceil(ms / 1_000)} s`,
  )

interface Reply {
  body: Uint8Array
  contentType: string | null
}

function parseReply(feed: Feed, { body, contentType }: Reply, context: FeedContext): FeedData {
  refuseLabel(contentType)
  const { accept, bytesMin } = feed.request(context)
  refuseUnexpected(body, accept, bytesMin)
  const data = feed.parse(body, context)
  refuseUnstorable(body, data)
  return data
}

/** A truncated body may be complete the next time; a refusal by status will not change within seconds. */
const isWorthRetrying = (error: unknown): boolean =>
  errorKind(error) === 'unavailable' || errorKind(error) === 'invalid'

/** A status or a body without data is the vendor's answer; a network failure says nothing about the vendor. */
const hasAnswered = (error: unknown): boolean =>
  errorKind(error) === 'invalid' || (error instanceof AppError && error.details.retryAfterMs !== undefined)

async function send(
  deps: FetchDeps,
  feed: Feed,
  context: FeedContext,
  signal: AbortSignal,
  span: Span,
): Promise<Reply | null> {
  const { path, query, headers, bytesMax = BODY_BYTES_MAX } = feed.request(context)
  const base = deps.baseUrl(feed.vendor, context.at)
  if (base.startsWith('file:')) return { body: await readDropped(new URL(base)), contentType: null }
  const url = new URL(base + path)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
  let response: Dispatcher.ResponseData
  try {
    response = await request(url, {
      dispatcher: deps.agent,
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      headers: { 'user-agent': deps.userAgent ?? USER_AGENT, accept: '*/*', 'accept-encoding': 'gzip', ...headers },
    })
    span.setAttribute('http.response.status_code', response.statusCode)
    if (response.statusCode === 200)
      return { body: await readUnpacked(response, bytesMax), contentType: header(response, 'content-type') }
    letGo(response)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('unavailable', networkReason(cause), { cause })
  }
  const { statusCode: status } = response
  if (status === 403 || status === 404) return refusedByStatus(feed, status)
  if (status === 429 || status >= 500) {
    const seconds = retryAfterSeconds(header(response, 'retry-after')) ?? 0
    // A database that cannot store the rest must not hide what the vendor answered.
    if (seconds > 0) await deps.rest(feed.vendor, seconds).catch(() => {})
    throw new AppError('unavailable', `status ${status}`, { details: { retryAfterMs: 1_000 * seconds } })
  }
  const redirect = status >= 300 && status < 400
  throw new AppError('conflict', `status ${status}${redirect ? ': redirects are not followed' : ''}`)
}

function header({ headers }: Dispatcher.ResponseData, name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

/** Discards a body that is not needed: after a short one the connection is reused, a long one is cut off. */
const letGo = ({ body }: Dispatcher.ResponseData): void => void body.dump({ limit: DROPPED_BYTES_MAX }).catch(() => {})

/** The decoded body, within a bound: gzip is the only encoding that is requested. */
async function readUnpacked(response: Dispatcher.ResponseData, bytesMax: number): Promise<Uint8Array> {
  const encoding = header(response, 'content-encoding') ?? 'identity'
  const isPacked = encoding === 'gzip' || encoding === 'x-gzip'
  // An error of either stream is passed to the reader of the last one.
  const body = await readBounded(isPacked ? pipeline(response.body, createGunzip(), () => {}) : response.body, bytesMax)
  if (!isPacked && encoding !== 'identity')
    throw new AppError('invalid', 'the body has a content encoding that was not requested')
  return body
}

function refusedByStatus(feed: Feed, status: number): null {
  if (feed.forbidden === 'not_published') return null
  throw new AppError('conflict', `status ${status}: ${meaningOf(feed, status)}`)
}

function meaningOf({ forbidden }: Feed, status: number): string {
  if (forbidden === 'unknown_symbol') return 'the vendor does not know the symbol'
  return status === 404 ? 'the vendor does not have it' : 'blocked by the vendor'
}

async function readBounded(body: Readable, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > bytesMax) throw new AppError('conflict', `body larger than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function networkReason(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const code = (inner as { code?: unknown } | null)?.code
  if (cause instanceof Error && cause.name === 'TimeoutError') return `no answer within ${REQUEST_TIMEOUT_MS / 1000} s`
  return typeof code === 'string' ? `network: ${code}` : 'network error'
}

/** The reason for people and for the source-run row, with no URL and no key, whatever the library's message holds. */
function describe(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'the deadline passed'
  if (error instanceof AppError) return error.message
  return errorMessage(error).replace(/https?:\/\/\S+/g, '[url]')
}
