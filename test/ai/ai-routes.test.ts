import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AiSettings, aiSettings } from '../../shared/ai/ai-settings.ts'
import { readConfig } from '../../shared/config.ts'
import { type Simulator, startSimulator } from '../../simulator/server.ts'
import { testApi } from '../api/support/api.ts'
import { aiWorld, et } from './support/ai-world.ts'

const world = aiWorld()
let simulator: Simulator
let settings: AiSettings

beforeAll(async () => {
  simulator = await startSimulator({ now: () => world.clock.now() })
  settings = aiSettings(readConfig({ SIMULATOR_URL: simulator.url, AI_TIMEOUT_MS: '1500' }))!
  await world.reset()
})
afterAll(() => simulator.close())

test('x', async () => {
  const api = await testApi(world.url, { clock: world.clock })
  const get = async (path: string) => (await api.inject(path)).json()
  const computed = await get('/api/v1/ai2/verdict')
  console.log(JSON.stringify(computed).slice(0, 600))
  for (let at = et('08:30').getTime(); at <= et('09:45').getTime(); at += 5 * 60_000)
    await world.tick(new Date(at), settings)
  const later = await testApi(world.url, { clock: world.clock })
  const verdict = (await later.inject('/api/v1/ai2/verdict')).json()
  const history = (await later.inject('/api/v1/ai2/history')).json()
  writeFileSync('/tmp/verdict.json', JSON.stringify(verdict, null, 2))
  writeFileSync('/tmp/history.json', JSON.stringify(history, null, 2))
  expect(verdict.source).toBe('persisted')
})
