import { expect, test } from 'vitest'
import { createTally } from './stage-tally.ts'

test('the tally counts messages in hand and those that left the queue in the last minute, without retries', () => {
  let now = 0
  const tally = createTally(() => now)
  tally.runs('signals', 2)
  expect(tally.work()).toEqual([{ stage: 'signals', concurrency: 2, inHand: 0, handledLastMinute: 0 }])
  for (const outcome of ['done', 'duplicate', 'conflict', 'dead', 'retry', 'busy'] as const) {
    tally.took('signals')
    tally.reported('signals', outcome, 1)
  }
  tally.took('signals')
  expect(tally.work()).toEqual([{ stage: 'signals', concurrency: 2, inHand: 1, handledLastMinute: 4 }])
  now = 60_000
  expect(tally.work()).toMatchObject([{ inHand: 1, handledLastMinute: 0 }])
})

test('each count is taken once, by stage and outcome, and again after it was put back', () => {
  const tally = createTally(() => 0)
  tally.reported('signals', 'done', 10)
  tally.reported('signals', 'done', 20)
  tally.reported('report', 'retry', 5)
  const taken = tally.takeCounts()
  expect(taken).toEqual([
    { stage: 'signals', outcome: 'done', handled: 2, handlingMs: 30 },
    { stage: 'report', outcome: 'retry', handled: 1, handlingMs: 5 },
  ])
  expect(tally.takeCounts()).toEqual([])
  tally.reported('signals', 'done', 1)
  tally.putBack(taken)
  expect(tally.takeCounts()).toContainEqual({ stage: 'signals', outcome: 'done', handled: 3, handlingMs: 31 })
})

test('a process is busy from taking a delivery of any stage until the last one is reported', () => {
  const tally = createTally(() => 0)
  expect(tally.isBusy()).toBe(false)
  tally.took('signals')
  tally.took('report')
  tally.reported('signals', 'done', 1)
  expect(tally.isBusy()).toBe(true)
  tally.reported('report', 'retry', 1)
  expect(tally.isBusy()).toBe(false)
})

test('a process that handles nothing but a delivery for which no clock waits is not busy', () => {
  const tally = createTally(() => 0)
  tally.took('webhooks')
  expect(tally.isBusy()).toBe(false)
  tally.took('signals')
  expect(tally.isBusy()).toBe(true)
})

test('a tally: a refusal of the database stands until the stage has an effect again, or for 90 s', () => {
  let now = 0
  const tally = createTally(() => now)
  tally.runs('signals', 1)
  tally.runs('report', 1)
  tally.reported('signals', 'retry', 1, 'full')
  tally.reported('report', 'done', 1)
  expect(tally.work()).toMatchObject([{ stage: 'signals', refusal: 'full' }, { stage: 'report' }])
  expect(tally.work()[1]).not.toHaveProperty('refusal')
  tally.reported('signals', 'busy', 1)
  expect(tally.work()[0]).toHaveProperty('refusal', 'full')
  tally.reported('signals', 'done', 1)
  expect(tally.work()[0]).not.toHaveProperty('refusal')
  tally.reported('signals', 'retry', 1, 'read-only')
  now = 89_999
  expect(tally.work()[0]).toHaveProperty('refusal', 'read-only')
  now = 90_000
  expect(tally.work()[0]).not.toHaveProperty('refusal')
})
