import { Gauge, type Registry } from 'prom-client'
import { countWaitingEvents } from '../../shared/postgres/events/events.ts'
import type { Reader } from '../database/reader.ts'
import { knownGauge } from '../http/known-gauge.ts'
import type { StreamHub } from './stream-hub.ts'

/** Open streams of this replica, and events that have no id yet; the latter is absent while it is unknown. */
export function measureStreams(registry: Registry, hub: StreamHub, reader: Reader): void {
  const open: Gauge = new Gauge({
    name: 'streams_open',
    help: 'Streams and sockets that are open on this replica',
    registers: [registry],
    collect: () => open.set(hub.connections),
  })
  knownGauge(
    registry,
    { name: 'events_waiting', help: 'Events that were recorded and have no id in their log yet' },
    () => reader.read(countWaitingEvents).catch(() => null),
  )
}
