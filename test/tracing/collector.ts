import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const Value = z.object({ stringValue: z.string().optional(), intValue: z.number().optional() })
const Attributes = z.array(z.object({ key: z.string(), value: Value })).default([])
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: Attributes,
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
})
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

export type CollectedSpan = Omit<z.infer<typeof Span>, 'attributes'> & { attributes: Record<string, unknown> }

export interface Collector {
  url: string
  spans: CollectedSpan[]
  /** The resources of the processes that sent spans. */
  resources: Record<string, unknown>[]
  /** All that was sent, unparsed. */
  text(): string
  requests(): number
  close(): Promise<void>
}

/** Receives OTLP over HTTP as JSON. If it hangs, it accepts requests and never answers. */
export async function startCollector({ hangs = false } = {}): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const resources: Record<string, unknown>[] = []
  let requests = 0
  let sent = ''
  const server = createServer(async (request, response) => {
    requests += 1
    if (hangs) return
    let body = ''
    for await (const chunk of request) body += String(chunk)
    sent += body
    for (const { resource, scopeSpans } of Export.parse(JSON.parse(body)).resourceSpans) {
      resources.push(flat(resource.attributes))
      const received = scopeSpans.flatMap((scope) => scope.spans)
      spans.push(...received.map((span) => ({ ...span, attributes: flat(span.attributes) })))
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    text: () => sent,
    requests: () => requests,
    async close() {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}

const flat = (attributes: z.infer<typeof Attributes>): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
