import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { beforeAll, expect, test } from 'vitest'
import { TOOLS } from '../../api/agents/mcp/tools.ts'
import { inherited } from '../../harness/run-environment.ts'
import { tradeWorld } from '../trading/trade-world.ts'

const PROGRAM = new URL('../../api/mcp-stdio/main.ts', import.meta.url).pathname

const world = tradeWorld()
let url: string
beforeAll(async () => {
  await world.one.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(world.one.server.address() as AddressInfo).port}`
})

const server = (env: Record<string, string>) => ({ command: process.execPath, args: [PROGRAM], env })
const textOf = ({ content }: { content?: unknown }) => JSON.parse((content as [{ text: string }])[0].text)

test('the official clients of both generations trade over stdio with MARKET_TOKEN', async () => {
  const { token } = await world.account()
  const env = { MARKET_URL: url, MARKET_TOKEN: token }
  const current = new Client({ name: 'test', version: '1' })
  await current.connect(new StdioClientTransport(server(env)))
  expect((await current.listTools()).tools).toHaveLength(TOOLS.length)
  const order = { symbol: 'SPY', side: 'buy', quantity: 2 }
  const { trade_id } = textOf(await current.callTool({ name: 'quote_trade', arguments: order }))
  await current.close()

  const former = new FormerClient({ name: 'test', version: '1' })
  await former.connect(new FormerTransport(server(env)))
  const filled = textOf(
    (await former.callTool({ name: 'confirm_trade', arguments: { trade_id } })) as { content?: unknown },
  )
  expect(filled).toMatchObject({ status: 'executed', quantity: 2 })
  await former.close()
})

test('an absent service is a refusal with what to do', async () => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StdioClientTransport(server({ MARKET_URL: 'http://127.0.0.1:1' })))
  const answer = await client.callTool({ name: 'list_alerts', arguments: {} })
  expect(answer.isError).toBe(true)
  expect(textOf(answer)).toMatchObject({ code: 'unavailable', fix: expect.stringContaining('MARKET_URL') })
  await client.close()
})

test('nothing but the protocol is written to stdout, and the program ends with its input', async () => {
  const child = spawn(process.execPath, [PROGRAM], { env: { ...inherited(), MARKET_URL: url } })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const request = (id: number, method: string, params: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  const clientInfo = { name: 'test', version: '1' }
  request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  request(2, 'tools/list', {})
  await expect.poll(() => Buffer.concat(chunks).toString().split('\n').length, { timeout: 20_000 }).toBeGreaterThan(2)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.stdin.end()
  expect(await ended).toBe(0)
  const lines = Buffer.concat(chunks).toString().trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2])
})
