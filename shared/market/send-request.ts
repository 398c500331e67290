import { Agent, fetch } from 'undici'
import { AppError } from '../errors.ts'

/** A response with five hundred quotes has about 700 kB. */
const BODY_BYTES_MAX = 4_000_000
const CONNECT_MS_MAX = 5_000

export interface Sent {
  status: number
  /** Null unless the status is 200. */
  json: unknown
}

export interface Outgoing {
  url: URL
  headers: Record<string, string>
  /** Makes the request a POST; a GET without it. */
  form?: URLSearchParams
  bytesMax?: number
}

export const createAgent = (): Agent => new Agent({ connections: 4, connect: { timeout: CONNECT_MS_MAX } })

/**
 * Sends one request, without redirects and with a bounded body. Its errors never contain the URL, a header or the body.
 */
export async function sendRequest(
  agent: Agent,
  { url, headers, form, bytesMax = BODY_BYTES_MAX }: Outgoing,
  signal: AbortSignal,
): Promise<Sent> {
  try {
    const response = await fetch(url, {
      dispatcher: agent,
      redirect: 'manual',
      signal,
      method: form ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...headers,
      },
      ...(form ? { body: form.toString() } : {}),
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      return { status: response.status, json: null }
    }
    return { status: 200, json: parsed(await readBounded(response, bytesMax)) }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('unavailable', networkReason(cause, signal))
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('unavailable', 'the answer is not JSON')
  }
}

async function readBounded(response: Awaited<ReturnType<typeof fetch>>, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > bytesMax) throw new AppError('unavailable', 'the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function networkReason(cause: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no answer in time'
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const code = (inner as { code?: unknown } | null)?.code
  return typeof code === 'string' ? `network: ${code}` : 'network error'
}
