import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface Delivered {
  id: string
  body: string
  headers: Record<string, string>
}

export interface Endpoint {
  url: string
  got: Delivered[]
  /** Decides the answer to each request; absent: 204. */
  answer: (request: IncomingMessage, attempt: number) => { status: number; headers?: Record<string, string> } | 'hang'
  /** Checks a delivery as a receiver with this secret does; throws when it is not genuine. */
  verify(secret: string, delivered: Delivered): unknown
  close(): void
}

/** A receiver of webhooks on loopback. */
export async function openEndpoint(): Promise<Endpoint> {
  const got: Delivered[] = []
  let attempts = 0
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      attempts++
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const answer = endpoint.answer(request, attempts)
      got.push({ id: headers['webhook-id']!, body, headers })
      if (answer !== 'hang') response.writeHead(answer.status, answer.headers).end('x'.repeat(100_000))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint: Endpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    got,
    answer: () => ({ status: 204 }),
    verify: (secret, { body, headers }) => new Webhook(secret).verify(body, headers),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return endpoint
}
