import { expect, test } from 'vitest'
import type { Pool } from '../postgres/server/db.ts'
import type { Broker, DeadLetter, LetterFilter } from './port.ts'
import { eachBatch, redrive, redriveStage } from './redrive.ts'

/** A stage that gives up every letter again at once, with the same message and a later death. */
function brokenStage(letters: number) {
  let clock = 0
  const dies = (messageId: string): DeadLetter => ({
    id: messageId,
    stage: 'report',
    messageId,
    reason: 'not repaired yet',
    errorKind: 'invalid',
    attempts: 1,
    diedAt: new Date(clock++),
    body: {},
  })
  let dead = Array.from({ length: letters }, (_, index) => dies(`signals:${index}#1`))
  const deadLetters = async ({ limit = 100, oldestFirst = false }: LetterFilter = {}) =>
    (oldestFirst ? dead : dead.toReversed()).slice(0, limit)
  return {
    broker: { deadLetters } as Broker,
    sendAgain: async (sent: readonly DeadLetter[]) => {
      dead = [...dead.filter((letter) => !sent.includes(letter)), ...sent.map(({ messageId }) => dies(messageId!))]
    },
  }
}

test('each of 1,300 letters of a stage is sent once, although those that were sent die again and are the newest', async () => {
  const { broker, sendAgain } = brokenStage(1_300)
  const sent: string[] = []
  const result = await eachBatch(broker, 'report', async (letters) => {
    sent.push(...letters.map(({ id }) => id))
    await sendAgain(letters)
  })
  expect(sent).toHaveLength(1_300)
  expect(new Set(sent).size).toBe(1_300)
  expect(result).toHaveLength(1_300)
})

const letter = (id: string, messageId: string | null): DeadLetter => {
  return {
    id,
    stage: 'report',
    messageId,
    reason: '',
    errorKind: 'invalid',
    attempts: 1,
    diedAt: new Date(0),
    body: {},
  }
}

test('a letter is sent again only after its inbox row is gone, or every worker would skip it', async () => {
  const done: string[] = []
  const sql = (parts: readonly string[], ...values: unknown[]) => {
    if (parts[0]!.includes('delete from inbox')) done.push(`forget ${values[0]} of ${values[1]}`)
    return Promise.resolve({ count: 1 })
  }
  const broker = {
    redrive: async (letters: readonly DeadLetter[]) => void done.push(letters.map(({ id }) => id).join()),
  }
  const letters = [letter('a', 'signals:a#1'), letter('b', null), letter('c', 'signals:c#1')]
  await redrive({ sql: sql as unknown as Pool, broker: broker as unknown as Broker }, letters)
  // A text that does not call itself a message has no row.
  expect(done).toEqual(['forget signals:a#1 of report', 'forget signals:c#1 of report', 'a,b,c'])
})

test('a call works on at most 20 times 500 letters, and asks for the oldest', async () => {
  const asked: LetterFilter[] = []
  let next = 0
  const deadLetters = async (filter: LetterFilter) => {
    asked.push(filter)
    return Array.from({ length: 500 }, () => letter(`${next++}`, null))
  }
  const sizes: number[] = []
  const done = await eachBatch(
    { deadLetters } as unknown as Broker,
    'report',
    async ({ length }) => void sizes.push(length),
  )
  expect([done.length, new Set(sizes), sizes.length]).toEqual([10_000, new Set([500]), 20])
  expect(asked[0]).toEqual({ stage: 'report', limit: 500, oldestFirst: true })
})

test('a letter that died again meanwhile is not worked on twice, and the last one alone is', async () => {
  const answers = [
    [letter('a', null), letter('b', 'signals:b#1')],
    [letter('other', 'signals:b#1'), letter('c', null)],
  ]
  const worked: string[] = []
  const done = await eachBatch(
    { deadLetters: async () => answers.shift() ?? [] } as unknown as Broker,
    'report',
    async (letters) => void worked.push(letters.map(({ id }) => id).join()),
  )
  expect(worked).toEqual(['a,b', 'c'])
  expect(done.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('all letters of a stage are sent again, also lost ones whose message is known; the others wait for a person', async () => {
  const gaveUp = { stage: 'report', attempts: 1, errorKind: 'invalid', error: '', failedAt: new Date(0) }
  const failed = [
    { ...gaveUp, messageId: 'lost', envelope: { id: 'lost' } },
    { ...gaveUp, messageId: 'gone', envelope: null },
    { ...gaveUp, messageId: 'there', envelope: {} },
  ]
  const sql = (parts: readonly string[]) =>
    Promise.resolve(parts[0]!.includes('select i.message_id') ? failed : { count: 1 })
  const sent: string[] = []
  const broker = {
    deadLetters: async () => [letter('dead', 'there')],
    publish: async (envelopes: readonly { id: string }[]) => void sent.push(...envelopes.map(({ id }) => `new ${id}`)),
    redrive: async (letters: readonly DeadLetter[]) => void sent.push(...letters.map(({ id }) => `letter ${id}`)),
  }
  const deps = { sql: sql as unknown as Pool, broker: broker as unknown as Broker }
  expect((await redriveStage(deps, 'report')).map(({ messageId }) => messageId)).toEqual(['lost', 'there'])
  expect(sent).toEqual(['new lost', 'letter dead'])
})
