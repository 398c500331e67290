import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { EventKind } from '../../../shared/domain/contract/event.ts'
import type { Pool } from '../../../shared/postgres/server/db.ts'
import { insertWebhook } from '../../../shared/postgres/webhooks/webhooks.ts'
import { newSecret } from '../../../shared/webhooks/sign-delivery.ts'

/** The discard port, on which nothing listens. */
const DEAD_URL = 'http://127.0.0.1:9/'
const SLOW_MS = 150
/** A fifth of all events, so that the deliveries keep up with them on two cores. */
export const WANTED: readonly EventKind[] = ['alert', 'transition']

export interface Receiver {
  name: string
  webhookId: number
  /** Attempts by their `webhook-id`. */
  attempts: Map<string, number>
  /** Ids of deliveries that were answered 204. */
  accepted: Set<string>
  /** One body for each id; another body under the same id is a fault, as is a wrong signature. */
  faults: string[]
  close(): void
}

interface Behaviour {
  name: string
  delayMs?: number
  /** Returns whether this attempt of a delivery is refused. */
  refuses?(eventId: number, attempt: number): boolean
}

/** One slow, one that refuses the first attempt of every second delivery, and two that do as they should. */
const BEHAVIOURS: readonly Behaviour[] = [
  { name: 'quick' },
  { name: 'another quick' },
  { name: 'slow', delayMs: SLOW_MS },
  { name: 'failing', refuses: (eventId, attempt) => eventId % 2 === 0 && attempt === 1 },
]

/** Makes the webhooks of a test, the dead one too, and their receivers on loopback. */
export async function openReceivers(sql: Pool): Promise<{ alive: Receiver[]; deadId: number }> {
  const alive = await Promise.all(BEHAVIOURS.map((behaviour) => openReceiver(sql, behaviour)))
  return { alive, deadId: await register(sql, 'dead', DEAD_URL, newSecret()) }
}

async function register(sql: Pool, name: string, url: string, secret: string): Promise<number> {
  const settings = { name, url, kinds: WANTED, severities: [], enabled: true, warning: null, secret }
  return (await sql.begin((tx) => insertWebhook(tx, settings, 50)))!
}

async function openReceiver(sql: Pool, { name, delayMs = 0, refuses }: Behaviour): Promise<Receiver> {
  const secret = newSecret()
  const verifier = new Webhook(secret)
  const bodies = new Map<string, string>()
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      const id = String(request.headers['webhook-id'])
      const attempt = (receiver.attempts.get(id) ?? 0) + 1
      receiver.attempts.set(id, attempt)
      try {
        verifier.verify(body, request.headers as Record<string, string>)
      } catch (error) {
        receiver.faults.push(`${id}: ${String(error)}`)
      }
      if ((bodies.get(id) ?? body) !== body) receiver.faults.push(`${id}: another body`)
      bodies.set(id, body)
      const isRefused = refuses?.(Number(id.split('_').at(-1)), attempt) ?? false
      setTimeout(() => {
        if (!isRefused) receiver.accepted.add(id)
        response.writeHead(isRefused ? 500 : 204).end()
      }, delayMs)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const receiver: Receiver = {
    name,
    webhookId: await register(sql, name, url, secret),
    attempts: new Map(),
    accepted: new Set(),
    faults: [],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}
