import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { REPOSITORY } from '../../harness/product.ts'
import { appendEvents, readEvents } from '../../shared/postgres/events/events.ts'
import { openMarket, startReplica, WORKER } from '../market.ts'
import type { ConsumerLoad, ConsumersDone } from '../measured/consumer-load.ts'
import type { CrowdOrder, Opened } from '../measured/stream-crowd.ts'
import type { Rig } from '../rig.ts'
import type { Cost, Measured } from './cost.ts'
import { connectionsOf, ofPostgres, ofProcess, residentMb, spentASecond } from './probes.ts'

/** A service with documents to serve. */
const BACKUP = join(REPOSITORY, 'harness/backups/2026-11-23.backup')
const PATH = '/api/v1/signals/latest'
const SETTLE_MS = 2_000

/** Consumers that ask for the newest market state each second. */
export async function consumers(rig: Rig): Promise<Measured> {
  const { database, env } = await openMarket(rig, { at: '10:00', backup: BACKUP })
  const { url, pid } = await startReplica(rig, env)
  const load = rig.start('bench/measured/consumer-load.ts')
  await load.heard()
  const probes = { replica: ofProcess(pid), postgres: await ofPostgres(database.sql) }
  const seconds = rig.quick ? 2 : 15
  async function measure(count: number): Promise<Cost> {
    const order: ConsumerLoad = { url, path: PATH, consumers: count, seconds }
    let done: ConsumersDone = { answers: 0, bytes: 0 }
    const processor = await spentASecond(probes, async () => {
      done = await load.ask<ConsumersDone>(order)
    })
    const connections = await connectionsOf(database.sql, 'api%')
    // A busy load generator sends fewer requests than it should, so the size is the number of answers.
    return {
      size: done.answers / seconds,
      processor,
      memoryMb: residentMb(pid),
      connections,
      bytes: done.bytes / seconds,
    }
  }
  const [few, many] = rig.quick ? [2, 20] : [60, 600]
  await measure(many)
  const one = `a consumer that reads \`${PATH}\` once a second with its ETag`
  return {
    id: 'consumer',
    one,
    per: 'second',
    bytesAre: 'of bodies sent a second',
    small: await measure(few),
    large: await measure(many),
  }
}

/** Open streams of the public log, each of which gets one event a second. */
export async function streams(rig: Rig): Promise<Measured> {
  const { database, env } = await openMarket(rig, { at: '03:00' })
  const { sql } = database
  rig.start(WORKER, { args: ['--scheduler'], env })
  const room = { STREAM_CONNECTIONS_MAX: '20000', STREAM_CONNECTIONS_PER_CALLER: '20000' }
  const { url, pid } = await startReplica(rig, { ...env, ...room })
  const crowd = rig.start('bench/measured/stream-crowd.ts')
  const order = <T>(message: CrowdOrder): Promise<T> => crowd.ask<T>(message)
  const events = rig.quick ? 2 : 15
  const send = () =>
    sql.begin((tx) => {
      const [kind, severity, title] = ['alert', 'critical', 'VIX 31.4 index points, at or above 30.'] as const
      const facts = {
        kind,
        severity,
        title,
        data: { sent: Date.now() },
        subject: 'VIX_PANIC',
        origin: 'scheduled',
      } as const
      return appendEvents(tx, [{ ...facts, key: randomUUID(), at: new Date(), cycleId: null }])
    })
  const probes = { replica: ofProcess(pid) }
  async function measure(count: number): Promise<Cost> {
    const open = { port: Number(new URL(url).port), path: '/api/v1/agents/stream?kinds=alert', count }
    await order<Opened>({ open })
    await sleep(SETTLE_MS)
    const memoryMb = residentMb(pid)
    const processor = await spentASecond(probes, async () => {
      for (let event = 0; event < events; event += 1) {
        await send()
        await sleep(1_000)
      }
    })
    const connections = await connectionsOf(sql, 'api%')
    await order({ collect: events * count })
    await order({ close: true })
    const [event] = await readEvents(sql, { after: null, before: null, kinds: ['alert'], limit: 1 })
    const bytes = count * Buffer.byteLength(`event: alert\nid: ${event!.id}\ndata: ${JSON.stringify(event)}\n\n`)
    return { size: count, processor, memoryMb, connections, bytes }
  }
  const [few, many] = rig.quick ? [10, 100] : [500, 5_000]
  await measure(few)
  const one = 'an open stream of the public log, with one event a second'
  return {
    id: 'stream',
    one,
    per: 'second',
    bytesAre: 'of events sent a second',
    small: await measure(few),
    large: await measure(many),
  }
}
