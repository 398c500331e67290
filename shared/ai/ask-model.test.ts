import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { AiSettings } from './ai-settings.ts'
import { askModel } from './ask-model.ts'

let endpoint: Server
let respond: (response: ServerResponse) => void = () => {}

beforeAll(async () => {
  endpoint = createServer((request, response) => {
    request.resume().on('end', () => respond(response))
  })
  await new Promise<void>((done) => endpoint.listen(0, '127.0.0.1', done))
})
afterAll(() => endpoint.close())

const sendJson = (body: object, status = 200) => {
  respond = (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Each function makes the answer that a provider sends for a text and the reason why it ended. */
const SENT = {
  'openai-compatible': (text: string, end: 'stop' | 'length' | 'declined') => ({
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text },
        finish_reason: end === 'declined' ? 'content_filter' : end,
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  }),
  anthropic: (text: string, end: 'stop' | 'length' | 'declined') => ({
    id: 'x',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: text === '' ? [] : [{ type: 'text', text }],
    stop_reason: { stop: 'end_turn', length: 'max_tokens', declined: 'refusal' }[end],
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20 },
  }),
}
const PROVIDERS = ['openai-compatible', 'anthropic'] as const

function ask(provider: AiSettings['provider'], port = (endpoint.address() as AddressInfo).port) {
  const settings: AiSettings = {
    provider,
    model: provider === 'anthropic' ? 'claude-opus-4-5' : 'm',
    simulated: false,
    apiKey: 'key',
    baseUrl: () => `http://127.0.0.1:${port}/v1`,
    prices: { in: 1, out: 1 },
    limitMicro: 1_000_000,
    timeoutMs: 10_000,
  }
  const schema = z.strictObject({ ok: z.boolean() })
  return askModel(settings, { system: 's', prompt: 'p', schema, schemaName: 'small', at: new Date(0) })
}

const COUNTED = { input: 100, output: 20 }

test.each(PROVIDERS)('an answer in a fence is the answer, of %s', async (provider) => {
  sendJson(SENT[provider]('```json\n{"ok": true}\n```\n', 'stop'))
  expect(await ask(provider)).toMatchObject({ kind: 'answered', value: { ok: true }, usage: COUNTED })
})

test.each(PROVIDERS)('a model that declines is said to decline, with or without words, of %s', async (provider) => {
  for (const text of ['', 'I cannot help with that.']) {
    sendJson(SENT[provider](text, 'declined'))
    expect(await ask(provider)).toMatchObject({
      kind: 'failed',
      error: 'the model declined to answer',
      usage: COUNTED,
    })
  }
})

test.each(PROVIDERS)(
  'an answer that was cut off is said to be, also before its first word, of %s',
  async (provider) => {
    for (const text of ['', '{"ok": tr', '```json\n{"ok": true}\n```']) {
      sendJson(SENT[provider](text, 'length'))
      expect(await ask(provider)).toMatchObject({
        kind: 'refused',
        error: 'the answer was cut off after 3000 tokens',
        usage: COUNTED,
      })
    }
  },
)

test.each([400, 401, 403, 404, 429, 503, 529])(
  'a call that is turned away with %i has cost nothing',
  async (status) => {
    sendJson({ error: { message: 'no' } }, status)
    expect(await ask('openai-compatible')).toMatchObject({
      kind: 'failed',
      error: `the provider answered with status ${status}`,
      usage: { input: 0, output: 0 },
    })
  },
)

test.each([500, 502, 504])('the cost of a call that ends with %i is unknown', async (status) => {
  sendJson({ error: { message: 'no' } }, status)
  expect(await ask('openai-compatible')).toMatchObject({ kind: 'failed', usage: null })
})

test('a call that reaches no provider costs nothing, and the cost of one that is cut off is unknown', async () => {
  const closed = createServer()
  await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done))
  const { port } = closed.address() as AddressInfo
  await new Promise((done) => closed.close(done))
  expect(await ask('openai-compatible', port)).toMatchObject({
    kind: 'failed',
    error: 'the provider could not be reached',
    usage: { input: 0, output: 0 },
  })
  respond = (response) => response.destroy()
  expect(await ask('openai-compatible')).toMatchObject({ kind: 'failed', usage: null })
})
