import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import type { Broker } from '../../shared/broker/port.ts'
import { silentLog } from '../../shared/log.ts'
import { startScheduler } from '../../workers/schedule/scheduler.ts'

const db = testDatabase()
const NOW = new Date('2026-11-20T15:00:00Z')

async function slots(): Promise<string[]> {
  const rows = await db.sql<{ key: string }[]>`select s.key from slots as s order by s.key limit 10`
  return rows.map(({ key }) => key)
}

async function decided(key: string, at: string): Promise<void> {
  await db.sql`
    insert into slots (key, kind, scheduled_for, state, decided_at, origin)
    values (${key}, 'minute', ${at}, 'fired', ${at}, 'scheduled')`
}

/** Runs one tick of a scheduler, which ends with the pruning. */
async function tick(isGoverned: boolean): Promise<void> {
  const looked = Promise.withResolvers<void>()
  const broker: Pick<Broker, 'kind' | 'depths' | 'alarm'> = {
    kind: 'postgres',
    async depths() {
      looked.resolve()
      return await Promise.resolve([])
    },
    alarm: () => null,
  }
  const scheduler = startScheduler({
    sql: db.sql,
    relay: quietRelay(),
    log: silentLog,
    cadences: [],
    clock: { now: () => NOW, sync: () => Promise.resolve(null), isGoverned: () => isGoverned },
    sourceRunsKeepDays: 30,
    broker: broker as Broker,
  })
  await looked.promise
  await scheduler.stop()
}

test('a scheduler forgets old slots, except where the mover of a commanded clock does so', async () => {
  await decided('minute:2024-11-20T10:00', '2024-11-20T15:00:00Z')
  await decided('minute:2026-11-20T09:59', '2026-11-20T14:59:00Z')
  await tick(true)
  expect(await slots()).toHaveLength(2)
  await tick(false)
  expect(await slots()).toEqual(['minute:2026-11-20T09:59'])
})
