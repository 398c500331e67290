import { errorOf } from './requests.js'

const RETRY_MS = 1_000
const RETRY_MS_MAX = 30_000
/** The service sends a heartbeat every 15 s: a connection that is silent for three of them is dead. */
const SILENCE_MS = 45_000

export const isTemporary = (status) => status === 408 || status === 429 || status >= 500

/** Ends early, without an error, when the signal aborts. */
export const wait = (ms, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done, { once: true })
  })

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Reads the frames of one connection: `{type, id, data}` for each event, `{retry}` where the server sets the delay. */
async function* framesOf(body, silence) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  let frame = { type: 'message', data: [] }
  try {
    for (;;) {
      const { value, done } = await silence.limit(reader.read())
      if (done) return
      const lines = (rest + value).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop()
      for (const line of lines) {
        if (line === '') {
          if (frame.data.length > 0) yield { type: frame.type, id: frame.id, data: parsed(frame.data.join('\n')) }
          else if (frame.id !== undefined) yield { id: frame.id }
          frame = { type: 'message', data: [] }
          continue
        }
        const colon = line.indexOf(':')
        const name = colon < 0 ? line : line.slice(0, colon)
        const text = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
        if (name === 'event') frame.type = text
        else if (name === 'data') frame.data.push(text)
        else if (name === 'id' && !text.includes('\0')) frame.id = text
        else if (name === 'retry' && /^\d+$/.test(text)) yield { retry: Number(text) }
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Rejects a read that lasts longer than the silence a live connection can have. */
const silenceOf = (ms) => ({
  async limit(reading) {
    let timer
    const late = new Promise((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('the stream is silent')), ms)
    })
    try {
      return await Promise.race([reading, late])
    } finally {
      clearTimeout(timer)
    }
  },
})

/**
 * The events of a stream, each once and in order, across lost connections: it resumes after the last id, waits longer
 * after each failure, and takes a new ticket for each connection where the stream needs one. It ends when the signal
 * aborts, and throws a MarketError when the service refuses the request for good.
 */
export async function* events({ baseUrl, token, fetch: fetchOf = fetch }, options) {
  const { path, query = {}, after, signal, ticket, retryMs = RETRY_MS, retryMsMax = RETRY_MS_MAX, silenceMs = SILENCE_MS } = options
  let last = after === undefined ? undefined : String(after)
  let base = retryMs
  let failures = 0
  while (!signal?.aborted) {
    let delayMs = 0
    const connection = new AbortController()
    const stop = () => connection.abort()
    const silence = silenceOf(silenceMs)
    signal?.addEventListener('abort', stop, { once: true })
    try {
      const url = new URL(`${baseUrl.replace(/\/+$/, '')}${path}`)
      for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
      if (ticket) url.searchParams.set('ticket', await ticket(connection.signal))
      const headers = {
        accept: 'text/event-stream',
        ...(token === undefined || ticket ? {} : { authorization: `Bearer ${token}` }),
        ...(last === undefined ? {} : { 'last-event-id': last }),
      }
      const response = await silence.limit(fetchOf(url, { headers, signal: connection.signal, cache: 'no-store' }))
      if (!response.ok) throw await errorOf(response)
      for await (const { type, id, data, retry } of framesOf(response.body, silence)) {
        failures = 0
        if (retry !== undefined) base = retry
        if (type === undefined) {
          if (id !== undefined) last = id
          continue
        }
        // A snapshot may repeat the id or set an earlier one: the log was reset, and its reason says so.
        if (id !== undefined && id === last && type !== 'snapshot' && type !== 'close') continue
        if (id !== undefined) last = id
        if (type === 'close') break
        yield { type, id: id ?? null, data }
      }
    } catch (error) {
      if (signal?.aborted) return
      if (error?.name === 'MarketError') {
        if (!isTemporary(error.status)) throw error
        delayMs = (error.retryAfterSeconds ?? 0) * 1_000
      }
      failures++
    } finally {
      signal?.removeEventListener('abort', stop)
      connection.abort()
    }
    const backOff = Math.min(retryMsMax, base * 2 ** Math.max(0, failures - 1))
    await wait(Math.max(delayMs, backOff * (0.5 + Math.random() / 2)), signal)
  }
}
