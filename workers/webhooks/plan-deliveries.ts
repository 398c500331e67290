import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Relay } from '../../shared/broker/relay.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { hasDueDeliveries, planDeliveries } from '../../shared/postgres/webhooks/deliveries.ts'
import type { Clock } from '../../shared/time/clock.ts'

const BATCH = 256

/** Sends a message for each attempt that is due now; returns their number. */
export async function sendDueDeliveries({
  sql,
  relay,
  clock,
}: {
  sql: Pool
  relay: Relay
  clock: Clock
}): Promise<number> {
  if (!(await hasDueDeliveries(sql))) return 0
  return await relay.transaction(sql, async (tx) => {
    const due = await planDeliveries(tx, BATCH)
    const messages = due.map(
      ({ id, attempt }): NewMessage<'webhook.due'> => ({
        id: `webhook:${id}#${attempt}`,
        type: 'webhook.due',
        occurredAt: clock.now(),
        cycleId: null,
        payload: { delivery: id, attempt },
      }),
    )
    return { result: due.length, messages }
  })
}
