import { Gauge, type Registry } from 'prom-client'
import { countWaitingEvents } from '../../shared/postgres/events/events.ts'
import type { Reader } from '../database/reader.ts'
import type { StreamHub } from './stream-hub.ts'

/** Open streams of this replica, and events that have no id yet; the latter is absent while it is unknown. */
export function measureStreams(registry: Registry, hub: StreamHub, reader: Reader): void {
  const open: Gauge = new Gauge({
    name: 'streams_open',
    help: 'Streams and sockets that are open on this replica',
    registers: [registry],
    collect: () => open.set(hub.connections),
  })
  const waiting: Gauge = new Gauge({
    name: 'events_waiting',
    help: 'Events that were recorded and have no id in their log yet',
    registers: [registry],
    async collect() {
      // A reset would leave 0, which is a value.
      waiting.remove()
      const count = await reader.read(countWaitingEvents).catch(() => null)
      if (count !== null) waiting.set(count)
    },
  })
}
