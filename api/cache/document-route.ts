import type { z } from 'zod'
import { AppError, errorKind } from '../../shared/errors.ts'
import { scrubBody } from '../../shared/flow-vendor/scrub.ts'
import type { DocumentTopic } from '../../shared/postgres/signals/read-models.ts'
import { outageReason } from '../database/outage-reason.ts'
import type { ApiContext } from '../http/context.ts'
import { isOverloaded } from '../http/errors.ts'
import type { Input, Route, RouteBasics, RouteHandlers } from '../http/route.ts'
import { sendUnconfirmed } from './document-reply.ts'
import { type ReadyDocument, sendReady } from './ready-document.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

declare module '../http/context.ts' {
  interface ApiContext {
    /** By path: how the pages read the document that a public route serves. */
    served: Map<string, ReadServed>
  }
}

/** A document as its route would serve it now. */
export interface ServedDocument {
  text: string
  /** The reason why the database could not confirm it; null if it did. */
  reason: string | null
  /** Seconds since the database last confirmed it; null for a confirmed or an empty document. */
  staleSeconds: number | null
}
/** Takes the parameters and the query as a client would write them; rejects what the route refuses. */
export type ReadServed = (given: { params?: unknown; query?: unknown }) => Promise<ServedDocument>

/** `text` is a stored document, served unchanged; `value` is the result of a query; `traceparent` is its writer's span. */
export type Loaded = ({ text: string } | { value: unknown }) & { traceparent?: string | null }

interface DocumentRoute<P extends z.ZodObject, Q extends z.ZodObject> extends RouteBasics<P, Q> {
  class: 'public'
  response: z.ZodType
  responseDescription: string
  example: unknown
  contentType?: string
  /** Headers of the 200 that describe these bytes. */
  headers?: Readonly<Record<string, string>>
  /** Announcements after which the document is read again. */
  topics: readonly DocumentTopic[]
  load(context: ApiContext, input: Input<P, Q>, located: string | null): Promise<Loaded>
  /**
   * The name of the stored document that the input refers to, where countless inputs mean the same one; null: the
   * newest. Stored text is then served as it was, even if it does not fit today's contract.
   */
  locate?(context: ApiContext, input: Input<P, Q>): Promise<string | null>
  /** The empty payload with its reason, for when nothing can be read and nothing was read before. */
  empty(reason: string, context: ApiContext, input: Input<P, Q>): unknown
  /** false where an old answer would be wrong, such as the status. */
  stale?: boolean
  /** True if an overload is answered with 200 and its reason too, like any other failure. */
  answersOverload?: boolean
}

/** Fails for a route with a required parameter, which has no document at its bare URL. */
const bareQuery = (query: z.ZodObject | undefined) => (query ? query.safeParse({}) : { success: true, data: {} })

/** Runs once, when the bytes are built: a value is stripped to its contract, stored text is only validated. */
function check(schema: z.ZodType, json: boolean, stored: boolean, text: string): string {
  const parsed = schema.safeParse(json ? JSON.parse(text) : text)
  if (!parsed.success) throw new AppError('internal', 'a document breaks its contract', { cause: parsed.error })
  return stored || !json ? text : JSON.stringify(parsed.data)
}

function logFailure(context: ApiContext, path: string, requestId: string, error: unknown): void {
  const fields = { path, request_id: requestId, err: error }
  // The reader logs an outage once; any other failure is our bug, although the client gets an empty answer with a reason.
  if (errorKind(error) === 'unavailable') context.log.debug(fields, 'document not confirmed')
  else context.log.error(fields, 'document failed')
}

/** The form in which a route prints its documents. */
interface DocumentFormat {
  contentType: string
  json: boolean
  /** Removes the flow vendor's name, because stored rows may be older than the scrub that keeps it out of them. */
  anonymous(text: string): string
  render(value: unknown): string
}

function formatOf(contentType: string): DocumentFormat {
  const json = contentType === JSON_TYPE
  const anonymous = (text: string): string => scrubBody(text, json)
  return { contentType, json, anonymous, render: (value) => anonymous(json ? JSON.stringify(value) : String(value)) }
}

/**
 * A public read served from ready bytes. During an outage it still answers 200: the last document marked stale, or the
 * empty payload with the reason.
 */
export function documentRoute<P extends z.ZodObject, Q extends z.ZodObject>(definition: DocumentRoute<P, Q>): Route {
  const format = formatOf(definition.contentType ?? JSON_TYPE)
  const bare = bareQuery(definition.query)
  const isPrimed = !definition.params && definition.stale !== false && bare.success
  return {
    ...definition,
    method: 'GET',
    params: definition.params ?? null,
    query: definition.query ?? null,
    body: null,
    errors: definition.errors ?? [],
    help: definition.help ?? {},
    response: {
      status: 200,
      description: definition.responseDescription,
      contentType: format.contentType,
      ...(definition.headers?.['content-disposition'] ? { headers: ['Content-Disposition'] } : {}),
      schema: definition.response,
      example: definition.example,
    },
    cached: true,
    connect(context) {
      const read = documentReader(definition, format, context)
      context.served.set(definition.path, readServed(definition, format, context, read))
      return {
        ...(isPrimed ? { prime: () => read.document({ params: {}, query: bare.data } as Input<P, Q>, null) } : {}),
        early: answerHot(context),
        handle: documentHandler(definition, format, context, read),
      }
    },
  }
}

interface DocumentReader<P extends z.ZodObject, Q extends z.ZodObject> {
  keyOf(input: Input<P, Q>, located: string | null): string
  document(input: Input<P, Q>, located: string | null): Promise<ReadyDocument>
}

/** Reads through the cache, under a key for each input or located document. */
function documentReader<P extends z.ZodObject, Q extends z.ZodObject>(
  definition: DocumentRoute<P, Q>,
  { contentType, json, anonymous, render }: DocumentFormat,
  context: ApiContext,
): DocumentReader<P, Q> {
  const keyOf = (input: Input<P, Q>, located: string | null): string =>
    `${definition.path} ${JSON.stringify([input.params ?? {}, located ?? input.query ?? {}])}`
  return {
    keyOf,
    document: (input, located) =>
      context.cache.get(keyOf(input, located), definition.topics, async () => {
        const loaded = await definition.load(context, input, located)
        const isStored = 'text' in loaded
        const text = isStored ? anonymous(loaded.text) : render(loaded.value)
        const { traceparent = null } = loaded
        const checked = (unchecked: string) =>
          isStored && located !== null ? unchecked : check(definition.response, json, isStored, unchecked)
        const { headers } = definition
        return { text, contentType, traceparent, check: checked, ...(headers ? { headers } : {}) }
      }),
  }
}

type Confirmed = { document: ReadyDocument; key: string; located: string | null }
type Unconfirmed = { error: unknown; reason: string; last: { document: ReadyDocument; ageMs: number } | null }

/** Reads a document; while the database does not confirm it, finds the last one. Rejects what the route refuses. */
async function confirmedOrLast<P extends z.ZodObject, Q extends z.ZodObject>(
  definition: DocumentRoute<P, Q>,
  context: ApiContext,
  read: DocumentReader<P, Q>,
  input: Input<P, Q>,
): Promise<Confirmed | Unconfirmed> {
  let key: string | null = null
  try {
    const located = (await definition.locate?.(context, input)) ?? null
    key = read.keyOf(input, located)
    return { document: await read.document(input, located), key, located }
  } catch (error) {
    if (errorKind(error) === 'not_found' || errorKind(error) === 'invalid') {
      if (key !== null) context.cache.forget(key)
      throw error
    }
    const last = definition.stale === false || key === null ? null : context.cache.last(key)
    return { error, reason: outageReason(error), last }
  }
}

/** Reads a document in this process, with the same answers as the route: the last one, or the empty one, in an outage. */
function readServed<P extends z.ZodObject, Q extends z.ZodObject>(
  definition: DocumentRoute<P, Q>,
  { render }: DocumentFormat,
  context: ApiContext,
  read: DocumentReader<P, Q>,
): ReadServed {
  return async ({ params = {}, query = {} }) => {
    const input = { params, query: definition.query?.parse(query) ?? {} } as Input<P, Q>
    const found = await confirmedOrLast(definition, context, read, input)
    if ('document' in found) return { text: found.document.body.toString(), reason: null, staleSeconds: null }
    const { error, reason, last } = found
    logFailure(context, definition.path, 'page', error)
    if (!last) return { text: render(definition.empty(reason, context, input)), reason, staleSeconds: null }
    return { text: last.document.body.toString(), reason, staleSeconds: Math.round(last.ageMs / 1000) }
  }
}

function documentHandler<P extends z.ZodObject, Q extends z.ZodObject>(
  definition: DocumentRoute<P, Q>,
  { contentType, json, render }: DocumentFormat,
  context: ApiContext,
  read: DocumentReader<P, Q>,
): RouteHandlers['handle'] {
  return async (request, reply) => {
    const input = { params: request.params, query: request.query } as Input<P, Q>
    const found = await confirmedOrLast(definition, context, read, input)
    if ('document' in found) {
      // A located URL may come to mean another document, so it is looked up each time.
      if (found.located === null) context.cache.alias(request.raw.url ?? '', found.key)
      return sendReady(request, reply, found.document)
    }
    const { error, reason, last } = found
    if (isOverloaded(error) && !last && !definition.answersOverload) throw error
    logFailure(context, definition.path, request.id, error)
    const body = last ? last.document.body : Buffer.from(render(definition.empty(reason, context, input)))
    const { traceparent = null } = last?.document ?? {}
    if (definition.headers) void reply.headers(definition.headers)
    return sendUnconfirmed(reply, { body, contentType, json, reason, ageMs: last?.ageMs ?? null, traceparent })
  }
}

/** Answers a request whose URL was served before and whose document is still fresh, before anything is parsed. */
export const answerHot =
  ({ cache }: ApiContext): NonNullable<RouteHandlers['early']> =>
  (request, reply) => {
    const document = cache.hot(request.raw.url ?? '')
    if (!document) return false
    sendReady(request, reply, document)
    return true
  }
