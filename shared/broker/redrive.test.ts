import { expect, test } from 'vitest'
import type { Broker, DeadLetter, LetterFilter } from './port.ts'
import { eachBatch } from './redrive.ts'

/** A stage that gives every letter up again at once, under its message and with a later death. */
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
