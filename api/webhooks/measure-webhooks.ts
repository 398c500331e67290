import { Gauge, type Registry } from 'prom-client'
import { deliveryBacklog } from '../../shared/postgres/webhooks/deliveries.ts'
import type { Reader } from '../database/reader.ts'

/** Deliveries that are due, and the age of the oldest; both are absent while they are unknown. */
export function measureWebhooks(registry: Registry, reader: Reader): void {
  const age = new Gauge({
    name: 'webhook_oldest_due_seconds',
    help: 'Seconds since the oldest delivery to a webhook that is due should have been sent',
    registers: [registry],
  })
  const due: Gauge = new Gauge({
    name: 'webhook_deliveries_due',
    help: 'Deliveries to enabled webhooks that are due and have not succeeded',
    registers: [registry],
    async collect() {
      due.reset()
      age.reset()
      const backlog = await reader.read(deliveryBacklog).catch(() => null)
      if (backlog === null) return
      due.set(backlog.due)
      age.set(backlog.oldestSeconds ?? 0)
    },
  })
}
