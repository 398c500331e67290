import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll } from 'vitest'
import { logEvents } from '../../harness/log-events.ts'
import type { NewEvent } from '../../shared/domain/contract/event.ts'
import { eventBounds } from '../../shared/postgres/events/events.ts'
import { NOW } from '../api/support/seed.ts'
import { tradeWorld } from '../trading/trade-world.ts'
import { closeStreams, type OpenStream, openStream } from './open-stream.ts'

export type Body = ReturnType<typeof JSON.parse>

export const listening = async (app: FastifyInstance) => await app.listen({ port: 0, host: '127.0.0.1' })
export const snapshotOf = (stream: OpenStream) => stream.until(({ type }) => type === 'snapshot')
export const idsOf = ({ frames }: OpenStream) =>
  frames.flatMap(({ type, id }) => (type === 'snapshot' ? [] : [Number(id)]))
/** Resolves once the stream has brought this event. */
export const reached = (stream: OpenStream, id: number) =>
  stream.until((frame) => Number(frame.id) >= id && frame.type !== 'snapshot')

let keys = 0
export const event = (over: Partial<NewEvent> = {}): NewEvent => ({
  key: `event-${++keys}`,
  kind: 'alert',
  subject: 'VIX_PANIC',
  severity: 'critical',
  title: `event ${keys}`,
  at: NOW,
  data: {},
  cycleId: null,
  origin: 'scheduled',
  ...over,
})

/** A listening replica, and the public log. */
export function streamWorld() {
  const world = tradeWorld()
  let base = ''
  beforeAll(async () => {
    base = await listening(world.one)
  })
  afterEach(closeStreams)
  return {
    world,
    get base() {
      return base
    },
    log: (...events: Partial<NewEvent>[]) => logEvents(world.sql, events.map(event)),
    latest: async () => (await eventBounds(world.sql))?.latest ?? 0,
    follow: (query = '', headers = {}) => openStream(`${base}/api/v1/agents/stream${query}`, headers),
    getJson: async (path: string): Promise<Body> => await (await fetch(`${base}${path}`)).json(),
  }
}
