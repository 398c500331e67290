import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AiSettings, aiSettings } from '../../shared/ai/ai-settings.ts'
import { readConfig } from '../../shared/config.ts'
import { attemptsOf } from '../../shared/postgres/ai/ai-attempts.ts'
import { readsOfDay } from '../../shared/postgres/ai/ai-reads.ts'
import { type Simulator, startSimulator } from '../../simulator/server.ts'
import { aiWorld, DAY, et } from './support/ai-world.ts'

const world = aiWorld()
let simulator: Simulator
let settings: AiSettings

beforeAll(async () => {
  simulator = await startSimulator({ now: () => world.clock.now() })
  settings = aiSettings(readConfig({ SIMULATOR_URL: simulator.url, AI_TIMEOUT_MS: '1500' }))!
})
afterAll(() => simulator.close())
beforeEach(() => world.reset())

async function wholeDay(onTick: (at: Date) => Promise<void> = async () => {}, using = settings): Promise<void> {
  for (let at = et('08:15').getTime(); at <= et('16:45').getTime(); at += 5 * 60_000) {
    await onTick(new Date(at))
    await world.tick(new Date(at), using)
    await world.tick(new Date(at + 95_000), using)
  }
}

test('a day decides seven slots of AI-1 and two of AI-2, each once and written by both variants', async () => {
  await wholeDay()
  const reads = await readsOfDay(world.sql, DAY)
  expect(reads.map(({ id, state }) => [id, state])).toEqual(
    [
      'ai1:08:30',
      'ai1:09:40',
      'ai2:09:40',
      'ai1:10:30',
      'ai1:12:00',
      'ai1:14:00',
      'ai1:15:30',
      'ai2:15:30',
      'ai1:16:15',
    ].map((slot) => [`${slot.slice(0, 4)}${DAY}T${slot.slice(4)}`, 'written']),
  )
  const attempts = await attemptsOf(
    world.sql,
    reads.map(({ id }) => id),
  )
  expect(attempts.map(({ outcome, error }) => [outcome, error])).toEqual(attempts.map(() => ['accepted', null]))
  const verdicts =
    await world.sql`select v.variant, v.origin, v.simulated from ai_verdicts as v order by v.cycle_id, v.variant`
  expect(verdicts.map(({ variant, simulated }) => [variant, simulated])).toEqual([
    ['deterministic', false],
    ['llm', true],
    ['deterministic', false],
    ['llm', true],
  ])
})
