import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { JSON_TYPE } from '../cache/document-route.ts'
import { mayBeSilent } from '../http/long-poll.ts'
import { authorizationOf } from '../http/raw-headers.ts'
import { handlerRoute, type Route } from '../http/route.ts'
import { createMarketServer } from './mcp/mcp-server.ts'
import { INVALID_PARAMS, withPlainErrors } from './mcp/protocol-errors.ts'
import { isDocument, type ServiceCall } from './mcp/service-call.ts'
import { TOOLS } from './mcp/tools.ts'
import { createHostCheck } from './own-hosts.ts'

/**
 * Only the kind of the value is checked: a parsed body is valid JSON, and a schema of JSON took seconds for a nested
 * body of 64 kB.
 */
const areParameters = (params: unknown): boolean => params === undefined || isDocument(params)
const Message = z
  .looseObject({
    jsonrpc: z.literal('2.0', 'must be 2.0').describe('the version of JSON-RPC'),
    id: z.union([z.string(), z.int()]).optional().describe('id of the request; absent in a notification'),
    method: z.string('must be the name of a method').optional().describe('such as tools/call; absent in a response'),
    // Parameters that are not an object pass here, so that `answer` can refuse them with an error of the protocol.
    params: z.unknown().optional().describe('its parameters, an object'),
  })
  .meta({ id: 'McpMessage', description: 'One message of the Model Context Protocol' })

const EXAMPLE = { jsonrpc: '2.0' as const, id: 1, method: 'tools/call', params: { name: 'list_alerts', arguments: {} } }

const definition = handlerRoute({
  method: 'POST',
  path: '/mcp',
  class: 'public',
  tag: 'agents',
  summary: 'The tools for agents, over the Model Context Protocol',
  description:
    `Streamable HTTP without sessions: every request stands alone, so GET and DELETE are 405. The ${TOOLS.length} tools run the ` +
    'routes of this document with the Authorization header of the request, so they have the same limits and refusals; reading ' +
    'needs no token, and trading needs that of an agent. An answer has at most 4,000 bytes unless `max_bytes` allows more. ' +
    'Send Accept with application/json and text/event-stream, else the answer is 406. A client of the protocol before 2026-07-28 ' +
    'gets the message as an event stream of that one message. Requests for or from a foreign host are refused.',
  errors: ['foreign_host'],
  body: Message,
  bodyExample: EXAMPLE,
  response: {
    status: 200,
    description: 'The response to the message; 202 without a body for a notification',
    contentType: JSON_TYPE,
    schema: Message,
    example: { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: '{"alerts":[]}' }] } },
  },
  handle: () => {},
})

/** Runs a route of this process as the caller of the tool, so that its token, address and limits count. */
const callAs =
  ({ server, raw, ip, id }: FastifyRequest): ServiceCall =>
  async ({ method, url, body, idempotencyKey }) => {
    const answer = await server.inject({
      method,
      url,
      remoteAddress: ip,
      headers: {
        'x-request-id': id,
        ...authorizationOf(raw),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { payload: body }),
    })
    const seconds = answer.headers['retry-after']
    return {
      status: answer.statusCode,
      text: answer.body,
      retryAfterSeconds: seconds === undefined ? null : Number(seconds),
    }
  }

/** The headers that the protocol reads; all others are handled by our own server. */
const PROTOCOL_HEADERS = /^(?:accept|content-type|mcp-.*)$/

function webRequest({ headers, url, body }: FastifyRequest): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && PROTOCOL_HEADERS.test(name) ? [[name, value]] : [],
  )
  return new Request(`http://localhost${url}`, { method: 'POST', headers: given, body: JSON.stringify(body) })
}

function refusedParameters(reply: FastifyReply, { id }: { id?: string | number | undefined }): FastifyReply {
  const error = { code: INVALID_PARAMS, message: 'params: must be an object' }
  return reply
    .code(400)
    .header('cache-control', 'no-store')
    .send({ jsonrpc: '2.0', id: id ?? null, error })
}

/** A separate server for each request, which shares no state with any other. Subscriptions would need a session. */
async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const message = request.body as z.infer<typeof Message>
  if (!areParameters(message.params)) return refusedParameters(reply, message)
  const factory: McpServerFactory = () => createMarketServer(callAs(request))
  const handler = createMcpHandler(factory, { maxSubscriptions: 0, keepAliveMs: 0 })
  try {
    // A tool may wait for the clock through a route of this process, which cannot see whether the client is still
    // connected.
    const { response, text } = await mayBeSilent(request, async () => {
      const answered = await handler.fetch(webRequest(request), { parsedBody: request.body })
      return { response: answered, text: await answered.text() }
    })
    const contentType = response.headers.get('content-type')
    if (contentType !== null) void reply.header('content-type', contentType)
    return reply.code(response.status).header('cache-control', 'no-store').send(withPlainErrors(text))
  } finally {
    await handler.close()
  }
}

export const mcpRoutes: readonly Route[] = [
  {
    ...definition,
    connect({ publicUrl }) {
      const check = createHostCheck(publicUrl)
      return {
        handle(request, reply) {
          check({ host: request.host, origin: request.headers.origin })
          return answer(request, reply)
        },
      }
    },
  },
]
