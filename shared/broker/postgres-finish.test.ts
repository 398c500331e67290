import type { Job, JobAttempt, PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { createFinisher } from './postgres-finish.ts'

const jobOf = (id: string) => ({ id, retryCount: 0, data: {} }) as Job<object>
const ACK = { kind: 'ack' } as const

/** A queue whose statements end when the test says so, and the messages that each of them deletes. */
function openQueue() {
  const deleted: string[][] = []
  const ends: ((error?: Error) => void)[] = []
  const boss = {
    deleteJob(_stage: string, attempts: readonly JobAttempt[]) {
      deleted.push(attempts.map(({ id }) => id))
      return new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())))
    },
  } as unknown as PgBoss
  const finish = createFinisher(boss, 'signals')
  return { deleted, end: (error?: Error) => ends.shift()!(error), ack: (id: string) => finish(jobOf(id), ACK) }
}
const turn = () => new Promise(setImmediate)

test('acknowledgements that come during a statement share the next one, and each message is deleted once', async () => {
  const { deleted, end, ack } = openQueue()
  const first = ack('a')
  await turn()
  const others = [ack('b'), ack('c')]
  await turn()
  expect(deleted).toEqual([['a']])
  end()
  await first
  await turn()
  expect(deleted).toEqual([['a'], ['b', 'c']])
  end()
  await Promise.all(others)
  const last = ack('d')
  await turn()
  end()
  await last
  expect(deleted).toEqual([['a'], ['b', 'c'], ['d']])
})

test('a statement that fails rejects its own acknowledgements and no later ones', async () => {
  const { deleted, end, ack } = openQueue()
  const lost = ack('a')
  await turn()
  const next = ack('b')
  end(new Error('the link is lost'))
  await expect(lost).rejects.toThrow('the link is lost')
  await turn()
  end()
  await next
  expect(deleted).toEqual([['a'], ['b']])
})
