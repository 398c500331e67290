import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressKey } from '../../shared/caller-address.ts'
import { ACCOUNT_LOG_KINDS, EVENT_KINDS } from '../../shared/domain/contract/event.ts'
import { PUBLIC_LOG } from '../../shared/postgres/events/events.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { JSON_TYPE } from '../cache/document-route.ts'
import { AFTER_RULE, afterParameter, EXAMPLE_LOG_PAGE, kindsParameter } from '../events/log-document.ts'
import { refuseParameter } from '../http/errors.ts'
import { handlerRoute, type RouteResponse } from '../http/route.ts'
import { accountEvents } from '../trading/accounts/events-route.ts'
import { callerAccount } from '../trading/caller.ts'
import { TRADING_PATH } from '../trading/parameters.ts'
import { frameOf } from './frame.ts'
import { sseSink } from './sink.ts'
import type { StreamHub, StreamRequest } from './stream-hub.ts'
import { accountState } from './stream-state.ts'
import { makeTicket, streamCaller } from './stream-ticket.ts'

declare module '../http/context.ts' {
  interface ApiContext {
    /** The open streams of this replica. */
    streams: StreamHub
    /** The state that the snapshot of a public stream shows; read at most once a second. */
    marketState(): Promise<unknown>
  }
}

const RESUME = 'resume after this id; the header Last-Event-ID wins; absent: from now on'
const HOW =
  'Server-sent events whose `id` is the id in the log. First comes `snapshot` with the id after which the stream ' +
  'goes on (`after`) and the present state; then each event under the name of its kind, with the members of the log ' +
  'and `prev_id_in_filter`. A comment every 15 s keeps the connection open. `close` with the newest id passed ends ' +
  'the stream after its lifetime (STREAM_LIFETIME_S) and when its replica stops: open it again with that id after ' +
  '`reconnect_in_ms`. An id outside the log is answered by a snapshot with `reset: true` and the reason. Above ' +
  'STREAM_CONNECTIONS_MAX, or above STREAM_CONNECTIONS_PER_CALLER of one address or account, the answer is 503 with ' +
  'Retry-After.'

export const PublicStreamQuery = z.object({
  after: afterParameter(RESUME),
  kinds: kindsParameter(EVENT_KINDS, 'changes of the regime, and critical alerts that fire or clear'),
})
const TICKET_RULE = 'must be a ticket of POST /api/v1/trading/stream/ticket'
export const AccountStreamQuery = z.object({
  after: afterParameter(RESUME),
  kinds: kindsParameter(ACCOUNT_LOG_KINDS, 'all'),
  ticket: z
    .string(TICKET_RULE)
    .regex(/^ms_tkt_[\w-]{32}$/, TICKET_RULE)
    .optional()
    .meta({
      description: 'a ticket in place of the token, for a browser',
      example: 'ms_tkt_q4mZ0Vt1yGm3yN5s9kPZ7b2Xw8Lr6Dcf',
    }),
})

const exampleEvent = EXAMPLE_LOG_PAGE.events.at(-1)!
const EXAMPLE_TEXT = [
  frameOf('snapshot', 1_846, { after: 1_846, latest_id: 1_846, reset: false, reason: null, state: null }),
  frameOf(exampleEvent.kind, exampleEvent.id, exampleEvent),
]
  .map(({ sse }) => sse.toString())
  .join('')

const EVENT_STREAM: RouteResponse = {
  status: 200,
  description: 'An endless stream of events',
  contentType: 'text/event-stream; charset=utf-8',
  schema: z.string().describe('frames of server-sent events'),
  example: EXAMPLE_TEXT,
}

/** The id of the header, which a reconnecting EventSource sends, or that of the query. */
export function resumeAfter({ headers }: FastifyRequest, after: number | undefined): number | null {
  const last = headers['last-event-id']
  if (last === undefined || last === '') return after ?? null
  if (typeof last !== 'string' || !/^\d{1,15}$/.test(last)) throw refuseParameter('last-event-id', AFTER_RULE)
  return Number(last)
}

/** An account has its streams from wherever it opens them; everyone else is an address. */
export const streamOwner = (
  { ip }: FastifyRequest,
  { log, tokenId }: Pick<StreamRequest, 'log' | 'tokenId'>,
): string => (tokenId === null ? addressKey(ip) : log)

async function answer(
  hub: StreamHub,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  stream: Omit<StreamRequest, 'open' | 'caller'>,
): Promise<FastifyReply> {
  // A HEAD gets the headers alone: a stream without a body would never end.
  if (request.method === 'HEAD') return reply.header('content-type', EVENT_STREAM.contentType).send('')
  const open = () => {
    reply.hijack()
    return sseSink(reply.raw, reply.getHeaders())
  }
  await hub.follow({ ...stream, caller: streamOwner(request, stream), open })
  return reply
}

const Ticket = z
  .object({
    ticket: z.string().describe('opens one stream as ?ticket='),
    expires_at: z.iso.datetime({ offset: true }).describe('until when, in real time, Eastern offset'),
  })
  .meta({ id: 'StreamTicket', description: 'A single-use ticket for a stream of your account' })

export const streamRoutes = [
  handlerRoute({
    method: 'GET',
    path: '/api/v1/agents/stream',
    class: 'public',
    tag: 'agents',
    summary: 'The public event log as a stream',
    description: HOW,
    query: PublicStreamQuery,
    errors: ['stream_full', 'too_many_streams'],
    response: EVENT_STREAM,
    handle: (context, { query: { after, kinds } }, http) =>
      answer(context.streams, http, {
        log: PUBLIC_LOG,
        filter: kinds ?? 'headlines',
        after: resumeAfter(http.request, after),
        tokenId: null,
        state: context.marketState,
      }),
  }),
  handlerRoute({
    method: 'GET',
    path: `${TRADING_PATH}/stream`,
    class: 'agent',
    ticketed: true,
    tag: 'trading',
    summary: 'The event log of your account as a stream',
    description: `${HOW} The stream ends when its token is revoked. A browser takes a ticket in place of the token.`,
    query: AccountStreamQuery,
    errors: ['stream_full', 'too_many_streams'],
    response: EVENT_STREAM,
    async handle(context, { query: { after, kinds, ticket } }, http) {
      const { accountId, tokenId } = await streamCaller(context, http.request, ticket)
      return await answer(context.streams, http, {
        log: accountEvents(accountId).log,
        filter: kinds ?? [],
        after: resumeAfter(http.request, after),
        tokenId,
        state: () => accountState(context, accountId),
      })
    },
  }),
  handlerRoute({
    method: 'POST',
    path: `${TRADING_PATH}/stream/ticket`,
    class: 'agent',
    reads: true,
    rate: 'agent',
    tag: 'trading',
    summary: 'A ticket that opens a stream of your account',
    description:
      'A browser cannot send a token with an EventSource or a WebSocket. The ticket is valid for 30 s on every ' +
      'replica, opens one stream or socket, and its stream ends when the token does. A token of scope read may ' +
      'request one.',
    response: {
      status: 201,
      description: 'The ticket',
      contentType: JSON_TYPE,
      schema: Ticket,
      example: { ticket: 'ms_tkt_q4mZ0Vt1yGm3yN5s9kPZ7b2Xw8Lr6Dcf', expires_at: '2026-11-20T10:30:41-05:00' },
    },
    async handle(context, _input, { request, reply }) {
      const { caller } = request
      const tokenId = caller?.class === 'agent' ? caller.tokenId : ''
      const { ticket, expiresAt } = await makeTicket(context, { accountId: callerAccount(request), tokenId })
      return reply.code(201).send({ ticket, expires_at: easternExact(expiresAt) })
    },
  }),
]
