import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { readUrl } from './request-url.ts'
import { VENDORS } from './vendors/index.ts'
import type { VendorReply } from './vendors/vendor.ts'
import { createWorld } from './world/world.ts'

export type SimulatorOptions = {
  port?: number
  host?: string
  seed?: number | string
  /** The instant of a request that names none. */
  now: () => Date
  quotas?: boolean
}

export type Simulator = { url: string; port: number; close(): Promise<void> }

export const DEFAULT_SEED = 7

const send = (reply: FastifyReply, answer: VendorReply): FastifyReply =>
  reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .type(answer.type)
    .send(typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body))

export const startSimulator = async (options: SimulatorOptions): Promise<Simulator> => {
  const world = createWorld(options.seed ?? DEFAULT_SEED)
  const app = Fastify({ logger: false, forceCloseConnections: true, routerOptions: { maxParamLength: 2000 } })
  const vendors = new Map(VENDORS.map((vendor) => [vendor.prefix, vendor]))

  app.get('/*', (request: FastifyRequest, reply) => {
    const asked = readUrl(request.raw.url ?? '/', options.now)
    if ('error' in asked) return reply.code(400).send({ error: asked.error })
    const vendor = vendors.get(asked.vendor)
    if (!vendor) return reply.code(404).send({ error: `no vendor under /${asked.vendor}` })
    return send(reply, vendor.respond(world, { ...asked, headers: request.headers }))
  })

  await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://${options.host ?? '127.0.0.1'}:${port}`, port, close: () => app.close() }
}
