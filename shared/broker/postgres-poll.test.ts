import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '../log.ts'
import { startPoll } from './postgres-poll.ts'
import type { StageName } from './topology.ts'

const SECOND_MS = 1_000
const STAGES: readonly StageName[] = ['signals', 'report', 'alerts']

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A poll whose answers are given in turn, the last one forever. */
function polled(...answers: (readonly StageName[] | Error | 'none')[]) {
  const asked: (readonly StageName[])[] = []
  const woken: (readonly StageName[] | null)[] = []
  let linksBack = 0
  const poll = startPoll({
    log: silentLog,
    stages: () => STAGES,
    async findReady(stages) {
      asked.push(stages)
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!
      if (answer instanceof Error) throw answer
      return answer === 'none' ? await new Promise<never>(() => {}) : answer
    },
    wake: (stages) => void woken.push(stages),
    onLinkBack: () => {
      linksBack += 1
    },
  })
  return { asked, woken, linksBack: () => linksBack, stop: () => poll.stop() }
}

test('a poll asks once a second for all stages together, and wakes those that have a message', async () => {
  const poll = polled([], ['report'])
  await vi.advanceTimersByTimeAsync(2 * SECOND_MS)
  expect(poll.asked).toEqual([STAGES, STAGES])
  expect(poll.woken).toEqual([[], ['report']])
  await poll.stop()
  await vi.advanceTimersByTimeAsync(2 * SECOND_MS)
  expect(poll.asked).toHaveLength(2)
})

test('while a poll fails every stage fetches by itself, and at the first success once more', async () => {
  const poll = polled(new Error('no link'), new Error('no link'), [], [])
  await vi.advanceTimersByTimeAsync(2 * SECOND_MS)
  expect([poll.woken, poll.linksBack()]).toEqual([[null, null], 0])
  await vi.advanceTimersByTimeAsync(2 * SECOND_MS)
  expect([poll.woken, poll.linksBack()]).toEqual([[null, null, null, []], 1])
  await poll.stop()
})

test('a poll without an answer counts as failed after its deadline, and no second one is sent meanwhile', async () => {
  const poll = polled('none')
  await vi.advanceTimersByTimeAsync(5 * SECOND_MS)
  expect([poll.asked.length, poll.woken.length]).toEqual([1, 0])
  await vi.advanceTimersByTimeAsync(1.5 * SECOND_MS)
  expect(poll.woken).toEqual([null])
  const stopping = poll.stop()
  await vi.advanceTimersByTimeAsync(5 * SECOND_MS)
  await stopping
  expect(poll.asked).toHaveLength(2)
})
