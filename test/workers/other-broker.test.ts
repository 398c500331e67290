import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { type Log, silentLog } from '../../shared/log.ts'
import { saveStageDepths } from '../../shared/postgres/messaging/stage-depths.ts'
import { warnOfOtherBroker } from '../../workers/other-broker.ts'

const database = testDatabase()
const DEPTH = { stage: 'signals', ready: 0, active: 0, delayed: 0, dead: 0, oldestReadyAgeMs: null } as const

async function warned(env: { AMQP_URL?: string }): Promise<unknown[]> {
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (fields: object, event: string) => warnings.push({ ...fields, event }) }
  await warnOfOtherBroker(database.sql, { AMQP_URL: env.AMQP_URL }, log as unknown as Log)
  return warnings
}

test('a worker at another broker than the living schedulers warns with the remedy', async () => {
  expect(await warned({})).toEqual([])
  await saveStageDepths(database.sql, 'rabbitmq', [DEPTH])
  expect(await warned({ AMQP_URL: 'amqp://broker' })).toEqual([])
  expect(await warned({})).toEqual([
    {
      own: 'postgres',
      schedulers: 'rabbitmq',
      remedy: 'set AMQP_URL to the broker of the schedulers',
      event: 'other_broker_than_schedulers',
    },
  ])
  await database.sql`update stage_depths set observed_at = clock_timestamp() - interval '2 minutes'`
  expect(await warned({})).toEqual([])
})
