import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../shared/errors.ts'
import { appendEvents, readEvents } from '../../shared/postgres/events/events.ts'
import type { Child } from '../child.ts'
import { openMarket, startReplica, WORKER } from '../market.ts'
import type { Collected, CrowdOrder, Opened } from '../measured/stream-crowd.ts'
import { processesBelow } from '../process-memory.ts'
import type { Rig } from '../rig.ts'
import type { LimitedFigure, LimitsRow } from '../row.ts'
import { type Pair, quantile } from '../statistics.ts'

const CONNECTIONS = 10_000
const EVENTS = 10
/** Long enough for the clients of a busy machine to have one event before the next. */
const EVENT_EVERY_MS = 1_000
/** Opened and closed before the memory is read, so that what every process grows to is not counted. */
const WARM_UP = 500
const SETTLE_MS = 2_000
const ROUNDS_MAX = 3
const KB_PER_MB = 1_024
const LIMITS = { openedS: 10, p99Ms: 500, connectionKb: 20 }

const nowMs = (): number => performance.timeOrigin + performance.now()

interface Side {
  pid: number
  port: number
  path: string
  /** Makes one event that holds the time at which it was sent. */
  send(sent: number): Promise<unknown>
}

interface Measured {
  openedS: number
  p99Ms: number
  p50Ms: number
  connectionKb: number
}

async function residentKb(pid: number): Promise<number> {
  await sleep(SETTLE_MS)
  const own = processesBelow(pid).find((process) => process.pid === pid)
  if (!own) throw new AppError('internal', 'ps does not show the server')
  return own.rssMb * KB_PER_MB
}

/** Opens the crowd, sends it some events, and closes it. */
async function measure(crowd: Child, side: Side, connections: number): Promise<Measured> {
  const order = <T>(message: CrowdOrder): Promise<T> => crowd.ask<T>(message)
  const { port, path } = side
  const warmUp = Math.min(WARM_UP, connections)
  await order({ open: { port, path, count: warmUp } })
  await side.send(nowMs())
  await order({ collect: warmUp })
  await order({ close: true })
  const before = await residentKb(side.pid)
  const { openedMs } = await order<Opened>({ open: { port, path, count: connections } })
  const after = await residentKb(side.pid)
  for (let event = 0; event < EVENTS; event++) {
    await side.send(nowMs())
    await sleep(EVENT_EVERY_MS)
  }
  const { latencies } = await order<Collected>({ collect: EVENTS * connections })
  await order({ close: true })
  return {
    openedS: openedMs / 1_000,
    p99Ms: quantile(latencies, 0.99),
    p50Ms: quantile(latencies, 0.5),
    connectionKb: (after - before) / connections,
  }
}

/** A replica and the scheduler's process, which gives events their ids. */
async function ourSide(rig: Rig): Promise<Side & { frame(): Promise<string> }> {
  const { database, env } = await openMarket(rig, { at: '03:00' })
  rig.start(WORKER, { args: ['--scheduler'], env })
  const streams = String(2 * CONNECTIONS)
  const limits = { STREAM_CONNECTIONS_MAX: streams, STREAM_CONNECTIONS_PER_CALLER: streams }
  const { url, pid } = await startReplica(rig, { ...env, ...limits })
  const { sql } = database
  const send = (sent: number) =>
    sql.begin((tx) => {
      const [kind, severity, title] = ['alert', 'critical', 'VIX 31.4 index points, at or above 30.'] as const
      const facts = { kind, severity, title, data: { sent }, subject: 'VIX_PANIC', origin: 'scheduled' } as const
      return appendEvents(tx, [{ ...facts, key: randomUUID(), at: new Date(sent), cycleId: null }])
    })
  return {
    pid,
    port: Number(new URL(url).port),
    path: '/api/v1/agents/stream?kinds=alert',
    send,
    async frame() {
      const [event] = await readEvents(sql, { after: null, before: null, kinds: ['alert'], limit: 1 })
      return `event: alert\nid: ${event!.id}\ndata: ${JSON.stringify(event)}\n\n`
    },
  }
}

async function bareSide(rig: Rig, frame: string): Promise<Side> {
  const server = rig.start('bench/measured/bare-fan-out.ts')
  const { port } = await server.heard<{ port: number }>()
  const send = async (sent: number) => server.tell({ frame: frame.replace(/"sent":[\d.]+/, `"sent":${sent}`) })
  return { pid: server.pid, port, path: '/', send }
}

export const sseFanOut: LimitsRow = {
  kind: 'limits',
  id: 'sse-fan-out',
  async measure(rig) {
    const connections = rig.quick ? 500 : CONNECTIONS
    const crowd = rig.start('bench/measured/stream-crowd.ts')
    await crowd.heard()
    const ours = await ourSide(rig)
    // The first event of ours is the frame that the bare server sends.
    await measure(crowd, ours, 10)
    const bare = await bareSide(rig, await ours.frame())
    const rounds: { ours: Measured; bare: Measured }[] = []
    for (let round = 0; round < Math.min(rig.rounds, ROUNDS_MAX); round++)
      rounds.push({ ours: await measure(crowd, ours, connections), bare: await measure(crowd, bare, connections) })
    const pairs = (name: keyof Measured): Pair[] =>
      rounds.map((round) => ({ ours: round.ours[name], ceiling: round.bare[name] }))
    const note = `${connections} connections to one process; ceiling: a bare node:http server with the same bytes`
    const figure = (name: keyof Measured, rest: Omit<LimitedFigure, 'pairs'>): LimitedFigure => ({
      ...rest,
      pairs: pairs(name),
    })
    return [
      figure('openedS', { figure: 'all connections open', unit: 's', limit: LIMITS.openedS, note }),
      figure('p99Ms', {
        figure: 'commit of an event to each client, p99',
        unit: 'ms',
        limit: LIMITS.p99Ms,
        note: `${EVENTS} events, one a second; ours include the ids, up to 100 ms`,
      }),
      figure('connectionKb', {
        figure: 'resident memory of a connection',
        unit: 'kB',
        limit: LIMITS.connectionKb,
        note: `after ${WARM_UP} connections were opened and closed`,
      }),
    ]
  },
}
