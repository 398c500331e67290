import { connect, createServer, type Socket } from 'node:net'

export const FAULTS = ['refuse', 'reset', 'black_hole', 'latency'] as const
export type Fault = (typeof FAULTS)[number]

const LATENCY_MS = 3_000

export interface FaultProxy {
  url: string
  /** What happens to the link from now on, open connections included. */
  inject(fault: Fault | 'none'): void
  /** Packets clients have sent so far: what never crosses the wire was no query. */
  sent(): number
  /** Connections clients have opened so far. */
  opened(): number
  close(): Promise<void>
}

/** A TCP proxy in front of a server, to break the link in the ways networks do. */
export async function faultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target)
  let fault: Fault | 'none' = 'none'
  let sent = 0
  let opened = 0
  const sockets = new Set<Socket>()
  const timers = new Set<NodeJS.Timeout>()
  /** Left without their other side by a black hole. A server session stuck in its login holds up `create database`. */
  const orphans = new Set<Socket>()

  /** Bytes lost in a stream cannot be made up for: a connection that lost some stays silent, healed or not. */
  const silenced = new Set<Socket>()

  function forward(from: Socket, to: Socket): void {
    from.on('data', (chunk) => {
      if (fault === 'black_hole') silenced.add(from).add(to)
      if (silenced.has(from)) return
      if (fault !== 'latency') return void to.write(chunk)
      const timer = setTimeout(() => {
        timers.delete(timer)
        if (fault !== 'black_hole' && !silenced.has(from) && to.writable) to.write(chunk)
      }, LATENCY_MS)
      timers.add(timer)
    })
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      silenced.delete(from)
      // A black hole also swallows the news that the other side has gone.
      if (fault === 'black_hole') orphans.add(to)
      else to.destroy()
    })
    sockets.add(from)
  }

  function swallow(client: Socket): void {
    client.on('error', () => {}).resume()
    client.on('close', () => sockets.delete(client))
    sockets.add(client)
  }

  const server = createServer((client) => {
    opened++
    if (fault === 'refuse') return void client.destroy()
    if (fault === 'reset') return void client.resetAndDestroy()
    if (fault === 'black_hole') return void swallow(client)
    const upstream = connect(Number(port), hostname)
    client.on('data', () => sent++)
    forward(client, upstream)
    forward(upstream, client)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const url = new URL(target)
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: url.href,
    inject(next) {
      fault = next
      if (next !== 'black_hole') for (const orphan of orphans) orphan.destroy()
      for (const socket of sockets) {
        if (next === 'refuse') socket.destroy()
        if (next === 'reset') socket.resetAndDestroy()
      }
    },
    sent: () => sent,
    opened: () => opened,
    async close() {
      for (const timer of timers) clearTimeout(timer)
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
