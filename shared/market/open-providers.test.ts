import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { fixedClock } from '../time/clock.ts'
import type { Brokerage } from './brokerage.ts'
import { openProviders } from './open-providers.ts'

const BROKERAGE: Brokerage = {
  quotes: () => Promise.resolve(new Map()),
  expirations: () => Promise.resolve(null),
  chain: () => Promise.resolve(null),
  token: () => Promise.reject(new Error('not used')),
  health: () => ({
    initialized: true,
    consecutiveFailures: 0,
    secondsSinceSuccess: null,
    refreshFailing: false,
    alarm: false,
    rebuilds: 0,
  }),
  close: () => Promise.resolve(),
}
const SIMULATOR = { SIMULATOR_URL: 'http://127.0.0.1:9100' }
const LIVE = { SOURCES: 'live' }
const KEY = { ALPACA_KEY_ID: 'PKTEST', ALPACA_SECRET_KEY: 'secret' }

async function opened(env: Record<string, string>, brokerage: Brokerage | null = BROKERAGE) {
  const asked: string[] = []
  const clock = fixedClock(new Date('2026-11-20T15:31:00Z'))
  const takeToken = async (vendor: string) => {
    asked.push(vendor)
    return 1_000
  }
  const { providers, close } = openProviders({ config: readConfig(env), brokerage, clock, takeToken })
  await close()
  return { ids: providers.map(({ id }) => id), providers, asked }
}

test.each([
  ['the default order', SIMULATOR, ['schwab', 'cboe']],
  [
    'the order of the setting without duplicates',
    { ...SIMULATOR, QUOTE_PROVIDERS: 'cboe, schwab,cboe' },
    ['cboe', 'schwab'],
  ],
  ['with a key of Alpaca', { ...SIMULATOR, ...KEY }, ['schwab', 'alpaca', 'cboe']],
  ['Alpaca preferred and Cboe without accepted terms', { ...LIVE, ...KEY, QUOTE_PROVIDERS: 'alpaca,cboe' }, ['alpaca']],
  ['a single provider', { ...SIMULATOR, QUOTE_PROVIDERS: 'cboe' }, ['cboe']],
  ['live without accepted terms', LIVE, ['schwab']],
  ['live with other terms', { ...LIVE, ACCEPT_TERMS: 'yahoo' }, ['schwab']],
  ['live with its terms', { ...LIVE, ACCEPT_TERMS: 'cboe' }, ['schwab', 'cboe']],
  ['simulated data without a simulator', {}, []],
])('providers with %s', async (_name, env, ids) => {
  expect((await opened(env)).ids).toEqual(ids)
})

test('without a login the brokerage is skipped', async () => {
  expect((await opened(SIMULATOR, null)).ids).toEqual(['cboe'])
})

test('an unknown provider is refused', () => {
  expect(() => readConfig({ QUOTE_PROVIDERS: 'schwab,gopher' })).toThrow(
    /QUOTE_PROVIDERS: must be a list of schwab, alpaca, cboe/,
  )
})

test('half of a key is refused', async () => {
  await expect(opened({ ...SIMULATOR, ALPACA_KEY_ID: 'PKTEST' })).rejects.toThrow(
    'ALPACA_SECRET_KEY: required together with the other one',
  )
})

test('a live request needs budget, a simulated one only if quotas are switched on', async () => {
  const live = await opened({ ...LIVE, ...KEY, ACCEPT_TERMS: 'cboe' })
  for (const provider of live.providers) {
    await expect(provider.quotes(['SPY'], AbortSignal.timeout(1_000))).rejects.toThrow(
      `the request budget of ${provider.id} is used up for now`,
    )
  }
  expect(live.asked).toEqual(['schwab', 'alpaca', 'cboe'])
  const simulated = await opened(SIMULATOR)
  await simulated.providers[0]!.quotes(['SPY'], AbortSignal.timeout(1_000))
  expect(simulated.asked).toEqual([])
})
