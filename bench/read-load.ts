import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { z } from 'zod'
import { eventually } from '../harness/eventually.ts'
import { AppError } from '../shared/errors.ts'
import { startReplica } from './market.ts'
import type { BareRoute } from './measured/bare-route.ts'
import { processorDuring, processorSeconds } from './processor-time.ts'
import type { Rig } from './rig.ts'
import type { Sides } from './row.ts'
import { median } from './statistics.ts'
import { shown } from './table.ts'

const CONNECTIONS = 10
/** Headers that differ per answer, or that any server adds itself. */
const NOT_COPIED = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']

const Load = z.object({
  requests: z.object({ average: z.number(), total: z.number() }),
  latency: z.object({ p99: z.number() }),
  errors: z.number(),
  timeouts: z.number(),
  non2xx: z.number(),
})

/** Generates load in a process of its own, because it must not share the event loop of the measured server. */
async function load(rig: Rig, url: string, seconds: number): Promise<z.infer<typeof Load>> {
  const autocannon = createRequire(import.meta.url).resolve('autocannon')
  const args = [autocannon, '--json', '-c', String(CONNECTIONS), '-d', String(seconds), url]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  rig.defer(() => child.kill())
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(child, 'close')
  const result = Load.parse(JSON.parse(text))
  if (result.errors + result.timeouts + result.non2xx > 0) {
    throw new AppError('internal', `the load on ${url} met errors: ${JSON.stringify(result)}`)
  }
  return result
}

export const BARE_ROUTE = 'a bare fastify route that sends the same bytes with the same headers'

interface Read {
  path: string
  /** Environment of the replica. */
  env: Record<string, string>
  /** Returns whether an answer is the one to measure; until then the request is repeated. */
  isReady(body: string): boolean
}

/**
 * Requests per processor second of the server: what one core of its own would carry. By the clock, the generator,
 * which costs as much as a bare route, would often be the measured part. Without /proc it is the clock's rate.
 */
export async function readAgainstBareRoute(rig: Rig, { path, env, isReady }: Read): Promise<Sides> {
  const api = await startReplica(rig, env)
  const document = await eventually(async () => {
    const answer = await fetch(`${api.url}${path}`)
    const body = await answer.text()
    return isReady(body) && { answer, body }
  })
  const headers = Object.fromEntries([...document.answer.headers].filter(([name]) => !NOT_COPIED.includes(name)))
  const route: BareRoute = { path, headers, body: document.body }
  const bare = rig.start('bench/measured/bare-route.ts')
  const { url } = await bare.ask<{ url: string }>(route)

  const seconds = rig.quick ? 1 : 5
  const rates: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
  const p99: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
  async function measure(side: 'ours' | 'bare', target: string, pid: number): Promise<number> {
    const { result, seconds: used } = await processorDuring([() => processorSeconds(pid)], () =>
      load(rig, `${target}${path}`, seconds),
    )
    rates[side].push(result.requests.average)
    p99[side].push(result.latency.p99)
    return used === null ? result.requests.average : result.requests.total / used
  }
  const ours = () => measure('ours', api.url, api.pid)
  const ceiling = () => measure('bare', url, bare.pid)
  if (!rig.quick) {
    await ours()
    await ceiling()
  }
  return {
    ours,
    ceiling,
    note: () =>
      `${Buffer.byteLength(document.body)} bytes; as loaded by the clock ours ${shown(median(rates.ours))}, ` +
      `bare ${shown(median(rates.bare))} req/s, p99 ${median(p99.ours)} and ${median(p99.bare)} ms`,
  }
}
