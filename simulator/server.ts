import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { ScenarioName } from '../shared/domain/scenario.ts'
import { registerControl } from './control.ts'
import { darkFaults } from './dark-week.ts'
import { createFaults, type Fault, faultMs } from './faults.ts'
import { sendFaulty } from './faulty-send.ts'
import { createQuotas } from './quotas.ts'
import { readUrl, worldInstant } from './request-url.ts'
import { spoiledReply } from './spoiled-reply.ts'
import { serveAlpacaStream } from './vendors/alpaca-stream.ts'
import { VENDORS } from './vendors/index.ts'
import type { VendorReply } from './vendors/vendor.ts'
import { scriptOf } from './world/script.ts'
import { createWorld, type World } from './world/world.ts'

export type SimulatorOptions = {
  port?: number
  host?: string
  seed?: number | string
  /** The number of members of the index; all unless given. */
  members?: number
  /** The scenario of the world, counted from a start; none unless both are given. */
  scenario?: ScenarioName
  start?: Date | null
  /** The world of that seed, given by a caller that starts many simulators and builds it once. */
  world?: World
  /** The instant of a request that does not name one. */
  now: () => Date
  /** Off for back-fills, which request years within minutes. */
  quotas?: boolean
}

export type Simulator = { url: string; port: number; close(): Promise<void> }

/** Chosen by eye: a bear market two winters before 2026-11, a short scare the next, otherwise calm to normal. */
export const DEFAULT_SEED = 1316

const send = (reply: FastifyReply, answer: VendorReply): FastifyReply =>
  reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .header('content-type', answer.type)
    .send(typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body))

/** The total delay of the latency faults. */
const delayOf = (faults: readonly Fault[]): number =>
  faults.reduce((sum, fault) => sum + (fault.mode === 'latency' ? faultMs(fault) : 0), 0)

const staleness = (faults: readonly Fault[]): number =>
  faults.reduce((sum, fault) => sum + (fault.mode === 'stale' ? faultMs(fault) : 0), 0)

const scripted = ({ scenario, start }: SimulatorOptions) => (scenario && start ? scriptOf(scenario, start) : null)

export const startSimulator = async (options: SimulatorOptions): Promise<Simulator> => {
  const seed = options.seed ?? DEFAULT_SEED
  const world = options.world ?? createWorld(seed, options.members, scripted(options))
  const faults = createFaults()
  const withinQuota = createQuotas(options.now)
  const timers = new Set<NodeJS.Timeout>()
  const vendors = new Map(VENDORS.map((vendor) => [vendor.prefix, vendor]))
  const app = Fastify({ logger: false, forceCloseConnections: true })
  registerControl(app, { world, faults, now: options.now, seed })

  const waited = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        resolve()
      }, ms)
      timers.add(timer)
    })

  // Forms stay text, because each vendor parses what its own clients send.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )

  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = readUrl(request.raw.url ?? '/', options.now)
    if ('error' in url) return reply.code(400).send({ error: url.error })
    const vendor = vendors.get(url.vendor)
    if (!vendor) return reply.code(404).send({ error: `no vendor under /${url.vendor}` })
    const method = request.method === 'POST' ? 'POST' : 'GET'
    if (method === 'POST' && !vendor.posts) return reply.code(405).send({ error: `${vendor.name} takes no POST` })
    if (options.quotas && !withinQuota(vendor.name, vendor.quota.per_minute)) return send(reply, vendor.quota.refusal)
    const active = [...faults.take(vendor.name, url.path), ...darkFaults(world, vendor.name, url.instant)]
    const older = worldInstant(new Date(url.instant.getTime() - staleness(active)).toISOString())
    const body = typeof request.body === 'string' ? request.body : JSON.stringify(request.body ?? '')
    const instant = older ?? url.instant
    const answer = vendor.respond(world, { ...url, instant, headers: request.headers, method, body })
    const delay = delayOf(active)
    if (delay > 0) await waited(delay)
    const spoiled = active.reduce(spoiledReply, answer)
    return sendFaulty(reply, spoiled, active, timers) ? reply : send(reply, spoiled)
  }
  app.get('/*', serve)
  app.post('/*', serve)

  const stream = serveAlpacaStream(app.server, { world, faults, now: options.now })
  await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const close = async (): Promise<void> => {
    for (const timer of timers) clearTimeout(timer)
    stream.close()
    await app.close()
  }
  return { url: `http://${options.host ?? '127.0.0.1'}:${port}`, port, close }
}
