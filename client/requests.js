/** A refusal of the service: `code` is stable, `fix` says what to do, `retryable` whether the same request may succeed. */
export class MarketError extends Error {
  constructor(status, body, retryAfterSeconds = null) {
    super(body?.message ?? `the service answered with status ${status}`)
    this.name = 'MarketError'
    this.status = status
    this.code = body?.code ?? 'unavailable'
    this.fix = body?.fix ?? null
    this.retryable = body?.retryable ?? status >= 500
    this.details = body?.details ?? null
    this.retryAfterSeconds = retryAfterSeconds
  }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export async function errorOf(response) {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new MarketError(response.status, parsed(await response.text()), Number.isNaN(seconds) ? null : seconds)
}

/** The URL of an operation: the parts of its path, and all other parameters in the query. */
export function urlOf(baseUrl, path, parameters) {
  const left = { ...parameters }
  const filled = path.replace(/\{(\w+)\}/g, (_all, name) => {
    const value = left[name]
    delete left[name]
    if (value === undefined) throw new TypeError(`${name} is required`)
    return encodeURIComponent(String(value))
  })
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}${filled}`)
  for (const [name, value] of Object.entries(left)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}

/** The service answers a request that waits for its clock after 50 s at the latest. */
const LONG_POLL_MS = 65_000

/** Sends one request; an answer of 400 or more is thrown as a MarketError. */
export async function send({ baseUrl, token, fetch: fetchOf = fetch, timeoutMs = 15_000 }, operation, parameters, options = {}) {
  const { method, path, body: takesBody, json, waits = false } = operation
  const { body, idempotencyKey, signal } = options
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(takesBody && body !== undefined ? { 'content-type': 'application/json' } : {}),
  }
  const deadline = AbortSignal.timeout(waits ? Math.max(timeoutMs, LONG_POLL_MS) : timeoutMs)
  const response = await fetchOf(urlOf(baseUrl, path, parameters), {
    method,
    headers,
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    ...(takesBody && body !== undefined ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw await errorOf(response)
  return json ? await response.json() : await response.text()
}
