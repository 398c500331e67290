import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Relay } from '../../shared/broker/relay.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { type DueDelivery, hasDueDeliveries, planDeliveries } from '../../shared/postgres/webhooks/deliveries.ts'
import type { Clock } from '../../shared/time/clock.ts'

const BATCH = 256

export const attemptMessage = ({ id, attempt }: DueDelivery, clock: Clock): NewMessage<'webhook.due'> => ({
  id: `webhook:${id}#${attempt}`,
  type: 'webhook.due',
  occurredAt: clock.now(),
  cycleId: null,
  payload: { delivery: id, attempt },
})

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
    return { result: due.length, messages: due.map((each) => attemptMessage(each, clock)) }
  })
}
