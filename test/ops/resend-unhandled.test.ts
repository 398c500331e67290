import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { BINDINGS } from '../../shared/broker/topology.ts'
import { resendUnhandled } from '../../shared/postgres/backup/resend-unhandled.ts'

const database = testDatabase()

interface Stored {
  id: string
  isSettled: boolean
  stages?: string
  dead?: string
  /** Stages with their state in the inbox; a stage without a row has not handled it, or its row was pruned. */
  inbox?: Record<string, 'started' | 'done' | 'failed'>
}

async function store({ id, isSettled, stages = '{alerts,risk}', dead = '{}', inbox = {} }: Stored): Promise<void> {
  const { sql } = database
  const envelope = { id, type: 'day.computed', payload: {} }
  await sql`
    insert into outbox (message_id, envelope, sent_at, settled_at, stages, dead_stages)
    values (${id}, ${sql.json(envelope)}, now(), ${isSettled ? sql`now()` : null}, ${stages}, ${dead})`
  for (const [stage, state] of Object.entries(inbox)) {
    await sql`insert into inbox (message_id, stage, state, attempts) values (${id}, ${stage}, ${state}, 1)`
  }
}

test('a restore sends no message again to a stage that had it handled, also when its inbox row was pruned', async () => {
  const { sql } = database
  const allDone = Object.fromEntries(
    Object.entries(BINDINGS).flatMap(([stage, keys]) =>
      keys.includes('day.computed') ? [[stage, 'done' as const]] : [],
    ),
  )
  await store({ id: 'settled-pruned', isSettled: true, inbox: { risk: 'done' } })
  await store({ id: 'settled', isSettled: true, inbox: allDone })
  await store({ id: 'under-way', isSettled: false, inbox: { risk: 'started' } })
  await store({ id: 'given-up', isSettled: true, inbox: { ...allDone, risk: 'failed' } })
  await store({ id: 'dead-letter', isSettled: true, dead: '{risk}', inbox: { alerts: 'done' } })
  await store({ id: 'of-an-older-version', isSettled: true, stages: '{}', inbox: { alerts: 'done' } })
  expect(await sql.begin((tx) => resendUnhandled(tx, BINDINGS))).toBe(4)
  const again = await sql<{ id: string; settledAt: Date | null }[]>`
    select o.message_id as id, o.settled_at as "settledAt" from outbox as o where o.sent_at is null order by o.seq`
  expect(again.map(({ id }) => id)).toEqual(['under-way', 'given-up', 'dead-letter', 'of-an-older-version'])
  // A message that waits for a stage again is not settled, so that a clock waits for it and a loss is noticed.
  expect(again.slice(0, 3).map(({ settledAt }) => settledAt)).toEqual([null, null, null])
})
