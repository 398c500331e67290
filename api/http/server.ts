import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { repeatedKey } from '../../shared/domain/repeated-key.ts'
import { scrubBody } from '../../shared/flow-vendor/scrub.ts'
import type { Log } from '../../shared/log.ts'
import type { Entrance } from './entrance.ts'
import { answerUnrouted, hasWrongHost, onClientError, onUnmetExpectation, sendError } from './error-replies.ts'
import { refuse, refuseRepeated } from './errors.ts'
import { keepInventory } from './inventory.ts'
import {
  type ApiLimits,
  CONNECTIONS_CHECK_MS,
  JSON_DEPTH_MAX,
  KEEP_ALIVE_MS,
  PATH_PARAMETER_CHARS_MAX,
} from './limits.ts'
import { boundPipelining } from './pipelining.ts'

/** The caller's own id is kept if it cannot break a header or a log line. */
const SAFE_ID = /^[\w-]{8,64}$/

function requestId(request: IncomingMessage): string {
  const inbound = request.headers['x-request-id']
  return typeof inbound === 'string' && SAFE_ID.test(inbound) ? inbound : randomUUID()
}

/** Measures the depth on the text, because walking a deep document later would overflow the stack. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (quoted) {
      if (character === 92) at++
      else if (character === 34) quoted = false
    } else if (character === 34) quoted = true
    else if (character === 123 || character === 91) {
      if (++depth > JSON_DEPTH_MAX) return true
    } else if (character === 125 || character === 93) depth--
  }
  return false
}

/** Returns whether a body was compressed: its bytes would otherwise be refused as broken JSON, which would mislead. */
const isEncoded = ({ headers }: FastifyRequest): boolean =>
  !['', 'identity'].includes(headers['content-encoding']?.toLowerCase() ?? '')

/**
 * JSON only, bounded in depth, each member once; fastify's own parser refuses `__proto__` and `constructor.prototype`.
 * An empty body counts as no body, whatever type a client's defaults declare for it.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (isEncoded(request)) return done(refuse('unsupported_media_type'))
    if (text === '') return done(null, undefined)
    if (isTooDeep(text)) return done(refuse('body_too_deep'))
    return parse(request, text, (error, body) => {
      const name = error ? null : repeatedKey(text)
      if (name === null) done(error, body)
      else done(refuseRepeated(name))
    })
  })
  app.addContentTypeParser('*', ({ headers }, _payload, done) => {
    if (headers['content-length'] === '0') done(null, undefined)
    else done(refuse('unsupported_media_type'))
  })
}

/**
 * Scrubs everything that goes through fastify's reply: errors, admin answers, metrics, pages. Ready documents bypass it
 * and are scrubbed when their bytes are built (document-route.ts), the export's stream row by row (signals-csv.ts).
 */
function keepFlowVendorUnnamed(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (typeof payload !== 'string') return done(null, payload)
    const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json')
    done(null, scrubBody(payload, isJson))
  })
}

const HANDSHAKE_KEY = /^[+/0-9A-Za-z]{22}==$/
const HANDSHAKE_VERSIONS = ['8', '13']

/**
 * Returns whether a request is the handshake of a WebSocket where there is one. A broken one is answered like a request
 * without an upgrade, in the form of every refusal, and uses up no ticket.
 */
const isSocketRequest = (request: IncomingMessage): boolean => {
  const { method, url = '', headers } = request
  return (
    method === 'GET' &&
    !hasWrongHost(request) &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    HANDSHAKE_KEY.test(headers['sec-websocket-key'] ?? '') &&
    HANDSHAKE_VERSIONS.includes(headers['sec-websocket-version'] ?? '') &&
    (url.split('?', 1)[0] ?? '').endsWith('/socket')
  )
}

interface ServerDeps {
  limits: ApiLimits
  log: Log
  trustProxy: readonly string[]
  entrance: Entrance
}

/** A fastify server with our limits, parsers and errors, and no routes yet. */
export function createServer({ limits, log, trustProxy, entrance }: ServerDeps): FastifyInstance {
  const app = fastify({
    logger: false,
    requestIdHeader: false,
    genReqId: requestId,
    bodyLimit: limits.bodyBytes,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    connectionTimeout: limits.silenceMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      // frame() refuses a missing or second Host instead, in our shape.
      requireHostHeader: false,
      // Any other upgrade is ignored, and its request is answered like one without.
      shouldUpgradeCallback: isSocketRequest,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    },
    routerOptions: { maxParamLength: PATH_PARAMETER_CHARS_MAX },
    // Requests that run when the server closes are finished; app.ts bounds the time for them.
    forceCloseConnections: 'idle',
    clientErrorHandler: onClientError as never,
    frameworkErrors: (error, request, reply) => void sendError(log, error, request, reply),
  })
  app.server.on('checkExpectation', onUnmetExpectation)
  boundPipelining(app.server)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler((error, request, reply) => sendError(log, error, request, reply))
  app.decorateRequest('caller', null)
  keepFlowVendorUnnamed(app)
  app.decorate('inventory', keepInventory(app))
  answerUnrouted(app, { log, entrance })
  parseJsonBodies(app)
  return app
}
