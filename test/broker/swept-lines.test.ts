import { afterEach, expect, test } from 'vitest'
import { cycleReady } from '../../harness/broker/messages.ts'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import type { Broker } from '../../shared/broker/port.ts'
import { outboxOnly } from '../../shared/broker/relay.ts'
import { startSweeper } from '../../shared/broker/sweeper.ts'
import { AppError } from '../../shared/errors.ts'
import type { Log } from '../../shared/log.ts'

const db = testDatabase()
let sweeper: ReturnType<typeof startSweeper> | undefined
afterEach(() => sweeper?.stop())

test('a sweeper whose broker is away tries each second and logs its first failure only', async () => {
  await outboxOnly.transaction(db.sql, async () => ({ result: null, messages: [cycleReady('a')] }))
  let tries = 0
  const publish = () => {
    tries += 1
    return Promise.reject(new AppError('unavailable', 'the broker takes no messages'))
  }
  const warned: unknown[] = []
  const log = { warn: (_fields: object, event: string) => warned.push(event) } as unknown as Log
  sweeper = startSweeper({ sql: db.sql, broker: { publish } as unknown as Broker, log }, { leftAfterMs: 0 })
  await eventually(() => expect(tries).toBeGreaterThan(2))
  expect(warned).toEqual(['outbox_sweep_failed'])
})
