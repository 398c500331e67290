import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { saveLatestQuotes } from '../../shared/postgres/market/latest-quotes.ts'
import { openServiceTime } from '../../shared/postgres/server/service-time.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { testApi } from './support/api.ts'

const database = testDatabase()
const OPEN = new Date('2026-11-20T15:31:00Z')
const provider = (id: 'alpaca' | 'cboe') =>
  ({ id, quotes: async () => new Map(), expirations: async () => null, chain: async () => null }) as const

const replicaOf = (dataMode: 'live' | 'simulated') =>
  testApi(database.url, {
    dataMode,
    clock: fixedClock(OPEN),
    openQuotes: () => ({ providers: [provider('alpaca'), provider('cboe')], close: async () => {} }),
  })

test('without a brokerage, status reports that the preferred provider of live quotes is silent and orders are refused', async () => {
  await openServiceTime(database.sql, new Date('2026-11-20T14:00:00Z'), { speed: 1, reason: 'test', isGoverned: false })
  await saveLatestQuotes(
    database.sql,
    [
      {
        symbol: 'SPY',
        price: 600,
        bid: 599.99,
        ask: 600.01,
        bidSize: 100,
        askSize: 100,
        volume: null,
        previousClose: null,
        quotedAt: new Date('2026-11-20T15:15:50Z'),
        source: 'cboe',
        delaySeconds: 900,
      },
    ],
    new Date('2026-11-20T15:30:50Z'),
  )
  const [live, simulated] = [await replicaOf('live'), await replicaOf('simulated')]
  const warningsOf = async (app: typeof live) => (await app.inject('/api/v1/status')).json().warnings
  await eventually(async () =>
    expect(await warningsOf(live)).toContain(
      'live quotes come from cboe, 15 minutes late, because alpaca does not answer, so orders are refused',
    ),
  )
  expect((await warningsOf(simulated)).filter((each: string) => each.startsWith('live quotes'))).toEqual([])
})
