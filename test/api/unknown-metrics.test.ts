import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { Reader } from '../../api/database/reader.ts'
import { measureStreams } from '../../api/stream/measure-streams.ts'
import type { StreamHub } from '../../api/stream/stream-hub.ts'
import { measureWebhooks } from '../../api/webhooks/measure-webhooks.ts'
import { testDatabase } from '../../harness/database.ts'
import { AppError } from '../../shared/errors.ts'

const db = testDatabase()

async function valuesOf(registry: Registry): Promise<string[]> {
  const lines = (await registry.metrics()).split('\n')
  return lines.filter((line) => /^(?:webhook|events)_/.test(line)).sort()
}

test('counts of waiting events and deliveries are absent while the database is away, since 0 would read like calm', async () => {
  let isAway = false
  const reader: Reader = {
    read: async (work) => {
      if (isAway) throw new AppError('unavailable', 'away')
      return await work(db.sql)
    },
    state: () => 'up',
    onUp: () => {},
    close: async () => {},
  }
  const registry = new Registry()
  measureStreams(registry, { connections: 0 } as StreamHub, reader)
  measureWebhooks(registry, reader)
  const known = ['events_waiting 0', 'webhook_deliveries_due 0', 'webhook_oldest_due_seconds 0']
  expect(await valuesOf(registry)).toEqual(known)
  isAway = true
  expect(await valuesOf(registry)).toEqual([])
  isAway = false
  expect(await valuesOf(registry)).toEqual(known)
})
