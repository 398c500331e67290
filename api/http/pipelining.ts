import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Maximum number of requests on a connection that wait for an earlier answer. Hardly any client sends requests ahead.
 */
export const QUEUED_MAX = 32

/**
 * Cuts connections that send many requests ahead. Node handles all requests of a packet at once, a thousand in 64 kB,
 * so a few such connections would block the process for all other clients for seconds.
 */
export function boundPipelining(server: Server): void {
  const handlers = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  server.removeAllListeners('request')
  const queued = new WeakMap<Socket, number>()
  server.on('request', (request, response) => {
    const { socket } = request
    // The rest of a packet whose connection was cut.
    if (socket.destroyed) return
    // A response gets the socket when those before it are written, so a client that waits for each costs nothing here.
    if (response.socket === null) {
      const waiting = (queued.get(socket) ?? 0) + 1
      if (waiting > QUEUED_MAX) {
        socket.destroy()
        return
      }
      queued.set(socket, waiting)
      response.once('close', () => queued.set(socket, (queued.get(socket) ?? 1) - 1))
    }
    for (const handle of handlers) handle.call(server, request, response)
  })
}
