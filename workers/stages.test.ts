import { describe, expect, test } from 'vitest'
import { targetAgeSeconds } from '../shared/broker/stage-targets.ts'
import { STAGES as QUEUES, type StageName } from '../shared/broker/topology.ts'
import { SENT_MAX } from '../shared/postgres/webhooks/deliveries.ts'
import { WEBHOOKS_MAX } from '../shared/postgres/webhooks/webhooks.ts'
import { longestGraceMs } from './drain-grace.ts'
import { STAGES } from './stages.ts'

test('every queue has exactly one stage', () => {
  expect(STAGES.map(({ name }) => name).sort()).toEqual([...QUEUES].sort())
})

describe('the time that a stopped process has for what it holds', () => {
  const config = { AI_TIMEOUT_MS: 45_000 }
  test.each<[StageName[], number]>([
    [['ai1', 'signals'], 55_000],
    [['signals'], 30_000],
    [['ingest-fred'], 70_000],
    [['ingest-headlines', 'ai2'], 910_000],
    [[], 20_000],
  ])('of %j is the longest deadline among them: %i ms', async (stages, expected) => {
    expect(await longestGraceMs(stages, config)).toBe(expected)
  })
})

test('every stage has a target that is longer than a scheduler takes to look', () => {
  for (const stage of QUEUES) expect(targetAgeSeconds(stage)).toBeGreaterThan(5)
})

test('if all other webhook endpoints hang, a working one keeps its places', () => {
  const places = STAGES.find(({ name }) => name === 'webhooks')!.concurrency
  expect(places - (WEBHOOKS_MAX - 1)).toBeGreaterThanOrEqual(SENT_MAX)
})
