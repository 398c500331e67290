import { createMcpHandler } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { createMarketServer } from './mcp-server.ts'
import { withPlainErrors } from './protocol-errors.ts'

async function answerTo(method: string, params: object): Promise<string> {
  const call = async () => ({ status: 200, text: '{}', retryAfterSeconds: null })
  const handler = createMcpHandler(() => createMarketServer(call), { maxSubscriptions: 0, keepAliveMs: 0 })
  const message = { jsonrpc: '2.0', id: 1, method, params }
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  const request = new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(message) })
  const response = await handler.fetch(request, { parsedBody: message })
  const text = await response.text()
  await handler.close()
  return withPlainErrors(text)
}

test.each([
  ['tools/call', {}, -32_602, 'params.name: must be a text'],
  ['tools/call', { name: 'list_alerts', arguments: [1] }, -32_602, 'params.arguments: must be an object'],
  [
    'initialize',
    {},
    -32_602,
    'params.protocolVersion: must be a text; params.capabilities: must be an object; params.clientInfo: must be an object',
  ],
  ['tools/cal', {}, -32_601, 'Method not found'],
])('a wrong %s with %j is answered in a sentence', async (method, params, code, message) => {
  const answer = await answerTo(method, params)
  expect(JSON.parse(/\{.*\}/.exec(answer)![0])).toEqual({ jsonrpc: '2.0', id: 1, error: { code, message } })
})

test('the answer of a tool is not changed, whatever its text', async () => {
  const text =
    'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{"content":[{"text":"{\\"error\\":\\"[1]\\"}"}]}}\n\n'
  expect(withPlainErrors(text)).toBe(text)
  const tool = await answerTo('tools/call', { name: 'nobody', arguments: {} })
  expect(tool).toContain('There is no such tool.')
})
