import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface OddBroker {
  url: string
  close(): void
}

async function serve(onClient: (client: Socket) => void): Promise<OddBroker> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    sockets.add(client.on('error', () => {}))
    onClient(client)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `amqp://guest:guest@127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The broker at the address, which reports an older version. */
export const olderBroker = (target: string): Promise<OddBroker> =>
  serve((client) => {
    const upstream = connect(Number(new URL(target).port), '127.0.0.1')
    upstream.on('error', () => {}).on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
    client.pipe(upstream)
    upstream.on('data', (chunk) => {
      // The name, the type of the value and its length precede it in the table of the server's properties.
      const said = chunk.toString('latin1').replace(/(versionS.{4})([\d.]+)/s, (_, name: string, version: string) => {
        return name + '3.9.'.padEnd(version.length, '0')
      })
      client.write(Buffer.from(said, 'latin1'))
    })
  })

/** A server that speaks something else. */
export const stranger = (greeting: string): Promise<OddBroker> =>
  serve((client) => void client.once('data', () => client.end(Buffer.from(greeting, 'latin1'))))
