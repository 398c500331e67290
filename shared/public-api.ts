import { Agent, fetch } from 'undici'
import { z } from 'zod'
import { AppError } from './errors.ts'

const ANSWER_WITHIN_MS = 10_000
const CONNECT_WITHIN_MS = 3_000
const BODY_CHARS_MAX = 2_000_000

/** An answer of the service, or its refusal with the stable code. */
export type ApiAnswer = { status: number; body: unknown; code: null } | { status: number; body: null; code: string }

export interface ApiRequest {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  token?: string
  key?: string
  body?: object
}

/** The service's own public API, as any client sees it. */
export interface PublicApi {
  /** Throws `unavailable` when there is no answer, or one that is not the service's. */
  ask(request: ApiRequest): Promise<ApiAnswer>
  close(): Promise<void>
}

const Refusal = z.object({ code: z.string() })

export function publicApi(baseUrl: string): PublicApi {
  const agent = new Agent({ connections: 4, connect: { timeout: CONNECT_WITHIN_MS } })
  return {
    async ask({ method, path, token, key, body }) {
      const { status, text } = await send(`${baseUrl.replace(/\/$/, '')}${path}`, {
        dispatcher: agent,
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        headers: {
          accept: 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const json = parsed(text)
      if (status < 400) return { status, body: json, code: null }
      const refusal = Refusal.safeParse(json)
      if (!refusal.success) throw new AppError('unavailable', `the API answered ${status} without a code`)
      return { status, body: null, code: refusal.data.code }
    },
    close: () => agent.destroy(),
  }
}

async function send(url: string, request: Parameters<typeof fetch>[1]): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, request)
    const text = await response.text()
    if (text.length > BODY_CHARS_MAX) throw new AppError('unavailable', 'the answer of the API is too large')
    return { status: response.status, text }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('unavailable', 'the API did not answer', { cause })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
