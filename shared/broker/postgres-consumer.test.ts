import type { PgBoss } from 'pg-boss'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Log, silentLog } from '../log.ts'
import { consume } from './postgres-consumer.ts'
import { HEARTBEAT_SECONDS } from './postgres-queues.ts'

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

test('a message in hand is kept alive three times within its heartbeat, and no longer once it is handled', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const jobs = [[{ id: 'a', retryCount: 2, data: {} }]]
  const kept: unknown[] = []
  const boss = {
    fetch: () => Promise.resolve(jobs.shift() ?? []),
    touch: (...held: unknown[]) => Promise.resolve(void kept.push(held)),
    deleteJob: () => Promise.resolve(),
  } as unknown as PgBoss
  const handled = Promise.withResolvers<{ kind: 'ack' }>()
  const consumer = consume({
    boss,
    log: silentLog,
    stage: 'signals',
    concurrency: 1,
    onDelivery: () => handled.promise,
    onLinkBack: () => {},
  })
  await new Promise(setImmediate)
  vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1_000)
  expect(kept).toEqual(Array(3).fill(['signals', [{ id: 'a', retryCount: 2 }]]))
  handled.resolve({ kind: 'ack' })
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1_000)
  expect(kept).toHaveLength(3)
  await consumer.drain()
})
