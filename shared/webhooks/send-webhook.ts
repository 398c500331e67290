import { type LookupAddress, lookup as resolveName } from 'node:dns'
import { Agent, type Dispatcher, request } from 'undici'
import { errorMessage } from '../errors.ts'
import { retryAfterSeconds } from '../retry-after.ts'
import { systemClock } from '../time/clock.ts'
import { signatureHeaders } from './sign-delivery.ts'
import { isPublicAddress, refuseTarget } from './target-address.ts'

const TIMEOUT_MS = 15_000
/** Enough to see that an endpoint answers; the rest is not read, and nothing of it is kept. */
const READ_BYTES_MAX = 4_096
const RETRY_AFTER_S_MAX = 86_400

export type Resolve = (
  host: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void
const resolveByDns: Resolve = (host, done) =>
  resolveName(host, { all: true }, (error, addresses) => done(error, addresses ?? []))

export interface WebhookMessage {
  url: string
  id: string
  body: string
  secrets: readonly string[]
}

export interface WebhookOutcome {
  isDelivered: boolean
  status: number | null
  /** The reason why it failed; null when it was delivered. */
  error: string | null
  retryAfterSeconds: number | null
  durationMs: number
}

export interface WebhookSender {
  send(message: WebhookMessage): Promise<WebhookOutcome>
  close(): Promise<void>
}

interface SenderOptions {
  allowLocal: boolean
  resolve?: Resolve
  timeoutMs?: number
}

/**
 * Connects only to addresses that were checked: a name is resolved once, every address of the answer must be public, and
 * the connection goes to one of them, so a second answer cannot lead elsewhere. Redirects are failures.
 */
export function createSender({
  allowLocal,
  resolve = resolveByDns,
  timeoutMs = TIMEOUT_MS,
}: SenderOptions): WebhookSender {
  // The pool of an origin has no limit: several endpoints may share a host, and one that hangs would hold the connections
  // of the others. The callers bound what is on its way.
  const agent = new Agent({
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: {
      timeout: timeoutMs,
      lookup: (host, options, done) =>
        resolve(host, (error, addresses) => {
          if (error) return done(error, [])
          const closed = !allowLocal && addresses.some(({ address }) => !isPublicAddress(address))
          if (closed || addresses.length === 0) return done(new Error('the name leads to a private address'), [])
          if (options.all) return done(null, [...addresses])
          done(null, addresses[0]!.address, addresses[0]!.family)
        }),
    },
  })

  async function post({ url, id, body, secrets }: WebhookMessage): Promise<Dispatcher.ResponseData> {
    const timestamp = Math.floor(systemClock.now().getTime() / 1_000)
    return await request(url, {
      method: 'POST',
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'market-state-webhooks/1',
        ...signatureHeaders({ id, timestamp, body }, secrets),
      },
      body,
    })
  }

  return {
    async send(message) {
      const started = performance.now()
      const took = () => Math.round(performance.now() - started)
      const failed = (error: string, status: number | null = null, retryAfterSeconds: number | null = null) => ({
        isDelivered: false,
        status,
        error,
        retryAfterSeconds,
        durationMs: took(),
      })
      const refused = refuseTarget(message.url, { allowLocal })
      if (refused) return failed(`the URL ${refused}`)
      try {
        const { statusCode, headers, body } = await post(message)
        // The status decides: an endpoint that leaves its answer open has the event, and must not get it again.
        await discard(body).catch(() => body.destroy())
        if (statusCode >= 200 && statusCode < 300)
          return { isDelivered: true, status: statusCode, error: null, retryAfterSeconds: null, durationMs: took() }
        const wanted = retryAfterSeconds(headers['retry-after'])
        return failed(whyFailed(statusCode), statusCode, wanted === null ? null : Math.min(RETRY_AFTER_S_MAX, wanted))
      } catch (error) {
        return failed(reasonOf(error))
      }
    },
    close: () => agent.destroy(),
  }
}

const whyFailed = (status: number): string =>
  status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`

/** Only our own sentences and names of codes: an error of the network may repeat what the endpoint chose. */
function reasonOf(error: unknown): string {
  const text = errorMessage(error)
  if (text.includes('private address')) return 'the name leads to a private address'
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (name === 'TimeoutError' || /TIMEOUT|TIMEDOUT/.test(String(code))) return 'no answer in time'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the name does not resolve'
  return typeof code === 'string' && /^[A-Z_]{3,40}$/.test(code)
    ? `the connection failed (${code})`
    : 'the connection failed'
}

async function discard(body: Dispatcher.ResponseData['body']): Promise<void> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length
    if (bytes > READ_BYTES_MAX) break
  }
  body.destroy()
}
