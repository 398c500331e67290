import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../../shared/log.ts'
import type { Entrance } from './entrance.ts'
import type { HttpErrorCode } from './error-catalogue.ts'
import { errorPage } from './error-page.ts'
import { errorAnswer, refuse, withHelp } from './errors.ts'
import { HTML_TYPE, PAGE_HEADERS } from './page-policy.ts'
import { valuesOf } from './raw-headers.ts'
import { CORS_HEADERS, PREFLIGHT_HEADERS, SECURITY_HEADERS } from './response-headers.ts'

/** A refusal of a public route can be read from other origins like its answer. */
const OPEN_HEADERS = { ...SECURITY_HEADERS, ...CORS_HEADERS }

/**
 * Not logged: a flood would fill the log with the first kind, and a balancer that checks a starting replica with the
 * second.
 */
const EXPECTED_CODES: readonly string[] = ['overloaded', 'not_ready'] satisfies HttpErrorCode[]

export function sendError(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { help, parameters } = request.routeOptions?.config ?? {}
  const answer = errorAnswer(error, parameters, request.query)
  const body = withHelp(answer.body, help)
  if (body.statusCode >= 500) {
    const fields = { request_id: request.id, route: request.routeOptions?.url, err: error }
    if (body.code === 'internal_error') log.error(fields, 'request failed')
    else log[EXPECTED_CODES.includes(body.code) ? 'debug' : 'warn'](fields, 'request refused')
  }
  if (answer.retryAfterMs && !reply.hasHeader('retry-after'))
    void reply.header('retry-after', String(Math.ceil(answer.retryAfterMs / 1000)))
  const page = errorPage(request, body.statusCode)
  // The security headers are set here too, because a failure before routing runs no hook.
  return reply
    .code(body.statusCode)
    .headers(reply.hasHeader('access-control-allow-origin') ? OPEN_HEADERS : SECURITY_HEADERS)
    .header('x-request-id', request.id)
    .headers(page === null ? {} : { ...PAGE_HEADERS, vary: 'Accept' })
    .header('cache-control', 'no-store')
    .header('content-type', page === null ? 'application/json; charset=utf-8' : HTML_TYPE)
    .serializer((text: string) => text)
    .send(page ?? JSON.stringify(body))
}

/**
 * RFC 9112 3.2: a request of HTTP/1.1 names one host, and none names two. Node's own refusal would have neither our
 * shape nor our headers.
 */
export function hasWrongHost(request: IncomingMessage): boolean {
  const hosts = valuesOf(request, 'host').length
  return hosts > 1 || (hosts === 0 && request.httpVersionMinor === 1)
}

/** Sets the headers of every answer; false when it refused the request. */
export function frame(log: Log, request: FastifyRequest, reply: FastifyReply): boolean {
  void reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
  if (!hasWrongHost(request.raw)) return true
  void sendError(log, refuse('malformed_request'), request, reply.header('connection', 'close'))
  return false
}

/**
 * Answers 404 to unknown paths and 405 with Allow to known paths with another method. Both happen before the body is
 * read, so the answer does not depend on the body.
 */
export function answerUnrouted(app: FastifyInstance, { log, entrance }: { log: Log; entrance: Entrance }): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    if (!frame(log, request, reply)) return
    // A flood of unknown paths costs as much as one of known paths; a browser sends such a request before each of its
    // calls.
    if (request.method !== 'OPTIONS' && !entrance.spend('public', request, reply))
      return entrance.refuse(() => answer(request, reply, 'rate_limited'))
    if (!entrance.admit(reply, () => unrouted(request, reply))) answer(request, reply, 'overloaded')
  })
  const unrouted = (request: FastifyRequest, reply: FastifyReply): void => {
    const path = (request.raw.url ?? '').split('?', 1)[0] ?? ''
    const methods = app.inventory.methodsOf(path)
    if (methods.length === 0 || methods.includes(request.method)) {
      if (request.method !== 'OPTIONS' || methods.length === 0) return void answer(request, reply, 'not_found')
    }
    void reply.header('allow', methods.join(', '))
    const open = app.inventory.openMethodsOf(path)
    if (open.length > 0) void reply.headers(CORS_HEADERS)
    if (request.method !== 'OPTIONS') return void answer(request, reply, 'method_not_allowed')
    if (open.length > 0) void reply.headers({ ...PREFLIGHT_HEADERS, 'access-control-allow-methods': open.join(', ') })
    return void reply.code(204).send()
  }
  const answer = (request: FastifyRequest, reply: FastifyReply, code: HttpErrorCode): void => {
    void sendError(log, refuse(code), request, reply)
  }
  app.setNotFoundHandler((request, reply) => sendError(log, refuse('not_found'), request, reply))
}

/** Answers what the HTTP parser rejects before it becomes a request, in the same shape as any other error. */
export function onClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  answerSocket(socket, codeOfParser(error.code))
}

/** Answers an Expect header that is not 100-continue; Node's own answer would have neither our shape nor our headers. */
export function onUnmetExpectation({ socket }: IncomingMessage): void {
  answerSocket(socket, 'expectation_failed')
}

function answerSocket(socket: Socket, code: HttpErrorCode): void {
  const answer = refuse(code).body
  const body = JSON.stringify(answer)
  const status = answer.statusCode
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': randomUUID(),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}connection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  }
  socket.destroySoon()
}

function codeOfParser(code: string | undefined): HttpErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout'
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large'
  return 'malformed_request'
}
