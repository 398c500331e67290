import type { Socket } from 'node:net'
import amqplib, { type ChannelModel } from 'amqplib'
import { within } from '../deadline.ts'
import { AppError, errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import { explainRabbit, failureOf, hostOf, isRefused, type RabbitServers, refusalOf } from './rabbitmq-servers.ts'
import { writeOnceATurn } from './write-once-a-turn.ts'

/** Two missed heartbeats end a half-open link, on either side: the broker then gives its messages to others. */
const HEARTBEAT_SECONDS = 5
const CONNECT_WITHIN_MS = 5_000
/** If there is another node, a frozen one is abandoned sooner. */
const NEXT_AFTER_MS = 2_000
/** Quorum queues keep delivery limits and at-least-once dead letters from this version on. */
const VERSION_MIN = [3, 10] as const

export interface Reached {
  model: ChannelModel
  url: string
}

/** Remembers, for the life of a link, which node to try first and what each one answered. */
export interface Nodes {
  /** Connects to the first node that answers. */
  connect(name: string, withinMs?: number): Promise<Reached>
  /** The present node has failed: the next attempt begins with another. */
  leave(): void
  /** Remembers why a node that answered could not be used. */
  note(url: string, why: string): void
  /** Whether every node has refused for a reason that waiting does not remove. */
  isRefused(): boolean
  /** Why no node can be used, in one sentence. */
  explain(): string
}

/** Processes begin with different nodes, so that a cluster shares their connections. */
export function rabbitNodes(servers: RabbitServers, first = process.pid): Nodes {
  const failures = new Map<string, string>()
  const { urls } = servers
  let at = first % urls.length
  return {
    async connect(name, withinMs = urls.length > 1 ? NEXT_AFTER_MS : CONNECT_WITHIN_MS) {
      let last: unknown
      for (let tried = 0; tried < urls.length; tried += 1) {
        const url = urls[at]!
        try {
          const model = await connectTo(url, servers, { name, withinMs })
          failures.delete(url)
          return { model, url }
        } catch (error) {
          failures.set(url, failureOf(error))
          last = error
          at = (at + 1) % urls.length
        }
      }
      throw last
    },
    note: (url, why) => void failures.set(url, why),
    leave() {
      at = (at + 1) % urls.length
    },
    isRefused: () => isRefused(servers, failures),
    explain: () => explainRabbit(servers, failures),
  }
}

async function connectTo(
  url: string,
  { tls }: RabbitServers,
  { name, withinMs }: { name: string; withinMs: number },
): Promise<ChannelModel> {
  // TCP would otherwise hold each message some 40 ms to fill a packet.
  const options = { noDelay: true, timeout: withinMs, clientProperties: { connection_name: name }, ...tls }
  const model = await amqplib.connect(withHeartbeat(url), options)
  model.on('error', () => {})
  writeOnceATurn(socketOf(model))
  const { version } = model.connection.serverProperties as { version?: unknown }
  if (isTooOld(String(version ?? ''))) {
    destroy(model, 'too old')
    throw new AppError('invalid', `RabbitMQ ${version} is too old, ${VERSION_MIN.join('.')} or newer is needed`)
  }
  return model
}

/** The URL with our heartbeat, unless it names one: amqplib reads it only there and not among the socket options. */
export function withHeartbeat(url: string): string {
  const target = new URL(url)
  if (!target.searchParams.has('heartbeat')) target.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS))
  return target.href
}

/** A version that cannot be parsed belongs to another server that speaks AMQP; it may have the features we need. */
export function isTooOld(version: string): boolean {
  const [major, minor] = version.split('.').map(Number)
  if (!Number.isInteger(major) || !Number.isInteger(minor)) return false
  return major! < VERSION_MIN[0] || (major === VERSION_MIN[0] && minor! < VERSION_MIN[1])
}

/** Reports within `ms` whether a broker answers at all; a link would keep trying. */
export async function greetRabbit(servers: RabbitServers, ms: number): Promise<void> {
  const greeting = rabbitNodes(servers, 0).connect(`market-state greeting ${process.pid}`, ms)
  // A late answer to the greeting must not keep the process alive.
  const ended = greeting.then(
    ({ model }) => destroy(model),
    () => {},
  )
  try {
    await within(ms, 'its answer', greeting)
  } catch (cause) {
    const hosts = servers.urls.map(hostOf).join(', ')
    const refusal = refusalOf(cause)
    const what =
      refusal === null ? `cannot be reached (AMQP_URL): ${errorMessage(cause)}` : `refuses ops (AMQP_URL): ${refusal}`
    throw new AppError('unavailable', `RabbitMQ at ${hosts} ${what}`, { cause })
  }
  await ended
}

/** Warns of each node that does not answer, although another does. */
export async function warnOfAbsentNodes(servers: RabbitServers, log: Log): Promise<void> {
  if (servers.urls.length < 2) return
  await Promise.all(
    servers.urls.map((url) =>
      connectTo(url, servers, { name: `market-state greeting ${process.pid}`, withinMs: NEXT_AFTER_MS }).then(
        (model) => destroy(model),
        (error: unknown) =>
          log.warn({ host: hostOf(url), error: errorMessage(error), variable: 'AMQP_URL' }, 'broker_host_away'),
      ),
    ),
  )
}

/** Ends the socket itself: everything that waits on the connection learns of it at once. */
export function destroy(model: ChannelModel, why = 'given up'): void {
  // Only with an error does amqplib notice the end.
  socketOf(model).destroy(new Error(why))
}

/** The socket, which connections of amqplib have had since its first version, without a type. */
const socketOf = (model: ChannelModel): Socket => (model.connection as unknown as { stream: Socket }).stream
