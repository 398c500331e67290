import type { Message } from '../../shared/broker/run-stage.ts'
import { silentLog } from '../../shared/log.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { planDeliveries } from '../../shared/postgres/webhooks/deliveries.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import type { WebhookSender } from '../../shared/webhooks/send-webhook.ts'
import { webhooksStage } from '../../workers/webhooks/deliver-webhooks.ts'
import { NOW } from '../api/support/seed.ts'

const SCHEDULE = [1, 1, 1]

/** One round of the plan and the stage, without the broker between them; returns the number of planned attempts. */
export async function deliverRound({ sql, sender }: { sql: Pool; sender: WebhookSender }): Promise<number> {
  const stage = webhooksStage({ sql, sender, schedule: SCHEDULE, clock: fixedClock(NOW), log: silentLog })
  async function attempt(payload: Message<'webhook.due'>['payload']): Promise<void> {
    const message = { payload } as Message<'webhook.due'>
    const attempted = await stage.prepare!(message)
    const next = await sql.begin(async (tx) => stage.handle(tx, message, attempted))
    for (const { payload: following } of next) await attempt(following as typeof payload)
  }
  const due = await sql.begin((tx) => planDeliveries(tx, 256))
  await Promise.all(due.map(({ id, attempt: number }) => attempt({ delivery: id, attempt: number })))
  return due.length
}
