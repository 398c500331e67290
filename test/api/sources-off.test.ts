import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { testApi } from './support/api.ts'

const database = testDatabase()

test('source-health shows a source without key or accepted terms as switched off, not as failed', async () => {
  const app = await testApi(database.url, {
    dataMode: 'live',
    sourceSetup: { live: true, accepted: ['cboe'], hasDropDir: false },
  })
  const { sources, vendors } = (await app.inject('/api/v1/source-health')).json()
  const stateOf = (name: string) => sources.find(({ source }: { source: string }) => source === name).state
  const termsOf = (name: string) => vendors.find(({ vendor }: { vendor: string }) => vendor === name).terms
  expect(['aaii', 'bars', 'breadth', 'darkpool', 'market'].map(stateOf)).toEqual([
    'not_configured',
    'not_accepted',
    'not_accepted',
    'never_ran',
    'never_ran',
  ])
  expect(['cboe', 'dix', 'cftc'].map(termsOf)).toEqual(['accepted', 'not_accepted', 'none'])
  expect((await app.inject('/api/v1/status')).json().data_mode).toBe('live')
})

test('source-health shows no terms for a simulated market', async () => {
  const app = await testApi(database.url)
  const { sources, vendors } = (await app.inject('/api/v1/source-health')).json()
  const others = sources.filter(({ source }: { source: string }) => source !== 'prints')
  expect(new Set(others.map(({ state }: { state: string }) => state))).toEqual(new Set(['never_ran']))
  expect(new Set(vendors.map(({ terms }: { terms: string }) => terms))).toEqual(new Set(['none']))
})
