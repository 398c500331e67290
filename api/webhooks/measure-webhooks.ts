import type { Registry } from 'prom-client'
import { deliveryBacklog } from '../../shared/postgres/webhooks/deliveries.ts'
import type { Reader } from '../database/reader.ts'
import { knownGauge } from '../http/known-gauge.ts'

type Backlog = Awaited<ReturnType<typeof deliveryBacklog>>

/** Deliveries that are due, and the age of the oldest; both are absent while they are unknown. */
export function measureWebhooks(registry: Registry, reader: Reader): void {
  let reading: Promise<Backlog | null> | null = null
  /** Both figures of a scrape are of one read. */
  const backlog = (): Promise<Backlog | null> => {
    reading ??= reader
      .read(deliveryBacklog)
      .catch(() => null)
      .finally(() => {
        reading = null
      })
    return reading
  }
  knownGauge(
    registry,
    {
      name: 'webhook_oldest_due_seconds',
      help: 'Seconds since the oldest delivery to a webhook that is due should have been sent',
    },
    async () => {
      const found = await backlog()
      return found && (found.oldestSeconds ?? 0)
    },
  )
  knownGauge(
    registry,
    {
      name: 'webhook_deliveries_due',
      help: 'Deliveries to enabled webhooks that are due and have not succeeded',
    },
    async () => (await backlog())?.due ?? null,
  )
}
