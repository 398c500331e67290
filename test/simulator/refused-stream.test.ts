import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createFaults } from '../../simulator/faults.ts'
import { serveAlpacaStream } from '../../simulator/vendors/alpaca-stream.ts'
import { createWorld } from '../../simulator/world/world.ts'
import { NOW, SEED } from './asking.ts'

test('a client that resets its refused handshake ends its own socket and not the process', async () => {
  const server = createServer()
  const faults = createFaults()
  faults.add({ vendor: 'alpaca', mode: 'status', status: 500, path: '/stream' })
  const stream = serveAlpacaStream(server, { world: createWorld(SEED), faults, now: () => new Date(NOW) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    stream.close()
    server.close()
  })
  const accepting = once(server, 'connection')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [accepted] = (await accepting) as [Socket]
  client.write(`GET /at/${NOW}/alpaca/stream/v2/iex HTTP/1.1\r\nhost: vendor\r\n`)
  client.write('connection: upgrade\r\nupgrade: websocket\r\n\r\n')
  const [refusal] = await once(client, 'data')
  expect(String(refusal)).toMatch(/^HTTP\/1\.1 500 /)
  // Node's `once` would listen to the error too, and the error needs to have no listener but the simulator's.
  const closing = new Promise((resolve) => accepted.on('close', resolve))
  client.resetAndDestroy()
  await closing
  expect(accepted.errored).toMatchObject({ code: 'ECONNRESET' })
})
