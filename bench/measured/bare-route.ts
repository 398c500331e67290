import fastify from 'fastify'
import { runProcess } from '../../shared/run-process.ts'

/** A route that only sends bytes: the cost of the framework alone. */
export interface BareRoute {
  path: string
  headers: Record<string, string>
  body: string
}

await runProcess('bare-route', async () => {
  const app = fastify({ logger: false })
  process.once('message', async ({ path, headers, body }: BareRoute) => {
    const bytes = Buffer.from(body)
    app.get(path, (_request, reply) => reply.headers(headers).send(bytes))
    process.send!({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
  })
  return () => app.close()
})
