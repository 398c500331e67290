import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createMarketServer } from '../agents/mcp/mcp-server.ts'
import type { ServiceCall } from '../agents/mcp/service-call.ts'
import { LONG_POLL_MS } from '../http/long-poll.ts'

/** Longer than any answer of the service may take, so that the service's own answer arrives first. */
const DEADLINE_MS = LONG_POLL_MS + 15_000

const base = process.env.MARKET_URL ?? 'http://127.0.0.1:8080'
const token = process.env.MARKET_TOKEN

const UNREACHABLE = {
  statusCode: 503,
  code: 'unavailable',
  message: 'The service did not answer at MARKET_URL.',
  fix: 'Check MARKET_URL and that the service is running; then try again.',
  retryable: true,
}

/** Sends the requests of the tools to a running service. */
const callOverHttp: ServiceCall = async ({ method, url, body, idempotencyKey }) => {
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  try {
    const answer = await fetch(new URL(url, base), {
      method,
      headers,
      signal: AbortSignal.timeout(DEADLINE_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const seconds = answer.headers.get('retry-after')
    return {
      status: answer.status,
      text: await answer.text(),
      retryAfterSeconds: seconds === null ? null : Number(seconds),
    }
  } catch {
    return { status: 503, text: JSON.stringify(UNREACHABLE), retryAfterSeconds: null }
  }
}

if (!URL.canParse(base)) {
  process.stderr.write('market-state: MARKET_URL must be a URL such as http://127.0.0.1:8080\n')
  process.exit(1)
}
serveStdio(() => createMarketServer(callOverHttp), {
  onerror: (error) => void process.stderr.write(`market-state: ${error.message}\n`),
})
