import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PUBLIC_LOG } from '../../shared/postgres/events/events.ts'
import { JSON_TYPE } from '../cache/document-route.ts'
import type { ApiContext } from '../http/context.ts'
import { refuse } from '../http/errors.ts'
import { handlerRoute, type RouteResponse } from '../http/route.ts'
import { accountEvents } from '../trading/accounts/events-route.ts'
import { TRADING_PATH } from '../trading/parameters.ts'
import { SOCKET_SYMBOLS_MAX } from './socket-quotes.ts'
import type { StreamRequest } from './stream-hub.ts'
import { AccountStreamQuery, PublicStreamQuery, resumeAfter, streamOwner } from './stream-route.ts'
import { accountState } from './stream-state.ts'
import { streamCaller } from './stream-ticket.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the handshake of a socket: it takes what the route has checked. */
    acceptSocket: ((stream: Omit<StreamRequest, 'open'>) => void) | null
  }
}

const HOW =
  'The events of the stream as JSON text frames `{type, id, data}`, resumed by `after`, with the same snapshot, `close`, ' +
  `lifetime and cap. Send \`{"action": "subscribe", "symbols": ["SPY"]}\` for live quotes of up to ${SOCKET_SYMBOLS_MAX} symbols: ` +
  'frames of type `quote` without an id; `unsubscribe` ends them. A message that is not understood is answered by a frame ' +
  'of type `error`. Without an upgrade to WebSocket the answer is 426.'

const Frame = z
  .object({
    type: z.string().describe('snapshot, close, quote, error, or the kind of the event'),
    id: z.string().nullable().describe('id to resume after; null in a quote and an error'),
    data: z.record(z.string(), z.json()).describe('as in the stream, or a quote'),
  })
  .meta({ id: 'SocketFrame', description: 'One text frame of a socket' })

const FRAME: RouteResponse = {
  status: 101,
  description: 'The socket; each of its text frames has this form',
  contentType: JSON_TYPE,
  schema: Frame,
  example: {
    type: 'snapshot',
    id: '1846',
    data: { after: 1_846, latest_id: 1_846, reset: false, reason: null, state: null },
  },
}

interface Http {
  request: FastifyRequest
  reply: FastifyReply
}

/** The handshake continues in upgrade-sockets.ts; any other request for the route is no socket. */
function accept(
  { streams }: ApiContext,
  { request, reply }: Http,
  stream: Omit<StreamRequest, 'open' | 'caller'>,
): FastifyReply {
  if (!request.acceptSocket) throw refuse('upgrade_required')
  const caller = streamOwner(request, stream)
  streams.requireRoom(caller)
  request.acceptSocket({ ...stream, caller })
  return reply.code(204).send()
}

const publicStream = (
  { marketState }: ApiContext,
  { kinds }: z.output<typeof PublicStreamQuery>,
  after: number | null,
): Omit<StreamRequest, 'open' | 'caller'> => ({
  log: PUBLIC_LOG,
  filter: kinds ?? 'headlines',
  after,
  tokenId: null,
  state: marketState,
})

export const socketRoutes = [
  handlerRoute({
    method: 'GET',
    path: '/api/v1/agents/socket',
    class: 'public',
    tag: 'agents',
    summary: 'The public event log and live quotes over a WebSocket',
    description: HOW,
    query: PublicStreamQuery,
    errors: ['stream_full', 'too_many_streams', 'upgrade_required'],
    response: FRAME,
    handle: (context, { query }, http) =>
      accept(context, http, publicStream(context, query, resumeAfter(http.request, query.after))),
  }),
  handlerRoute({
    method: 'GET',
    path: `${TRADING_PATH}/socket`,
    class: 'agent',
    ticketed: true,
    tag: 'trading',
    summary: 'The event log of your account and live quotes over a WebSocket',
    description: `${HOW} A browser takes a ticket in place of the token; the socket ends when the token does.`,
    query: AccountStreamQuery,
    errors: ['stream_full', 'too_many_streams', 'upgrade_required'],
    response: FRAME,
    async handle(context, { query: { after: asked, kinds, ticket } }, { request, reply }) {
      const after = resumeAfter(request, asked)
      // A ticket is not used up by a request that is no handshake.
      if (!request.acceptSocket) throw refuse('upgrade_required')
      const { accountId, tokenId } = await streamCaller(context, request, ticket)
      return accept(
        context,
        { request, reply },
        {
          log: accountEvents(accountId).log,
          filter: kinds ?? [],
          after,
          tokenId,
          state: () => accountState(context, accountId),
        },
      )
    },
  }),
]
