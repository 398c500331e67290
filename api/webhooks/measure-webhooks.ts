import { Gauge, type Registry } from 'prom-client'
import { deliveryBacklog } from '../../shared/postgres/webhooks/deliveries.ts'
import type { Reader } from '../database/reader.ts'

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
  const gauge = (name: string, help: string, figureOf: (found: Backlog) => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await backlog()
        // A reset would leave 0, which is a value.
        if (found === null) this.remove()
        else this.set(figureOf(found))
      },
    })
  }
  gauge(
    'webhook_oldest_due_seconds',
    'Seconds since the oldest delivery to a webhook that is due should have been sent',
    ({ oldestSeconds }) => oldestSeconds ?? 0,
  )
  gauge(
    'webhook_deliveries_due',
    'Deliveries to enabled webhooks that are due and have not succeeded',
    ({ due }) => due,
  )
}
