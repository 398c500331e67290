import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { logEvents } from '../../harness/log-events.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { planDeliveries, takeNextDelivery } from '../../shared/postgres/webhooks/deliveries.ts'
import { NOW } from '../api/support/seed.ts'

const db = testDatabase()

const isWaiting = async (sql: Pool): Promise<boolean> =>
  (await sql`select 1 from pg_stat_activity as a where a.wait_event_type = 'Lock'`).length > 0

test('a delivery that the end of another attempt has just taken is not planned once more', async () => {
  const { sql } = db
  const [{ id }] = await sql<[{ id: number }]>`
    insert into webhooks (name, url, kinds, severities, secret, cursor_id)
    values ('desk', 'https://desk.example', '', '', 'whsec_a', 1) returning id`
  const event = { kind: 'alert', subject: 'VIX_PANIC', severity: 'critical', at: NOW, data: {}, cycleId: null } as const
  await logEvents(sql, [{ ...event, key: 'one', title: 'one', origin: 'scheduled' }])
  await sql`insert into webhook_deliveries (webhook_id, event_id) select ${id}, e.id from events as e`
  let planned: ReturnType<typeof planDeliveries> | undefined
  const taken = await sql.begin(async (tx) => {
    const next = await takeNextDelivery(tx, id)
    planned = sql.begin((other) => planDeliveries(other, 10)) as typeof planned
    await eventually(() => isWaiting(sql))
    return next
  })
  expect(taken).toMatchObject({ attempt: 1 })
  expect(await planned).toEqual([])
  expect([...(await sql`select d.attempts, d.sent_attempt from webhook_deliveries as d`)]).toEqual([
    { attempts: 1, sent_attempt: 1 },
  ])
})
