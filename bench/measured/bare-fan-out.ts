import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runProcess } from '../../shared/run-process.ts'

/** A plain server that writes each frame it is given to every open response: the cost of the sockets alone. */
await runProcess('bare-fan-out', async () => {
  const open = new Set<ServerResponse>()
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
    response.write('event: snapshot\ndata: {}\n\n')
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  process.on('message', ({ frame }: { frame: string }) => {
    const bytes = Buffer.from(frame)
    for (const response of open) response.write(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.send!({ port: (server.address() as AddressInfo).port })
  return async () => {
    server.closeAllConnections()
    server.close()
  }
})
