import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const WINDOW_MS = 1_000
const PAUSE_MS = 100

interface Address {
  host?: string[]
  port?: number[]
  path?: string
}

/** Returns how long a pool waits before each connection: not at all for `burst` of them within a second. */
export function connectionPace(burst: number): (nowMs: number) => number {
  const opened: number[] = []
  return (nowMs) => {
    while (opened.length > 0 && opened[0]! <= nowMs - WINDOW_MS) opened.shift()
    const pauseMs = opened.length < burst ? 0 : PAUSE_MS
    opened.push(nowMs + pauseMs)
    return pauseMs
  }
}

/** An error of a server that hung up before it said anything, which the driver takes for a lost connection. */
const hungUp = () => Object.assign(new Error('the server hung up before its first answer'), { code: 'ECONNRESET' })

/**
 * Creates the socket of each connection of a pool. If a server hangs up before the first statement, as a balancer
 * without servers does, postgres.js reconnects at once, six hundred times a second for one reader, until the pool is
 * ended. A socket closed without a byte therefore fails, so that its statement does, and any other repetition of the
 * driver waits between two connections. A socket is returned before it is connected, because the driver's time limit of
 * a connection begins when it has the socket.
 */
export function pacedSocket(max: number): (address: Address) => Promise<Socket> {
  const paceOf = connectionPace(2 * max)
  return async ({ host, port, path }) => {
    const pauseMs = paceOf(performance.now())
    if (pauseMs > 0) await sleep(pauseMs)
    const server = { host: host![0]!, port: port![0]! }
    // The driver reads both for the name on a certificate and for its errors.
    const socket = path ? connect(path) : Object.assign(connect(server), server)
    socket.once('end', () => {
      if (socket.bytesRead === 0) socket.destroy(hungUp())
    })
    return socket
  }
}
