import type { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { type Log, silentLog } from '../log.ts'
import { consume } from './postgres-consumer.ts'

test('an outage of many fetches is one line in the log, and the next outage is another', async () => {
  const answers: ('lost' | 'empty')[] = ['lost', 'lost', 'lost', 'empty', 'lost']
  const lines: unknown[] = []
  let linksBack = 0
  const boss = {
    fetch: () => (answers.shift() === 'lost' ? Promise.reject(new Error('the link is lost')) : Promise.resolve([])),
  } as unknown as PgBoss
  const warn = (...line: unknown[]) => void lines.push(line)
  const consumer = consume({
    boss,
    log: { ...silentLog, warn } as unknown as Log,
    stage: 'signals',
    concurrency: 1,
    onDelivery: () => Promise.resolve({ kind: 'ack' }),
    onLinkBack: () => {
      linksBack += 1
    },
  })
  // The first fetch happened when the consumer started.
  const told: number[] = []
  while (answers.length > 0) {
    consumer.wake()
    await new Promise(setImmediate)
    told.push(lines.length)
  }
  expect(told).toEqual([1, 1, 1, 2])
  expect(lines[0]).toEqual([{ stage: 'signals', error: 'the link is lost' }, 'fetch_failed'])
  expect(linksBack).toBe(1)
  await consumer.drain()
})
