import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSimulator } from '../../simulator/server.ts'
import { get, NOW, SEED, simulated } from './asking.ts'

const simulator = simulated()

const PATHS = [
  '2026-11-20T15:00:00Z',
  '2026-11-20T15:01:00Z',
  '2019-03-05T18:30:00Z',
  '2030-06-03T15:00:00-04:00',
].flatMap((at) =>
  [
    '/cboe/api/global/delayed_quotes/options/SPY.json',
    '/cboe/api/global/delayed_quotes/quotes/_VIX9D.json',
    '/cboe/api/global/delayed_quotes/charts/historical/_SPX.json',
    '/cboe/api/global/us_indices/daily_prices/VIX3M_History.csv',
    '/fred/graph/fredgraph.csv?id=DGS10,DFF,VIXCLS,DCOILWTICO',
    '/dix/monitor/static/DIX.csv',
    '/constituents/datasets/s-and-p-500-companies/main/data/constituents.csv',
    "/cftc/resource/6dca-aqww.json?$where=cftc_contract_market_code='13874A'&$limit=20",
    '/aaii/files/surveys/sentiment.csv',
    '/yahoo/v8/finance/chart/AAPL?period1=1551700000&period2=1796000000&interval=1d',
    '/yahoo/v8/finance/chart/TLT?period1=1551700000&period2=1796000000&interval=1d',
    '/yahoo/v8/finance/chart/ZQZ26.CBT?period1=1551700000&period2=1796000000&interval=1d',
    '/finra/equity/regsho/daily/CNMSshvol20260302.txt',
  ].map((path) => `/at/${at}${path}`),
)

/**
 * Documents of a world of seed 7 without a scenario, and the first digits of the digest of each at three times. A
 * scenario changes none of them. After an intended change of a document, write its new digits here.
 */
const WITHOUT_SCENARIO = {
  '/cboe/api/global/delayed_quotes/quotes/_VIX9D.json': 'f8f6193b736180ee',
  '/cboe/api/global/delayed_quotes/options/SPY.json': '98337ae7d20e44ae',
  '/fred/graph/fredgraph.csv?id=DGS10,DFF,VIXCLS,DCOILWTICO': '488d5e490da772ae',
  '/fred/graph/fredgraph.csv?id=BAMLH0A0HYM2': '3cffb24b847e5980',
  '/dix/monitor/static/DIX.csv': '679ce61e99a90c57',
  '/aaii/files/surveys/sentiment.csv': '4dea9b3388eab31b',
  '/yahoo/v8/finance/chart/AAPL?period1=1551700000&period2=1806000000&interval=1d': 'cd54e31d20d7ac8d',
  '/yahoo/v8/finance/chart/TLT?period1=1551700000&period2=1806000000&interval=1d': 'ed479e0545615496',
}

const hashes = async (base: string, paths: readonly string[]): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  for (const path of paths) {
    const { status, bytes } = await get(`${base}${path}`, { 'user-agent': 'Mozilla/5.0 (test)' })
    found.set(path, `${status} ${createHash('sha256').update(bytes).digest('hex')}`)
  }
  return found
}

/** A fixed permutation, so that a failure is repeatable. */
const shuffled = (paths: readonly string[]): string[] =>
  paths
    .map((path, index) => ({ path, place: (index * 17 + 5) % 53 }))
    .sort((a, b) => a.place - b.place)
    .map(({ path }) => path)

test('responses do not depend on earlier requests, and another seed gives another world', async () => {
  const options = { now: () => new Date(NOW) }
  const second = await startSimulator({ ...options, seed: SEED })
  const other = await startSimulator({ ...options, seed: SEED + 1 })
  try {
    const first = await hashes(simulator.url(''), PATHS)
    expect(await hashes(second.url, shuffled(PATHS))).toEqual(first)
    expect(await hashes(second.url, PATHS.toReversed())).toEqual(first)
    expect(await hashes(other.url, PATHS.slice(0, 2))).not.toEqual(first)
  } finally {
    await second.close()
    await other.close()
  }
})

test('the given clock decides when there is no prefix', async () => {
  const path = '/cboe/api/global/delayed_quotes/quotes/SPY.json'
  expect((await simulator.now(path)).text).toBe((await simulator.at(NOW, path)).text)
})

test('a prefix may be percent-encoded and carry an offset', async () => {
  const path = '/cboe/api/global/delayed_quotes/quotes/SPY.json'
  const wanted = (await simulator.at(NOW, path)).text
  expect((await simulator.at('2026-11-20T15%3A00%3A00Z', path)).text).toBe(wanted)
  expect((await simulator.at('2026-11-20T10:00:00-05:00', path)).text).toBe(wanted)
})

test.each(['yesterday', '2026-11-20', '1999-01-04T15:00:00Z', '2999-01-04T15:00:00Z', '2026-11-20T15:00:00'])(
  'a prefix that is not an instant of this world is 400: %s',
  async (at) => {
    const answer = await simulator.at(at, '/cboe/api/global/delayed_quotes/quotes/SPY.json')
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.text).error).toMatch(/^at: /)
  },
)

test('an unknown vendor is 404', async () => {
  expect((await simulator.now('/nobody/at/home')).status).toBe(404)
})

test('a world without a scenario answers every byte as before there were any', async () => {
  const plain = await startSimulator({ now: () => new Date(NOW), seed: 7, scenario: 'none' })
  try {
    const found: Record<string, string> = {}
    for (const path of Object.keys(WITHOUT_SCENARIO)) {
      const hash = createHash('sha256')
      for (const at of ['2026-11-20T15:00:00Z', '2026-12-14T21:30:00Z', '2027-03-05T18:30:00Z']) {
        const { status, bytes } = await get(`${plain.url}/at/${at}${path}`, { 'user-agent': 'Mozilla/5.0 (test)' })
        hash.update(`${status} `).update(bytes)
      }
      found[path] = hash.digest('hex').slice(0, 16)
    }
    expect(found).toEqual(WITHOUT_SCENARIO)
  } finally {
    await plain.close()
  }
})
