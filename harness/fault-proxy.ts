import { connect, createServer, type Socket } from 'node:net'

export const FAULTS = ['refuse', 'reset', 'black_hole', 'latency'] as const
export type Fault = (typeof FAULTS)[number]

const LATENCY_MS = 3_000

export interface FaultProxy {
  url: string
  /** Sets the fault of the link from now on, for open connections too. */
  inject(fault: Fault | 'none'): void
  /** Counts packets from clients so far; a read without packets was no query. */
  sent(): number
  /** Counts connections that clients have opened so far. */
  opened(): number
  close(): Promise<void>
}

/** Opens a TCP proxy in front of a server that breaks the link as networks do. */
export async function faultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target)
  let fault: Fault | 'none' = 'none'
  let sent = 0
  let opened = 0
  const sockets = new Set<Socket>()
  const timers = new Set<NodeJS.Timeout>()
  /** Sockets that a black hole left without a peer. A server session stuck in its login blocks `create database`. */
  const orphans = new Set<Socket>()

  /** Connections that lost bytes; they stay silent after the fault, because a stream cannot recover lost bytes. */
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
      // A black hole also swallows the close of the other side.
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
