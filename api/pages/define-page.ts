import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isStillLoading } from '../../shared/domain/contract/history-loading.ts'
import { AppError, errorKind } from '../../shared/errors.ts'
import { scrubText } from '../../shared/flow-vendor/scrub.ts'
import { DOCUMENT_TOPICS } from '../../shared/postgres/signals/read-models.ts'
import { sendUnconfirmed } from '../cache/document-reply.ts'
import { answerHot } from '../cache/document-route.ts'
import { type ReadyDocument, sendReady } from '../cache/ready-document.ts'
import type { ApiContext } from '../http/context.ts'
import { HTML_TYPE, PAGE_HEADERS } from '../http/page-policy.ts'
import type { Route } from '../http/route.ts'
import { type Chrome, chromeReads, layout } from './layout.ts'
import type { Known, KnownDocuments, PageContent, Reading, Readings } from './page-documents.ts'

interface Page<P extends z.ZodObject, Q extends z.ZodObject, R extends Readings> {
  path: string
  summary: string
  description: string
  params?: P
  query?: Q
  reads(input: { params: z.output<P>; query: z.output<Q> }, context: ApiContext): R
  render(
    documents: KnownDocuments<R>,
    input: { params: z.output<P>; query: z.output<Q> },
    context: ApiContext,
  ): PageContent
}

async function readOne(context: ApiContext, { path, params, query }: Reading<unknown>): Promise<Known<unknown>> {
  const read = context.served.get(path)
  if (!read) throw new AppError('internal', `no route serves ${path}`)
  try {
    const { text, reason, staleSeconds } = await read({ ...(params ? { params } : {}), ...(query ? { query } : {}) })
    return { value: JSON.parse(text), reason, staleSeconds }
  } catch (error) {
    // A page about something that does not exist is not found; any other failure leaves one card empty.
    if (errorKind(error) === 'not_found') throw error
    context.log.error({ path, err: error }, 'document of a page failed')
    return { value: null, reason: 'this part could not be read', staleSeconds: null }
  }
}

/** Marks the documents whose figures rest on history that is still loading. */
function markPartial(readings: Readings, documents: KnownDocuments<Readings>, status: Chrome['status']): void {
  const loading = status.value?.loading ?? null
  for (const [name, { restsOn }] of Object.entries(readings))
    if (restsOn !== undefined) documents[name]!.isPartial = isStillLoading(loading, restsOn)
}

async function readAll<R extends Readings>(context: ApiContext, readings: R): Promise<KnownDocuments<R>> {
  const entries = Object.entries(readings).map(async ([name, one]) => [name, await readOne(context, one)] as const)
  return Object.fromEntries(await Promise.all(entries)) as KnownDocuments<R>
}

/** A page for people, rendered from the documents that the public routes serve and kept as ready bytes like them. */
export function definePage<
  R extends Readings,
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
>(page: Page<P, Q, R>): Route {
  return {
    method: 'GET',
    path: page.path,
    class: 'public',
    tag: 'pages',
    summary: page.summary,
    description: page.description,
    params: page.params ?? null,
    query: page.query ?? null,
    body: null,
    errors: page.params || page.query ? ['not_found'] : [],
    help: {},
    response: {
      status: 200,
      description: 'A page',
      contentType: HTML_TYPE,
      schema: z.string(),
      example: '<!doctype html>\n<html lang="en">…</html>\n',
    },
    cached: true,
    connect: (context) => ({
      ...(page.params ? {} : { prime: () => readyPage(page, context, { params: {}, query: {} } as never) }),
      early: answerHot(context),
      handle: (request, reply) => answer(page, context, request, reply),
    }),
  }
}

async function answer<P extends z.ZodObject, Q extends z.ZodObject, R extends Readings>(
  page: Page<P, Q, R>,
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const input = { params: request.params as z.output<P>, query: request.query as z.output<Q> }
  const key = keyOf(page, input)
  try {
    const ready = await readyPage(page, context, input)
    context.cache.alias(request.raw.url ?? '', key)
    return sendReady(request, reply, ready)
  } catch (error) {
    if (error instanceof Unconfirmed) return sendUnconfirmedPage(reply, error)
    if (errorKind(error) === 'not_found') context.cache.forget(key)
    throw error
  }
}

const keyOf = ({ path }: { path: string }, { params, query }: { params: unknown; query: unknown }): string =>
  `page ${path} ${JSON.stringify([params ?? {}, query ?? {}])}`

const readyPage = <P extends z.ZodObject, Q extends z.ZodObject, R extends Readings>(
  page: Page<P, Q, R>,
  context: ApiContext,
  input: { params: z.output<P>; query: z.output<Q> },
): Promise<ReadyDocument> =>
  context.cache.get(keyOf(page, input), DOCUMENT_TOPICS, async () => {
    const { text, reason, staleSeconds } = await renderPage(page, context, input)
    if (reason !== null) throw new Unconfirmed(text, reason, staleSeconds)
    return { text, contentType: HTML_TYPE, headers: PAGE_HEADERS, traceparent: null, check: (same) => same }
  })

/** A page of documents that the database could not confirm: it is shown but not stored. */
class Unconfirmed extends Error {
  readonly text: string
  readonly reason: string
  readonly staleSeconds: number | null

  constructor(text: string, reason: string, staleSeconds: number | null) {
    super(reason)
    this.text = text
    this.reason = reason
    this.staleSeconds = staleSeconds
  }
}

function sendUnconfirmedPage(reply: FastifyReply, { text, reason, staleSeconds }: Unconfirmed): FastifyReply {
  const ageMs = staleSeconds === null ? null : staleSeconds * 1000
  return sendUnconfirmed(reply.headers(PAGE_HEADERS), {
    body: Buffer.from(text),
    contentType: HTML_TYPE,
    json: false,
    reason,
    ageMs,
    traceparent: null,
  })
}

async function renderPage<P extends z.ZodObject, Q extends z.ZodObject, R extends Readings>(
  page: Page<P, Q, R>,
  context: ApiContext,
  input: { params: z.output<P>; query: z.output<Q> },
): Promise<{ text: string; reason: string | null; staleSeconds: number | null }> {
  const readings = page.reads(input, context)
  const [documents, around] = await Promise.all([readAll(context, readings), readAll(context, chromeReads)])
  markPartial(readings, documents, around.status)
  const chrome: Chrome = { ...around, path: page.path, dataMode: context.dataMode, publicUrl: context.publicUrl }
  const known = Object.values<Known<unknown>>({ ...documents, ...around })
  const ages = known.flatMap(({ staleSeconds }) => (staleSeconds === null ? [] : [staleSeconds]))
  return {
    text: scrubText(layout(page.render(documents, input, context), chrome)),
    reason: known.find(({ reason }) => reason !== null)?.reason ?? null,
    staleSeconds: ages.length === 0 ? null : Math.max(...ages),
  }
}
