import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort } from './free-port.ts'

it('finds ports on which a server can listen, below those of outgoing connections', async () => {
  const port = await freePort()
  expect(port).toBeGreaterThanOrEqual(20_000)
  expect(port).toBeLessThan(32_768)
  const server = createServer()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await new Promise((done) => server.close(done))
})

it('never returns the same port twice, even before a server listens on it', async () => {
  const ports = new Set<number>()
  for (let i = 0; i < 600; i++) ports.add(await freePort())
  expect(ports.size).toBe(600)
})
