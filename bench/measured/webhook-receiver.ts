import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runProcess } from '../../shared/run-process.ts'

/** An endpoint that takes everything; given a number, it answers once so many requests have come since. */
await runProcess('webhook-receiver', async () => {
  let taken = 0
  let check = () => {}
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end()
      taken++
      check()
    })
  })
  process.on('message', ({ count }: { count: number }) => {
    const until = taken + count
    check = () => {
      if (taken < until) return
      check = () => {}
      process.send!({ taken })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
  return async () => {
    server.closeAllConnections()
    server.close()
  }
})
