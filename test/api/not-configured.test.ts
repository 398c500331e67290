import { afterAll, beforeAll, expect, test } from 'vitest'
import { notConfigured, readConfig } from '../../shared/config.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { testApi } from './support/api.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('the survey is configured by its folder or by the simulator, and by nothing else', () => {
  expect(notConfigured(readConfig({}))).toEqual(['aaii'])
  expect(notConfigured(readConfig({ AAII_DROP_DIR: '/drop' }))).toEqual([])
  expect(notConfigured(readConfig({ SIMULATOR_URL: 'http://127.0.0.1:9100' }))).toEqual([])
})

test('source-health: a source nobody can ask is not configured, not one that failed', async () => {
  const app = await testApi(database.url, { notConfigured: ['aaii'] })
  const { sources } = (await app.inject('/api/v1/source-health')).json()
  const stateOf = (name: string) => sources.find(({ source }: { source: string }) => source === name).state
  expect([stateOf('aaii'), stateOf('cot')]).toEqual(['not_configured', 'never_ran'])
})
