import { expect, test } from 'vitest'
import type { Envelope } from '../domain/contract/messages.ts'
import type { FailedMessage } from '../postgres/messaging/inbox.ts'
import type { Pool } from '../postgres/server/db.ts'
import { isLost, lostLetters, redriveLost } from './lost-letters.ts'
import type { Broker, DeadLetter } from './port.ts'

const AT = new Date('2026-11-20T15:00:00Z')
const failed = (messageId: string, rest: Partial<FailedMessage> = {}): FailedMessage => {
  return {
    messageId,
    stage: 'report',
    attempts: 3,
    errorKind: 'invalid',
    error: 'broken',
    failedAt: AT,
    envelope: {},
    ...rest,
  }
}

/** A service whose stages gave messages up, and a broker that still has the letters of some. */
function world(gaveUp: readonly FailedMessage[], there: Partial<Record<string, readonly string[]>> = {}) {
  const done: string[] = []
  const sql = (parts: readonly string[], ...values: unknown[]) => {
    if (parts[0]!.includes('delete from inbox')) done.push(`forget ${values[0]} of ${values[1]}`)
    return Promise.resolve(parts[0]!.includes('select i.message_id') ? gaveUp : { count: 1 })
  }
  const broker = {
    deadLetters: async ({ stage }: { stage: string }) =>
      (there[stage] ?? []).map((messageId) => ({ messageId }) as DeadLetter),
    publish: async (sent: readonly Envelope[]) => void done.push(`publish ${sent.map(({ id }) => id)}`),
  }
  return { deps: { sql: sql as unknown as Pool, broker: broker as unknown as Broker }, done }
}

test('a message that a stage gave up is lost if the broker has no letter of it', async () => {
  const { deps } = world([failed('a'), failed('b')], { report: ['b', 'other'] })
  const lost = await lostLetters(deps)
  expect(lost).toEqual([
    {
      // Its name follows from stage and message, so that a person finds it again.
      id: '72bc1878-ea2f-5432-9221-ef192b1b4b55',
      stage: 'report',
      messageId: 'a',
      reason: 'broken',
      errorKind: 'invalid',
      attempts: 3,
      diedAt: AT,
      body: {},
      isLost: true,
    },
  ])
  expect([isLost(lost[0]!), isLost({} as DeadLetter)]).toEqual([true, false])
})

test('a letter of another stage with the same message is another letter', async () => {
  const { deps } = world([failed('a'), failed('a', { stage: 'alerts' })], { alerts: ['a'] })
  expect((await lostLetters(deps)).map(({ stage, messageId }) => [stage, messageId])).toEqual([['report', 'a']])
})

test('a failure without a recorded reason counts as a bug of ours', async () => {
  const { deps } = world([failed('a', { error: null, errorKind: null, envelope: null })])
  expect(await lostLetters(deps)).toMatchObject([{ reason: 'unknown', errorKind: 'internal', body: null }])
})

test.each([
  [999, 1],
  [1_000, 0],
])('where %i letters stand, %i of those that are missing count as lost: no more can be listed', async (count, lost) => {
  const { deps } = world([failed('a')], { report: Array.from({ length: count }, (_, at) => `other${at}`) })
  expect(await lostLetters(deps)).toHaveLength(lost)
})

test('a lost message is deleted from the inbox and sent again; one that is gone from the outbox too can only be dropped', async () => {
  const { deps, done } = world([failed('a', { envelope: { id: 'a' } }), failed('b', { envelope: null })])
  const letters = await lostLetters(deps)
  await expect(redriveLost(deps, letters)).rejects.toMatchObject({
    kind: 'not_found',
    message: 'b: its letter and its message no longer exist, so it can only be dropped',
  })
  expect(done).toEqual(['forget a of report', 'publish a'])
})
