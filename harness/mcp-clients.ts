import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

export interface Answer {
  isError: boolean
  text: string
  body: ReturnType<typeof JSON.parse>
}

export interface McpClient {
  listTools(): Promise<
    { name: string; description?: string; inputSchema: unknown; annotations?: Record<string, unknown> }[]
  >
  call(name: string, given?: Record<string, unknown>): Promise<Answer>
  close(): Promise<void>
}

const IDENTITY = { name: 'test', version: '1' }

function answerOf({ isError, content }: { isError?: unknown; content?: unknown }): Answer {
  const [{ text }] = content as [{ text: string }]
  return { isError: isError === true, text, body: JSON.parse(text) }
}

/** The official client of today's generation. */
export async function currentClient(url: string, token?: string): Promise<McpClient> {
  const client = new Client(IDENTITY)
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: headersOf(token) } }))
  return {
    listTools: async () => (await client.listTools()).tools as Awaited<ReturnType<McpClient['listTools']>>,
    call: async (name, given = {}) => answerOf(await client.callTool({ name, arguments: given })),
    close: () => client.close(),
  }
}

/** The official client of the generation before. */
export async function formerClient(url: string, token?: string): Promise<McpClient> {
  const client = new FormerClient(IDENTITY)
  const transport = new FormerTransport(new URL(url), { requestInit: { headers: headersOf(token) } })
  // Its own types disagree about exact optional members.
  await client.connect(transport as Parameters<FormerClient['connect']>[0])
  return {
    listTools: async () => (await client.listTools()).tools as Awaited<ReturnType<McpClient['listTools']>>,
    call: async (name, given = {}) =>
      answerOf((await client.callTool({ name, arguments: given })) as Parameters<typeof answerOf>[0]),
    close: () => client.close(),
  }
}

const headersOf = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }
